"""Changing passages, choices, topics, conditional texts and stats in the web interface."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import httpx
from lxml import html

from questfoundry.domain.ids import slug_of
from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.story import Story
from tests.support.desk import Desk, at_desk, texts

SOURCE = "the-last-air-default-commit-1"
AFTER = "passage::the-last-air-default-tail-1"
CHOICES = f"/passage/{SOURCE}/choices"
NEW = {
    "label": "Look behind the curtain",
    "to": "new",
    "title": "Behind the Curtain",
    "summary": "Mara finds a door.",
    "location": "location::sunken-bank",
    "then": AFTER,
}


async def story_at(desk: Desk) -> Story:
    return await desk.views.do(desk.views.story)


async def choices_of(desk: Desk, slug: str = SOURCE) -> tuple[Choice, ...]:
    return (await story_at(desk)).existing_structure.outgoing_choices(f"passage::{slug}")


async def send(desk: Desk, address: str, fields: Mapping[str, str | list[str]]) -> httpx.Response:
    """Send a form that the desk must accept, and return the page that it leads to."""
    said = await desk.post(address, dict(fields))
    assert said.status_code == 303, said.text
    return await desk.get(said.headers["location"])


def fields_of(page: httpx.Response, action: str) -> dict[str, list[str]]:
    """Return the fields of the page's form for ``action`` as a browser would send them."""
    [form] = html.fromstring(page.text).xpath(f"//form[@action='{action}']")
    fields: dict[str, list[str]] = {}
    for name, value in form.form_values():
        fields.setdefault(name, []).append(value or "")
    return fields


async def test_a_passage_is_added_and_undone(project: Path) -> None:
    """A new scene needed an edit of YAML before. (DSK-15.1)"""
    async with at_desk(project) as desk:
        before = (await story_at(desk)).existing_structure
        page = await send(desk, CHOICES, NEW)
        assert "Mara finds a door." in texts(page, "//div[@id='prose']/p")
        page = await desk.get(f"/passage/{SOURCE}/structure")
        assert "Look behind the curtain" in texts(page, "//a[@class='label']")
        onward, added = await choices_of(desk)
        assert (onward.target, onward.label) == (AFTER, "Go on")
        shown = await desk.get(f"/passage/{slug_of(added.target)}")
        assert "Mara finds a door." in texts(shown, "//div[@id='prose']/p")
        written = (project / "artifacts/grow.yaml").read_text()
        assert "    title: Behind the Curtain\n" in written
        await send(desk, "/structure/undo", {"passage": SOURCE})
        assert (await story_at(desk)).existing_structure == before
        refused = await desk.post("/structure/undo", {"passage": SOURCE})
        assert "cannot be undone here" in refused.text


async def test_a_scene_may_end_the_story(project: Path) -> None:
    """One more ending is often the first wish of an author. (DSK-15.1)"""
    last = "/passage/the-drowned-ledger-default-tail-1/choices"
    async with at_desk(project) as desk:
        await send(desk, last, {**NEW, "then": "", "ending": "Curtain"})
        story = await story_at(desk)
        assert "Curtain" in [each.name for each in story.endings]
        refused = await desk.post(CHOICES, {**NEW, "then": "", "ending": "Too Early"})
        assert "ends without deciding the dilemma" in refused.text
        refused = await desk.post(CHOICES, {**NEW, "then": ""})
        assert "which passage follows" in refused.text


