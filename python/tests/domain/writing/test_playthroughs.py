"""Tests that the full review shows exactly what players read."""

import asyncio
import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver.covering import find_covering_playthroughs
from questfoundry.domain.solver.space import explore
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing import playthroughs as reading
from questfoundry.domain.writing.playthroughs import (
    MAX_FULL_READINGS,
    OMITTED,
    SHORT_STORY_PASSAGES,
    ReadPassage,
    ReadPlaythrough,
    find_playthroughs_to_read,
)
from tests.strategies.woven import woven_stories
from tests.support.deeds import with_deeds
from tests.support.examples import examples
from tests.support.grown import grown
from tests.support.naive_player import playthroughs
from tests.support.planner import planned
from tests.support.small_story import made_until, story_of


@pytest.fixture(scope="module")
def deeds() -> Story:
    return with_deeds(story_of(asyncio.run(made_until("grow"))))


DESK = "passage::the-drowned-ledger-shared-1"
ANSWERS = [f"the-last-air-default-tail-1-{number}" for number in (1, 2)]
LONG = f"Begin, {' '.join(f'word{number}' for number in range(60))}, end."


def readings_at_desk(story: Story, text: str) -> list[str]:
    """Return what is shown of the desk in all playthroughs, in which every other text is short."""
    prose = {each.id: "Read." for each in story.existing_structure.passages} | {DESK: text}
    arcs = find_playthroughs_to_read(evolve(story, prose=prose))
    met = [each for arc in arcs for each in arc.passages if each.id == DESK]
    return [each.text for each in met if not each.again]


@st.composite
def written(draw: st.DrawFn) -> Story:
    """Return a woven story with conditional text for any flags, granted there or not."""
    told = draw(woven_stories(sizes=[Size.MICRO]))
    flags = st.lists(st.sampled_from(list(told.story.flags)), max_size=2, unique=True)
    reads = {each.id: draw(flags) for each in told.structure.passages}
    prose = {
        passage: "\n\n".join(
            (
                "One.",
                "Two.",
                *(f"[{slug_of(each)}]\nOf {each}." for each in asked),
                "Three.",
                "Four.",
            )
        )
        for passage, asked in reads.items()
    }
    passages = tuple(
        evolve(each, conditional_flags=reads[each.id]) for each in told.structure.passages
    )
    return evolve(told.story, structure=evolve(told.structure, passages=passages), prose=prose)


def read_by(story: Story, choices: tuple[str, ...]) -> list[list[str]]:
    """Return a player's text by passage; conditional text is marked with a plus sign."""
    structure = story.existing_structure
    flags, here, texts = set[str](), structure.start, list[list[str]]()
    for taken in (*map(structure.choice, choices), None):
        read = [each for each in story.paragraphs(here) if each.is_visible_with(flags)]
        texts.append(
            [f"+ [{slug_of(each.flag)}] {each.text}" if each.flag else each.text for each in read]
        )
        if taken:
            flags |= taken.grants
            here = taken.target
    return texts


def side_by_side(passage: str, paragraphs: list[str]) -> set[tuple[str, str, str]]:
    """Return the pairs of neighbouring paragraphs, with the passage's beginning and end."""
    return {(passage, *pair) for pair in pairwise(("", *paragraphs, ""))}


@examples(25)
@given(written())
def test_readers_are_shown_what_players_read_and_all_of_it(story: Story) -> None:
    """A review must show every conditional text, and its passage without that text."""
    ways = [taken for _, taken in playthroughs(story.existing_structure)]
    players = [read_by(story, taken) for taken in ways]
    whole = [
        read_by(story, each)
        for each in find_covering_playthroughs(explore(story.existing_structure))
    ]
    assert {text for texts in whole for each in texts for text in each} == {
        text for texts in players for each in texts for text in each
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "SHORT_DISTANCE", len(story.existing_structure.passages) ** 2)
        arcs = find_playthroughs_to_read(story)
    assert len(arcs) == len(whole)
    shown: set[tuple[str, str, str]] = set()
    after: dict[str, set[frozenset[str]]] = defaultdict(set)
    structure = story.existing_structure
    readings = 1 if len(structure.passages) <= SHORT_STORY_PASSAGES else MAX_FULL_READINGS
    for arc, taken, texts in zip(
        arcs, find_covering_playthroughs(explore(structure)), whole, strict=True
    ):
        assert arc.passages[-1].ending
        assert not any(each.ending for each in arc.passages[:-1])
        paths = [structure.choice(each).takes for each in taken]
        for place, (passage, paragraphs) in enumerate(zip(arc.passages, texts, strict=True)):
            pairs = side_by_side(passage.id, paragraphs)
            decided = frozenset(each for each in paths[:place] if each)
            in_full = decided not in after[passage.id] and len(after[passage.id]) < readings
            assert passage.again == (pairs <= shown and not in_full)
            if in_full:
                assert passage.text == "\n\n".join(paragraphs)
                after[passage.id].add(decided)
            elif not passage.again:
                parts = passage.text.split("\n\n")
                here = side_by_side(passage.id, parts)
                assert pairs - shown <= here, "what is new stands beside what it stands beside"
                assert here - {each for each in here if OMITTED in each} <= pairs
            shown |= pairs


