"""Tests of the HTML player in headless Chromium, opened from a file without a network."""

from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, example, given
from playwright.sync_api import Browser, Page, expect

from questfoundry.domain.solver.play_length import count_playthroughs
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import paragraphs
from tests.strategies.stat_editions import few_ways, stat_editions
from tests.strategies.structures import structures
from tests.strategies.whole import whole_editions
from tests.support.browser import opened
from tests.support.editions import (
    IFID,
    edition_of,
    small_edition,
    told,
    with_chapters,
    with_clues,
    with_deeds,
    with_inserts,
)
from tests.support.examples import examples
from tests.support.player import (
    begun,
    choices,
    passage,
    playthroughs_on,
    shown,
    solved,
    walks,
    written,
)
from tests.support.seen import playthroughs_seen
from tests.support.shapes import Shape, shaped
from tests.support.stat_story import stat_edition
from tests.support.structures import choice, joined

pytestmark = pytest.mark.ecosystem


def way(source: str, target: str, **flags: set[str]) -> Choice:
    return Choice(id=f"{source}{target}{len(flags)}", source=source, target=target, **flags)


CONDITIONS = Structure(
    start="a",
    passages=(*(Passage(id=name) for name in "abcd"), Passage(id="e", ending="won")),
    choices=(
        way("a", "b", grants={"one"}),
        way("a", "b"),
        way("b", "c", grants={"two"}),
        way("b", "c", requires={"one"}, grants={"three"}),
        way("c", "d", requires={"one", "two"}),
        way("c", "e", forbids={"one", "two"}),
        way("c", "e", requires={"three"}, forbids={"two"}),
        way("d", "e", forbids={"three"}),
    ),
)
"""Every kind of condition, each open on one path and closed on another; one path is stuck."""
STORED = f"questfoundry:{IFID}"


def to_an_ending(page: Page) -> int:
    """Take the first choices until the story ends, and return their number."""
    taken = 0
    while choices(page):
        page.keyboard.press("1")
        taken += 1
    return taken


def to_a_fork(page: Page) -> None:
    """Take the only choice until there is more than one."""
    while len(choices(page)) == 1:
        page.keyboard.press("1")


@pytest.mark.parametrize("residue", Residue)
def test_the_playthroughs_are_those_of_the_solver(chromium: Browser, residue: Residue) -> None:
    """The player must offer exactly the playthroughs that the checks have proven. (PLY-2.1)"""
    edition = edition_of(shaped(Shape(residue=residue), Shape(hard=True), Shape(residue=residue)))
    arcs = count_playthroughs(edition.structure)
    with begun(chromium, edition) as page:
        found = walks(page)
    assert found == solved(edition.structure)
    deeds = with_chapters(with_inserts(with_deeds(edition)))
    with begun(chromium, deeds) as page:
        assert playthroughs_on(page) == playthroughs_seen(deeds)
    assert arcs is not None
    assert len(found) == arcs.total
    assert {ending for _, _, ending in found} == {each.id for each in edition.endings}


@examples(10)
@example(CONDITIONS)
@given(structures(loops=False))
def test_choices_open_and_close_as_the_rules_say(chromium: Browser, structure: Structure) -> None:
    """A choice that is wrongly open leads players into passages that contradict their story."""
    with begun(chromium, told(structure)) as page:
        assert walks(page) == solved(structure)


