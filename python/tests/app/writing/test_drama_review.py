"""A second reader names the weakest scenes of a written story, which are rewritten once."""

import re

import pytest

from questfoundry.app.writing.drama_review import DRAMA, ReadScene, split_scenes
from questfoundry.domain.artifacts.fill import DramaReading
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.events.stages import ScenesRewritten
from questfoundry.domain.field_types import json_schema_of
from questfoundry.domain.run.modes import PhaseMode, Review
from questfoundry.testing.scripted import says
from tests.app.writing.test_write_story import CHAINED, edit
from tests.docs.test_prompts import LOOPING, MARKUP, dotted, ends, read_of
from tests.support.novelist import Novelist, filled, prose_of
from tests.support.small_story import TITLES
from tests.support.stage_runs import Ask, shipped_prompts

BELL, TITLE = "passage::setup-1", TITLES["setup-1"]
WEAK = {
    "passage": BELL,
    "problem": "Nobody wants anything.",
    "want": "Mara wants the boat.",
    "obstacle": "The tide is out.",
    "turn": "She takes the ladder.",
}
WHOLE = Ask(review=Review.WHOLE)
OLD, NEW = prose_of(TITLE), prose_of("A stronger scene")


def readings(model: Novelist) -> list[ChatRequest]:
    return [each for each in model.requests if each.tools and each.tools[0].name.endswith(DRAMA)]


async def test_the_weakest_scene_is_rewritten_once_at_up_to_double_length() -> None:
    """A reader of mistakes alone leaves flat scenes flat. (FIL-10.10)"""
    model = Novelist({TITLE: [says(OLD), says(NEW)]}, drama=lambda _: [WEAK])
    fill, result = await filled(model, WHOLE)
    passages = result.version.data["passages"]
    assert passages[BELL]["prose"] == NEW
    (reading,) = readings(model)
    first, second = model.asked(TITLE)
    asked = second.messages[-1].content
    assert all(WEAK[each] in asked for each in ("problem", "want", "obstacle", "turn"))
    planned, longer = (
        re.search(rf'"{TITLE}": (\d+) to (\d+)', each.messages[1].content)
        for each in (first, second)
    )
    assert planned
    assert longer
    assert longer.groups() == (planned[1], str(2 * int(planned[2])))
    assert f"Use up to {longer[2]} words" in asked
    # The first reader then reads the new scene, and finds what it broke.
    after = model.requests[model.requests.index(reading) + 1 :]
    assert all(NEW in each.messages[1].content for each in model.readings[:1])
    assert not [each for each in model.readings if each not in after]
    (told,) = [each for each in fill.workshop.events.events if isinstance(each, ScenesRewritten)]
    assert told.passages == (BELL,)


async def test_the_reader_sees_all_scenes_with_their_inserts_and_choices() -> None:
    model = Novelist()
    _, result = await filled(model, WHOLE)
    (reading,) = readings(model)
    system, shown = (each.content for each in reading.messages)
    passages = result.version.data["passages"]
    assert {*re.findall(r"^\[(passage::[\w-]+)\]", shown, re.MULTILINE)} == {*passages}
    assert "> Hold out the mouthpiece (One Mouthpiece)" in shown
    assert shown.count("[The story ends: ") > 1
    assert [reading.tools[0].name in each for each in ends(system)] == [True, True]
    for text in read_of(reading):
        for wrong in (MARKUP, LOOPING):
            assert not wrong.search(text), text


@pytest.mark.parametrize(
    "ask",
    [
        Ask(review=Review.READ),
        Ask(review=Review.NONE),
        Ask(review=Review.WHOLE, phases=PhaseMode.CONDENSED),
        Ask(review=Review.WHOLE, phases=None),
    ],
    ids=["read", "none", "condensed", "a run of an earlier version"],
)
async def test_who_wants_a_report_or_few_requests_gets_no_second_reader(ask: Ask) -> None:
    """Prose is rewritten only for authors who want that, and may spend on it."""
    model = Novelist(drama=lambda _: [WEAK])
    await filled(model, ask)
    assert readings(model) == []


@pytest.mark.parametrize(
    "worse",
    [says("You wait", finish_reason=FinishReason.LENGTH), says(f"{OLD} What do you do?")],
    ids=["cut off", "with a new problem"],
)
async def test_a_scene_for_which_nothing_better_comes_stays(worse) -> None:
    model = Novelist({TITLE: [says(OLD), *[worse] * 3]}, drama=lambda _: [WEAK])
    fill, result = await filled(model, WHOLE)
    assert result.version.data["passages"][BELL]["prose"] == OLD
    (told,) = [each for each in fill.workshop.events.events if isinstance(each, ScenesRewritten)]
    assert told.passages == ()


async def test_prose_of_earlier_runs_is_never_rewritten_unasked() -> None:
    """A finished passage is not judged again, whatever else changes. (FIL-10.10)"""
    first = Novelist({TITLE: [says(OLD), says(NEW)]}, drama=lambda _: [WEAK])
    fill, result = await filled(first, WHOLE)
    passages = {**result.version.data["passages"], CHAINED: {"prose": "The boats are mine."}}
    edit(fill, "fill", passages=passages)
    model = Novelist(drama=lambda _: [WEAK])
    _, result = await filled(model, WHOLE, fill)
    assert readings(model) == []
    assert TITLE not in model.titles
    assert result.version.data["passages"][BELL]["prose"] == NEW
    assert result.version.data["passages"][CHAINED]["prose"] == "The boats are mine."
    assert result.version.data["scenes"] == {BELL: WEAK}


def test_a_long_story_is_read_in_parts() -> None:
    scenes = [ReadScene(id=f"passage::{n}", title=f"T{n}", text="word " * 50) for n in range(7)]
    parts = list(split_scenes(scenes, 3 * scenes[0].tokens))
    assert [len(each) for each in parts] == [3, 3, 1]
    assert [each for part in parts for each in part] == scenes


def test_a_guide_names_exactly_the_fields() -> None:
    schema = json_schema_of(DramaReading)
    assert set(shipped_prompts().wording("fields/fill_drama")) == set(dotted(schema, schema))