async def test_a_choice_is_connected_gated_and_ordered(project: Path) -> None:
    """Conditions are chosen from sentences, because ids are hard to type. (DSK-15.2)"""
    async with at_desk(project) as desk:
        remembers = {"remembers": "You have seen the door."}
        await send(desk, CHOICES, {**NEW, **remembers})
        later = "/passage/the-last-air-default-tail-1/choices"
        to = "passage::the-drowned-ledger-shared-1"
        await send(desk, later, {"label": "Go through the door", "to": to})
        _, gated = await choices_of(desk, "the-last-air-default-tail-1")
        address = f"/choice/{slug_of(gated.id)}"
        page = await desk.get(address)
        [seen, *_] = html.fromstring(page.text).xpath("//select[@name='flag']/optgroup/option")
        assert seen.text_content() == "You have seen the door."
        form = fields_of(page, address)
        form |= {"sign": ["only"], "flag": [seen.get("value")], "closed": ["A wall"]}
        await send(desk, address, form)
        _, gated = await choices_of(desk, "the-last-air-default-tail-1")
        assert (gated.requires, gated.closed) == ({seen.get("value")}, "A wall")
        page = await send(desk, address, {"do": "up"})
        assert [each.label for each in await choices_of(desk, "the-last-air-default-tail-1")] == [
            "Go through the door",
            "Go on",
        ]
        assert "only if: You have seen the door" in page.text
        await send(desk, address, {"do": "remove"})
        [left] = await choices_of(desk, "the-last-air-default-tail-1")
        assert left.label == "Go on"


async def test_a_form_that_is_sent_unchanged_changes_nothing(project: Path) -> None:
    """A field that the form loses would break a choice in silence. (DSK-15.2)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, {**NEW, "remembers": "You have seen the door."})
        story = await story_at(desk)
        for choice in story.existing_structure.choices:
            address = f"/choice/{slug_of(choice.id)}"
            form = fields_of(await desk.get(address), address)
            await send(desk, address, form)
        # A label that all single exits share is stored as a label of its own once it is saved.
        assert (await story_at(desk)).existing_structure == story.existing_structure


async def test_topics_and_conditional_texts_are_added(project: Path) -> None:
    """Three topics by hand are fifteen choices of YAML. (DSK-15.1)"""
    async with at_desk(project) as desk:
        for name in ("curtain", "lamp"):
            topic = {"label": f"Look at the {name}", "to": "topic", "title": name.title()}
            await send(desk, CHOICES, {**NEW, **topic})
        structure = (await story_at(desk)).existing_structure
        topics = [each.title for each in structure.passages if each.hub]
        assert topics == ["Curtain", "Lamp"]
        page = await desk.get("/passage/the-last-air-default-tail-1/structure")
        [flag] = html.fromstring(page.text).xpath(
            "//select[@id='recall']/option[contains(., 'lamp')]/@value"
        )
        await send(desk, "/passage/the-last-air-default-tail-1/callbacks", {"flag": flag})
        recalls = (await story_at(desk)).existing_structure.passage(AFTER).callback_flags
        assert recalls == {flag}


async def test_the_story_is_changed_on_the_map(project: Path) -> None:
    """Authors see where a passage is while they add the next one. (DSK-15.6)"""
    on_map = {"page": "map"}
    async with at_desk(project) as desk:
        page = await desk.get("/map")
        assert "/map?at=setup-1" in html.fromstring(page.text).xpath("//*[@class='menu']/@href")
        assert not html.fromstring(page.text).xpath("//aside")
        before = (await story_at(desk)).existing_structure
        page = await desk.get(f"/map?at={SOURCE}")
        assert html.fromstring(page.text).xpath("//aside//input[@name='page']/@value")
        form = fields_of(page, f"/passage/{SOURCE}/insert")
        assert form["between"] == [AFTER]
        form |= {"title": ["The Stairs"], "summary": ["Mara goes down."]}
        page = await send(desk, f"/passage/{SOURCE}/insert", form)
        assert "The passage is added." in texts(page, "//main//*[@role='status']")
        assert texts(page, "//aside/h2") == ["The Stairs"]
        assert "Has no text yet" in " ".join(texts(page, "//aside//li"))
        selected = html.fromstring(page.text).xpath("//a[contains(@class, 'selected')]/@id")
        assert selected == ["at-the-stairs"]
        [way] = await choices_of(desk)
        assert way.target == "passage::the-stairs"
        assert [each.target for each in await choices_of(desk, "the-stairs")] == [AFTER]

        page = await send(desk, "/passage/the-stairs/choices", {**NEW, **on_map})
        assert texts(page, "//aside/h2") == ["Behind the Curtain"]
        page = await send(desk, "/passage/behind-the-curtain/place", {"do": "remove", **on_map})
        assert "The passage is removed." in page.text
        assert texts(page, "//aside/h2") == ["The Stairs"]
        for _ in range(3):
            undo = fields_of(page, "/structure/undo")
            page = await send(desk, "/structure/undo", undo)
        assert "The last change is undone." in page.text
        assert (await story_at(desk)).existing_structure == before


async def test_a_refused_change_names_choices_and_passages(project: Path) -> None:
    """Ids in the reason mean nothing to an author who sees titles and labels. (DSK-15.3)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, {**NEW, "remembers": "You have seen the door."})
        later = "/passage/the-last-air-default-tail-1/choices"
        page = await desk.get("/passage/the-last-air-default-tail-1/structure")
        [flag] = html.fromstring(page.text).xpath("//option[contains(., 'seen the door')]/@value")[
            :1
        ]
        gate = {"label": "Open it", "to": "passage::the-drowned-ledger-shared-1"}
        await send(desk, later, {**gate, "sign": "only", "flag": flag})
        refused = await desk.post("/passage/behind-the-curtain/place", {"do": "remove"})
        assert "The choice “Open it” is open only if: You have seen the door." in refused.text
        assert "::" not in texts(refused, "//*[@class='problem']")[0]