@examples(4, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(whole_editions())
def test_a_story_with_every_feature_is_played_as_it_is(chromium: Browser, edition: Edition) -> None:
    """Features that work alone can break each other, so random stories combine all of them."""
    with begun(chromium, edition) as page:
        assert playthroughs_on(page) == playthroughs_seen(edition)


@examples(4, suppress_health_check=list(HealthCheck))
@example(stat_edition())
@given(stat_editions().filter(few_ways))
def test_stats_open_and_close_what_the_engine_says(chromium: Browser, edition: Edition) -> None:
    """The page counts in its own script, which must not differ from the engine. (EXP-33.1)"""
    with begun(chromium, edition) as page:
        assert playthroughs_on(page) == playthroughs_seen(edition)


def test_a_player_reads_how_a_stat_changed_in_words_or_numbers(chromium: Browser) -> None:
    """A note above the text interrupts the story, unless the reader wants numbers. (PLY-12.1)"""
    with begun(chromium, stat_edition()) as page:
        known = page.get_by_role("button", name="What you know")
        page.get_by_text("Keep both bottles").click()
        expect(page.locator(".moved")).to_have_count(0)
        expect(page.locator("#announcer")).to_contain_text("Choices: 3")
        expect(known).to_have_text("What you know (1)")
        known.click()
        expect(page.locator("#clues-list")).to_have_text("Does Win trust you?Win is wary of you.")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("Show numbers").check()
        page.keyboard.press("Escape")
        page.get_by_text("Push past her").click()
        expect(page.locator(".moved")).to_have_text(["Win's trust \u22121", "Air +1"])
        known.click()
        expect(page.locator("#clues-list")).to_contain_text("Win's trust: \u22122")
        page.reload()
        page.get_by_role("button", name="Continue").click()
        expect(page.locator(".moved").first).to_have_text("Win's trust \u22121")


def test_a_closed_choice_is_read_like_the_others_but_not_taken(chromium: Browser) -> None:
    """A player must read why a choice is closed, but must not be able to take it."""
    edition = told(
        joined(
            choice("in", "quay", "hold", requires=["rope"]),
            choice("on", "quay", "bank"),
            bank="home",
            hold="down",
        )
    )
    structure = edition.structure
    first, other = structure.choices
    reason = "Not <b>without</b> the rope"
    structure = evolve(structure, choices=(evolve(first, closed=reason), other))
    with begun(chromium, evolve(edition, structure=structure)) as page:
        page.keyboard.press("Tab")
        closed = page.get_by_role("button", name=reason, disabled=True)
        expect(closed).to_be_focused()
        page.keyboard.press("Enter")
        closed.click(force=True)
        assert passage(page) == "passage::quay"
        page.keyboard.press("1")
        assert passage(page) == "passage::bank"


def test_every_ending_is_reached_by_number_keys_alone(chromium: Browser) -> None:
    """Players who cannot use a mouse must reach every ending. (PLY-3.1)"""
    edition = small_edition()
    arcs = solved(edition.structure)
    with shown(chromium, edition) as page:
        page.locator("h1").wait_for()
        for _ in range(5):
            if page.evaluate("document.activeElement.dataset.do") == "begin":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        for met, taken, ending in arcs:
            for place, choice in enumerate(taken):
                assert passage(page) == met[place]
                page.keyboard.press(str(choices(page).index(choice) + 1))
            assert page.locator("[data-qf-ending]").get_attribute("data-qf-ending") == ending
            for _ in taken:
                page.keyboard.press("u")
        page.keyboard.press("e")
        names = page.locator("#endings-list li").all_inner_texts()
    assert names == [each.name for each in edition.endings]


def test_choices_are_buttons_that_tab_and_enter_reach_in_their_order(chromium: Browser) -> None:
    """Keyboard users expect Tab to follow the visible order."""
    edition = small_edition()
    with begun(chromium, edition) as page:
        to_a_fork(page)
        offered = choices(page)
        for wanted in offered:
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.dataset.qfChoice") == wanted
        page.keyboard.press("Enter")
        [after] = [each.target for each in edition.structure.choices if each.id == offered[-1]]
        assert passage(page) == after


def test_a_choice_moves_the_focus_to_the_new_heading_and_is_announced(chromium: Browser) -> None:
    """Without focus and announcement, screen reader users do not notice the new passage."""
    with begun(chromium, small_edition(), viewport={"width": 390, "height": 300}) as page:
        assert page.evaluate("scrollTo(0, 50), scrollY") > 0
        page.keyboard.press("1")
        assert page.evaluate("document.activeElement === document.querySelector('main h1')")
        assert page.evaluate("scrollY") == 0
        status = page.get_by_role("status")
        expect(status).to_have_text(f"Choices: {len(choices(page))}")
        to_an_ending(page)
        name = page.locator("[data-qf-ending] h2").inner_text()
        expect(status).to_have_text(f"The end: {name}. Endings found: 1 of 2")


def test_shortcuts_can_be_turned_off(chromium: Browser) -> None:
    """Single-key shortcuts disturb speech control, so they must be switchable."""
    with begun(chromium, small_edition()) as page:
        first = passage(page)
        page.keyboard.press("m")
        page.get_by_label("Keyboard shortcuts").uncheck()
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        page.keyboard.press("m")
        assert passage(page) == first
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_with_a_modifier_and_keys_in_a_dialog_take_no_choice(chromium: Browser) -> None:
    """A browser's own shortcuts and keys in a dialog must not take a choice by accident."""
    with begun(chromium, small_edition()) as page:
        first = passage(page)
        page.keyboard.press("Alt+1")
        page.keyboard.press("?")
        page.keyboard.press("1")
        expect(page.get_by_role("dialog", name="Help")).to_be_visible()
        assert passage(page) == first


def test_the_skip_link_leads_to_the_story(chromium: Browser) -> None:
    """Keyboard users should not have to pass the menu on every page."""
    with shown(chromium, small_edition()) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the story")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Begin")).to_be_focused()