@pytest.mark.parametrize("many", [True, False])
def test_read_prose_is_shown_beside_new_text(
    monkeypatch: pytest.MonkeyPatch, deeds: Story, many: bool
) -> None:
    """Showing the same prose again costs tokens, but new text needs its neighbours."""
    if many:
        monkeypatch.setattr(reading, "SHORT_STORY_PASSAGES", 0)
    inserts = "".join(f"[{name}]\nAnswer {name}.\n\n" for name in ANSWERS)
    first, *others = readings_at_desk(deeds, f"{inserts}{LONG}\n\nTail.")
    assert "word59, end." in first
    if many:
        assert "word59, end." in others.pop(0), "after the other answer"
    assert others
    assert all("word30" not in each and "word59" not in each for each in others)
    # In a short story fewer words identify a paragraph.
    assert all(("word20" in each) == many for each in others)
    assert all(each.endswith(OMITTED) for each in others)


def test_a_paragraph_between_new_ones_is_shown_by_both_ends(deeds: Story) -> None:
    """A known paragraph between two new ones borders on both, so both ends matter."""
    before, after = (
        "".join(f"[{name}]\n{place} {name}.\n\n" for name in ANSWERS) for place in ("Here", "There")
    )
    _, *others = readings_at_desk(deeds, f"{before}{LONG}\n\n{after}Tail.")
    assert any(re.search(r"\n\nBegin, [^\n]+ … [^\n]+ end\.\n\n", each) for each in others)


@examples(10)
@given(written())
def test_known_passages_far_from_new_text_are_left_out(story: Story) -> None:
    """A list of the same choices for each of 20 players would leave no room for prose."""
    for number, arc in enumerate(find_playthroughs_to_read(story)):
        new = [place for place, each in enumerate(arc.passages) if not each.again]
        answered = {flag for each in arc.passages for flag in each.conditions}
        for place, each in enumerate(arc.passages):
            is_near = any(abs(place - one) <= reading.SHORT_DISTANCE for one in new)
            assert is_near or each.ending or each.marks & answered or each.title == OMITTED
        assert number or not any(each.title == OMITTED for each in arc.passages)


@examples(25)
@given(written(), st.data())
def test_a_mended_story_is_read_beside_its_changes(story: Story, data: st.DataObject) -> None:
    """A second review reads only the changed passages and their neighbours. (FIL-10.6)"""
    structure = story.existing_structure
    changed = data.draw(st.sampled_from([each.id for each in structure.passages]))
    mended = evolve(story, prose=story.prose | {changed: "Quite another."})
    ends = [{each.source, each.target} for each in structure.choices]
    near = {changed}.union(*(each for each in ends if changed in each))

    arcs = find_playthroughs_to_read(mended, before=story)

    shown = {each.id: each.text for arc in arcs for each in arc.passages if not each.again}
    assert shown.keys() == near
    assert shown[changed] == "Quite another."
    assert all(any(not each.again for each in arc.passages) for arc in arcs)
    assert find_playthroughs_to_read(mended, before=mended) == ()
    for arc in arcs:
        new = [place for place, each in enumerate(arc.passages) if not each.again]
        for place, each in enumerate(arc.passages):
            is_near = any(abs(place - one) <= reading.MAX_DISTANCE + 1 for one in new)
            assert is_near or each.title == OMITTED or each.ending
        assert arc.passages[-1].ending


def test_of_what_is_read_again_rows_far_from_it_are_left_out() -> None:
    """One corrected passage must not cost a second review of a long story. (FIL-10.6)"""
    told = grown(planned(Size.MEDIUM, 1), acts=True)
    prose = {each.id: f"Told {each.id}." for each in told.existing_structure.passages}
    story = evolve(told, prose=prose)
    changed = story.existing_structure.passages[60].id
    arcs = find_playthroughs_to_read(evolve(story, prose=prose | {changed: "Anew."}), before=story)
    assert arcs
    for arc in arcs:
        titles = [each.title for each in arc.passages]
        assert 1 <= titles.count(OMITTED) < 4
        assert len(titles) < 24
        assert all(pair != (OMITTED, OMITTED) for pair in pairwise(titles))
    whole = find_playthroughs_to_read(story)
    full = [each.id for arc in whole for each in arc.passages if not each.again]
    assert max(Counter(full).values()) == 1, "in a story with chapters each is shown once"


@given(st.lists(st.integers(1, 400), min_size=1, max_size=20), st.integers(1, 400))
def test_parts_are_whole_passages_and_as_few_as_fit(lengths: list[int], tokens: int) -> None:
    """A passage that is split between two requests could not be reviewed."""
    passages = tuple(
        ReadPassage(id=str(place), title="", text="x" * length, chosen="", again=False)
        for place, length in enumerate(lengths)
    )
    parts = ReadPlaythrough(passages=passages).split(tokens)
    assert tuple(each for part in parts for each in part) == passages
    sizes = [[each.tokens for each in part] for part in parts]
    assert all(sum(each) <= tokens or len(each) == 1 for each in sizes)
    assert all(sum(one) + two[0] > tokens for one, two in pairwise(sizes))


def test_after_what_is_told_in_brief_stands_how_all_stand_by_then(deeds: Story) -> None:
    """After shortened passages the reviewer still needs the current state of everybody."""
    passages = [each.id for each in deeds.existing_structure.passages]
    facts = tuple(
        Fact(entity=who, text=f"It is so after {each}.", passage=each, now=True)
        for each in passages
        for who in ("Zuzi", each)
    )
    prose = dict.fromkeys(passages, "One.")
    first, *others = find_playthroughs_to_read(evolve(deeds, prose=prose, facts=facts))
    assert not any(each.entity_states for each in first.passages)
    told = 0
    for arc in others:
        for before, here in pairwise(arc.passages):
            assert bool(here.entity_states) is (before.again and not here.again)
            if here.entity_states:
                told += 1
                zuzi = [each for each in here.entity_states if each.startswith("Zuzi: ")]
                assert zuzi == [f"Zuzi: It is so after {before.id}."]
    assert told