async def test_a_passage_is_moved_and_removed(project: Path) -> None:
    """Players who would have come there must still get to an ending. (DSK-15.3)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, NEW)
        place = "/passage/behind-the-curtain/place"
        order = [each.title for each in (await story_at(desk)).existing_structure.passages]
        await send(desk, place, {"do": "down"})
        moved = [each.title for each in (await story_at(desk)).existing_structure.passages]
        assert moved.index("Behind the Curtain") == order.index("Behind the Curtain") + 1
        refused = await desk.post(f"/passage/{SOURCE}/place", {"do": "remove", "instead": ""})
        assert "Nothing was changed." in refused.text
        await send(desk, place, {"do": "remove", "instead": AFTER})
        [on, around] = await choices_of(desk)
        assert {on.target, around.target} == {AFTER}


async def test_a_stat_is_added_moved_and_removed(project: Path) -> None:
    """A number for trust is what Twine authors write variables for."""
    async with at_desk(project) as desk:
        trust = {"name": "Ilk's trust", "question": "Does Ilk trust you?"}
        await send(desk, "/stats", {**trust, "high": "Ilk trusts you.", "low": "Ilk lies."})
        [stat] = (await story_at(desk)).stats
        moving = {**NEW, "stat": stat.id, "step": "1"}
        await send(desk, CHOICES, moving)
        gate = {"label": "Ask Ilk", "to": "passage::the-drowned-ledger-shared-1"}
        gate |= {"sign": "only", "flag": f"level::{slug_of(stat.id)}-up-1"}
        await send(desk, "/passage/the-last-air-default-tail-1/choices", gate)
        page = await desk.get("/passage/the-last-air-default-tail-1/structure")
        assert "only if: Ilk's trust is at least +1 (Ilk trusts you)" in page.text.replace(
            "&#39;", "'"
        )
        assert "Remove these changes first" in (await desk.get("/stats")).text
        await send(desk, "/structure/undo", {"passage": SOURCE})
        await send(desk, "/structure/undo", {"passage": SOURCE})
        await send(desk, "/stats", {"remove": "Ilk's trust"})
        assert (await story_at(desk)).stats == ()


async def test_a_change_of_stats_is_undone(project: Path) -> None:
    """A wrong word must not stay only because it is in the plan."""
    trust = {"name": "Ilk's trust", "question": "Does Ilk trust you?"}
    trust |= {"high": "Ilk trusts you.", "low": "Ilk lies."}
    changed = {**trust, "old": "Ilk's trust", "low": "Ilk lies to you."}
    undo = "Undo the last change of the stats"
    async with at_desk(project) as desk:
        assert undo not in (await desk.get("/stats")).text
        await send(desk, "/stats", trust)
        await send(desk, "/stats", changed)
        [stat] = (await story_at(desk)).stats
        assert stat.low == "Ilk lies to you."
        await send(desk, "/stats/undo", {})
        assert (await story_at(desk)).stats[0].low == "Ilk lies."
        await send(desk, CHOICES, {**NEW, "stat": stat.id, "step": "1"})
        for address, fields in (
            ("/stats/undo", {}),
            ("/stats", {**changed, "name": "Faith"}),
            ("/stats", {**changed, "old": "Faith"}),
        ):
            refused = await desk.post(address, fields)
            assert refused.status_code == 400, (address, fields)
        await send(desk, "/stats", changed)
        await send(desk, "/stats/undo", {})
        await send(desk, "/structure/undo", {"passage": SOURCE})
        await send(desk, "/stats", {"remove": "Ilk's trust"})
        await send(desk, "/stats/undo", {})
        assert [each.low for each in (await story_at(desk)).stats] == ["Ilk lies."]
        await send(desk, "/stats/undo", {})
        assert (await story_at(desk)).stats == ()
        assert (await desk.post("/stats/undo", {})).status_code == 400


async def test_bad_input_changes_nothing(project: Path) -> None:
    """Names that are too long, unknown places, lost choices. (DSK-15.3)"""
    async with at_desk(project) as desk:
        before = (project / "artifacts/grow.yaml").read_bytes()
        for address, fields in (
            (CHOICES, {**NEW, "title": ""}),
            (CHOICES, {**NEW, "location": "location::nowhere"}),
            (CHOICES, {**NEW, "label": "x" * 500}),
            (CHOICES, {"label": "On", "to": "passage::nowhere"}),
            (CHOICES, {**NEW, "stat": "stat::none", "step": "7"}),
            ("/choice/no-such-choice", {"do": "remove"}),
            ("/passage/setup-1/place", {"do": "remove", "instead": AFTER}),
            ("/passage/setup-1/callbacks", {"flag": "mark::none"}),
        ):
            refused = await desk.post(address, fields)
            assert refused.status_code == 400, (address, fields)
        assert (project / "artifacts/grow.yaml").read_bytes() == before


async def test_an_added_passage_is_written_by_hand(project: Path) -> None:
    """A scene of the author's own needs no model; the other texts stay editable."""
    async with at_desk(project) as desk:
        remembers = {"remembers": "You have seen the door."}
        await send(desk, CHOICES, {**NEW, **remembers})
        flag = next(iter((await choices_of(desk))[1].grants))
        await send(desk, "/passage/behind-the-curtain/callbacks", {"flag": flag})
        beat = {"beat": "beat::behind-the-curtain", "summary": "Mara finds two doors."}
        await send(desk, "/passage/behind-the-curtain/summary", beat)
        page = await desk.get("/passage/behind-the-curtain/edit")
        assert "Mara finds two doors." in texts(page, "//p[@class='hook']")
        form = fields_of(page, "/passage/behind-the-curtain/edit")
        assert [each.strip() for each in form["part"]] == ["", ""]
        await send(desk, "/passage/behind-the-curtain/edit", {**form, "part": ["Two.", "Again."]})
        prose = (await story_at(desk)).prose["passage::behind-the-curtain"]
        assert prose == f"Two.\n\n[{slug_of(flag)}]\nAgain."
        await send(desk, CHOICES, {**NEW, "title": "Unwritten", "label": "Wait"})
        form = fields_of(await desk.get("/passage/setup-1/edit"), "/passage/setup-1/edit")
        await send(desk, "/passage/setup-1/edit", {**form, "part": "Once."})
        assert (await story_at(desk)).prose["passage::setup-1"] == "Once."