def test_a_click_counts_while_the_skip_link_is_shown(chromium: Browser) -> None:
    """The page must not move under the pointer when the link loses the focus. (PLY-3.1)"""
    with shown(chromium, small_edition()) as page:
        page.keyboard.press("Tab")
        page.locator("[data-do=begin]").click()
        assert passage(page) == small_edition().structure.start


def test_a_reload_offers_to_go_on_where_the_player_was(chromium: Browser) -> None:
    """A reload must not cost the player the progress. (PLY-4.1)"""
    with begun(chromium, small_edition()) as page:
        to_a_fork(page)
        page.keyboard.press("2")
        here, offered = passage(page), choices(page)
        page.reload()
        page.get_by_role("button", name="Continue").click()
        assert (passage(page), choices(page)) == (here, offered)


def test_steps_are_taken_back_as_far_as_the_start(chromium: Browser) -> None:
    """Players explore by undoing, and the start has nothing to undo. (PLY-5.1)"""
    with begun(chromium, small_edition()) as page:
        met = [passage(page)]
        while choices(page):
            page.keyboard.press("1")
            met.append(passage(page))
        for before in reversed(met[:-1]):
            page.locator(".bar").get_by_role("button", name="Undo").click()
            assert passage(page) == before
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_a_changed_edition_goes_on_while_the_way_leads(chromium: Browser, tmp_path: Path) -> None:
    """An update of the story must not crash old saves, and keeps as much as still fits."""
    edition = small_edition()
    met, taken, _ = solved(edition.structure)[0]
    closed = tuple(
        evolve(each, requires={"flag::never"}) if each.id == taken[2] else each
        for each in edition.structure.choices
    )
    changed = evolve(edition, structure=evolve(edition.structure, choices=closed))
    with opened(chromium, written(edition, tmp_path)) as page:
        page.get_by_role("button", name="Begin").click()
        for choice in taken:
            page.locator(f"[data-qf-choice='{choice}']").click()
        assert passage(page) == met[-1]
        written(changed, tmp_path)
        page.reload()
        page.get_by_role("button", name="Continue").click()
        assert passage(page) == met[2]


def test_broken_or_forbidden_storage_leaves_the_story_playable(chromium: Browser) -> None:
    """Private browsing forbids storage, and damaged storage must not block the story."""
    with begun(chromium, small_edition()) as page:
        for broken in ('"', "[]", "null", '{"choices": {}, "endings": 1, "size": "x", "theme": 0}'):
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STORED, broken])
            page.reload()
            page.get_by_role("button", name="Begin").click()
            assert to_an_ending(page)
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
        )
        page.reload()
        page.get_by_role("button", name="Begin").click()
        assert to_an_ending(page)


def test_beginning_again_asks_and_keeps_the_endings(chromium: Browser) -> None:
    """A restart by accident would lose the progress, and found endings belong to the player."""
    with begun(chromium, small_edition()) as page:
        first = passage(page)
        to_an_ending(page)
        page.keyboard.press("u")
        here = passage(page)
        for answer, after in (("Cancel", here), ("Restart", first)):
            page.keyboard.press("m")
            page.get_by_role("button", name="Restart").click()
            page.get_by_role("dialog").get_by_role("button", name=answer).click()
            assert passage(page) == after
        page.reload()
        expect(page.get_by_text("Endings found: 1 of 2")).to_be_visible()