async def test_a_draft_writer_names_what_else_writes_an_added_passage(project: Path) -> None:
    """The author must not be left with a passage that the chosen provider cannot write."""
    async with at_desk(project, env={"QF_PROVIDER": DRAFT_MODEL}) as desk:
        await send(desk, CHOICES, NEW)
        assert (await desk.post("/run")).status_code == 303
        async with asyncio.timeout(20):
            async for _ in desk.views.task.changes():
                pass
        first, *ways = desk.views.task.problem.splitlines()
        assert "no text for the passage 'Behind the Curtain'" in first
        assert "qf desk --provider PROVIDER/MODEL" in ways[0]
        assert "write behind-the-curtain yourself" in ways[1]
        page = "/passage/behind-the-curtain/edit"
        assert page in (await desk.get("/run")).text
        await send(desk, page, {**fields_of(await desk.get(page), page), "part": "A door."})
        assert page not in (await desk.get("/run")).text


async def test_the_text_of_a_removed_passage_is_kept_and_told(project: Path) -> None:
    """Prose must not be lost with a passage, nor stay unseen. (DSK-15.3, FIL-6.2)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, NEW)
        page = "/passage/behind-the-curtain/edit"
        await send(desk, page, {**fields_of(await desk.get(page), page), "part": "A door."})
        removed = {"do": "remove", "instead": AFTER}
        await send(desk, "/passage/behind-the-curtain/place", removed)
        assert "A door." in (project / "artifacts/fill.yaml").read_text()
        assert "so its text is never shown" in (await desk.get("/findings")).text


async def test_a_new_option_answers_the_decision(project: Path) -> None:
    """A third way to an answer must not leave the dilemma open. (DSK-15.2)"""
    async with at_desk(project) as desk:
        answer, other = await choices_of(desk, "setup-1")
        option = {"label": "Share it without a word", "to": answer.target}
        await send(desk, "/passage/setup-1/choices", {**option, "answers": answer.takes})
        *_, added = await choices_of(desk, "setup-1")
        assert (added.takes, added.grants) == (answer.takes, answer.grants)
        wrong = {**option, "label": "Wait", "answers": "path::none"}
        assert "gives the answer" in (await desk.post("/passage/setup-1/choices", wrong)).text
        assert other.takes != answer.takes


async def test_a_choice_that_leads_back_is_taken_once(project: Path) -> None:
    """Without the limit, some players would never come to an end. (DSK-15.2)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, NEW)
        back = {"label": "Look once more", "to": f"passage::{SOURCE}"}
        refused = await desk.post("/passage/behind-the-curtain/choices", back)
        assert refused.status_code == 400
        await send(desk, CHOICES, {**NEW, "title": "Window", "label": "Look out", "once": "yes"})
        *_, added = await choices_of(desk)
        assert added.one_time_flags


async def test_a_written_conditional_text_is_not_dropped_by_a_tick(project: Path) -> None:
    """The text would still be read by players, and no page would say why. (DSK-15.3)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, {**NEW, "remembers": "You have seen the door."})
        flag = next(iter((await choices_of(desk))[1].grants))
        callbacks = "/passage/the-last-air-default-tail-1/callbacks"
        await send(desk, callbacks, {"flag": flag})
        page = "/passage/the-last-air-default-tail-1/edit"
        form = fields_of(await desk.get(page), page)
        await send(desk, page, {**form, "part": [*form["part"][:-1], "The door again."]})
        refused = await desk.post(callbacks, {"flag": ""})
        assert "Remove it from the text" in refused.text
        await send(desk, page, {**fields_of(await desk.get(page), page), "part": ["You wait.", ""]})
        await send(desk, callbacks, {"flag": ""})
        passage = (await story_at(desk)).existing_structure.passage(AFTER)
        assert passage.callback_flags == frozenset()


async def test_an_exit_without_a_label_gets_one(project: Path) -> None:
    """The form shows the common label of single exits, which is not stored there. (DSK-15.2)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, NEW)
        [onward] = await choices_of(desk, "behind-the-curtain")
        typed = {"title": "Behind the Curtain", f"label {onward.id}": "Step through"}
        await send(desk, "/passage/behind-the-curtain/names", {**typed, "confirmed": "yes"})
        [named] = await choices_of(desk, "behind-the-curtain")
        assert named.label == "Step through"