def test_the_transcript_tells_what_was_read_and_chosen_and_can_be_saved(chromium: Browser) -> None:
    """Players keep their story, so the transcript must match what they read."""
    edition = small_edition()
    met, taken, ending = solved(edition.structure)[0]
    titles = {each.id: each.title for each in edition.structure.passages}
    labels = {each.id: each.label for each in edition.structure.choices}
    told_so_far: list[str] = []
    saved = [edition.title]
    for place, each in enumerate(met):
        prose = [titles[each], *(part.plain_text for part in paragraphs(edition, each))]
        label = [labels[taken[place]]] if place < len(taken) else []
        told_so_far += [*prose, *label]
        saved += [*prose, *(f"> {each}" for each in label)]
    with begun(chromium, edition) as page:
        for choice in taken:
            page.locator(f"[data-qf-choice='{choice}']").click()
        page.locator(".ending").get_by_role("button", name="Transcript").click()
        shown_now = page.locator("#transcript-text > *").all_inner_texts()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as text").click()
        text = Path(download.value.path()).read_text("utf-8")
    assert shown_now == [*told_so_far, edition.ending_name(ending)]
    assert text == "\n\n".join([*saved, f"* {edition.ending_name(ending)}"]) + "\n"
    assert download.value.suggested_filename == "the-drowned-ledger.txt"


def test_what_one_knows_stands_in_a_list_by_question(chromium: Browser) -> None:
    """A clue list must contain exactly what this playthrough has learnt. (PLY-6.1)"""
    edition = told(
        joined(
            choice("ask", "quay", "boat"),
            choice("look", "quay", "bank"),
            choice("on", "boat", "bank"),
            bank="home",
        )
    )
    clues = with_clues(edition)
    with begun(chromium, clues) as page:
        page.keyboard.press("k")
        expect(page.get_by_role("dialog", name="Clues")).to_contain_text("not found any clues")
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        expect(page.get_by_role("status")).to_contain_text("New clues: 1")
        page.keyboard.press("1")
        page.get_by_role("button", name="Clues (2)").click()
        listed = page.locator("#clues-list :is(h3, li)").all_inner_texts()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Undo").first.click()
        expect(page.get_by_role("button", name="Clues (1)")).to_be_visible()
    first, _, last = clues.clues
    assert listed == [first.question, first.text, last.question, last.text]
    with begun(chromium, edition) as page:
        expect(page.get_by_role("button", name="Clues")).to_have_count(0)
        page.keyboard.press("?")
        expect(page.get_by_text("Clues")).to_have_count(3)
        assert not any(each.is_visible() for each in page.get_by_text("Clues").all())


def test_a_chapter_begins_with_its_title(chromium: Browser) -> None:
    """Readers orient themselves by chapters, and the transcript needs them too. (PLY-7.1)"""
    edition = with_chapters(small_edition(), "On *the* Water")
    with begun(chromium, edition) as page:
        assert page.locator("article > p").first.inner_text() == "1. On *the* Water"
        expect(page.get_by_role("status")).to_contain_text("1. On *the* Water. Choices:")
        page.keyboard.press("1")
        expect(page.locator(".passage > .chapter")).to_have_count(0)


def test_endings_that_were_not_found_stay_unnamed(chromium: Browser) -> None:
    """The name of an undiscovered ending is a spoiler."""
    edition = small_edition()
    with begun(chromium, edition) as page:
        to_an_ending(page)
        found = page.locator("[data-qf-ending] h2").inner_text()
        page.keyboard.press("e")
        listed = page.locator("#endings-list li").all_inner_texts()
    assert sorted(listed) == sorted([found, *["Not found yet"] * (len(edition.endings) - 1)])


def test_colours_and_the_size_of_text_are_the_players_choice_and_kept(chromium: Browser) -> None:
    """Readers with weak sight must set size and colours once and not for each visit."""

    def looks(page: Page) -> tuple[str, str]:
        colour, size = page.evaluate(
            """[getComputedStyle(document.body).backgroundColor,
                getComputedStyle(document.documentElement).fontSize]"""
        )
        return colour, size

    with shown(chromium, small_edition(), color_scheme="dark") as page:
        dark, usual = looks(page)
        page.keyboard.press("m")
        page.get_by_label("Light").focus()
        page.keyboard.press("Space")
        page.get_by_label("Text size").focus()
        page.keyboard.press("ArrowRight")
        light, larger = looks(page)
        page.reload()
        assert looks(page) == (light, larger)
        page.emulate_media(color_scheme="light")
        assert looks(page) == (light, larger)
        page.keyboard.press("m")
        page.get_by_label("Dark").focus()
        page.keyboard.press("Space")
        assert looks(page) == (dark, larger)
    assert (usual, larger) == ("16px", "17.6px")
    assert light != dark
