"""Each chapter continues the plan and the structure that the author left."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from questfoundry.app.stages.grow.apply import take_prefix
from questfoundry.app.stages.grow.edit import find_broken_laws
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.beat import is_pause, pause_id
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import Story
from tests.strategies.shapes import CHANCES
from tests.support.examples import examples
from tests.support.grown import GROW, asked_of, grow_artifact
from tests.support.planner import SEED, Planner, material, seed_artifact
from tests.support.sections import next_section
from tests.support.stage_runs import shipped_prompts


def plan_after(story: Story, before: dict[str, Any], chapter: int | None) -> dict[str, Any]:
    return seed_artifact(story, StageInputs(chapter=chapter, settled=before), Random(5))


def told(story: Story, plan: dict[str, Any]) -> Story:
    return SEED.apply(story, SeedArtifact.model_validate(plan))


def can_extend(grow: GrowArtifact, before: dict[str, Any], now: dict[str, Any]) -> bool:
    return GROW.can_extend(grow, told(STORY, before), told(STORY, now))


STORY = material(Size.MEDIUM, Random(7))
FIRST = plan_after(STORY, {}, 1)
SECOND = plan_after(STORY, FIRST, 2)
WHOLE = plan_after(STORY, SECOND, None)


def test_a_plan_goes_on_and_asks_for_nothing_that_is_settled() -> None:
    """The next chapter must not change the earlier ones, nor pay for them again."""
    for before, after in ((FIRST, SECOND), (SECOND, WHOLE)):
        for field in ("entities", "chapters"):
            assert after[field] == before[field]
        for field in ("paths", "beats", "openings", "residue"):
            assert after[field].items() >= before[field].items()
    planner = Planner(story=STORY, preset=PRESETS[Size.MEDIUM], chance=Random(1))
    inputs = StageInputs(chapter=2, settled=FIRST)
    made: dict[str, Artifact] = {}
    names = []
    while section := next_section(SEED, STORY, inputs, made):
        made[section.name] = planner.answered(section)
        names.append(section.name)
    assert names[0] == "paths.2"
    assert names[-2:] == ["openings.chapter::2", "residue.2"]
    accepted = SEED.validate(WHOLE, story=STORY, prompts=shipped_prompts())
    assert isinstance(accepted, SeedArtifact), accepted

    assert take_prefix(told(STORY, WHOLE), 1) == told(STORY, FIRST)
    assert take_prefix(told(STORY, WHOLE), 2) == told(STORY, SECOND)


@given(CHANCES)
@examples(4)
def test_any_story_is_woven_on_and_what_was_woven_stays(seed: int) -> None:
    """A new chapter must not change passages that are already written. (CHP-2.1)"""
    chance = Random(seed)
    story = material(Size.MEDIUM, chance)
    grow, plan = None, {}
    for number in (1, 2, None):
        plan = seed_artifact(story, StageInputs(chapter=number, settled=plan), chance)
        planned = told(story, plan)
        after = grow_artifact(planned, acts=seed % 2 > 0, before=grow)
        assert not find_broken_laws(GROW.apply(planned, after))
        accepted = GROW.validate(
            after.model_dump(mode="json"), story=planned, prompts=shipped_prompts()
        )
        assert accepted == after
        pauses = {each.ending for each in after.passages if is_pause(each.ending or "")}
        assert pauses == ({pause_id(planned.chapters[number - 1].id)} if number else set())
        if grow:
            now = {each.id: each for each in after.passages}
            for each in grow.passages:
                assert now[each.id] == each or is_pause(each.ending or "")
                assert now[each.id].title == each.title
            assert after.marks.items() >= grow.marks.items()
            assert after.scenes.items() >= grow.scenes.items()
            assert after.title == grow.title
        grow = after


def test_a_pause_is_called_as_the_chapter_that_is_over() -> None:
    """Players of an unfinished story should see which chapter ended. (CHP-4.1)"""
    planned = told(STORY, FIRST)
    (ending,) = grow_artifact(planned).endings.items()
    assert ending[0] == pause_id("chapter::1")
    assert ending[1].name == planned.chapters[0].title


def test_nothing_of_what_is_woven_is_asked_for_again() -> None:
    """Titles and labels of earlier chapters are paid for and must not be asked again."""
    grow = grow_artifact(told(STORY, FIRST), acts=True)
    there = {each.id for each in grow.passages if not is_pause(each.ending or "")}
    there |= {choice.id for each in grow.passages for choice in each.choices}
    sections = asked_of(told(STORY, SECOND), acts=True, before=grow)
    names = [each.name for each in sections]
    assert names[0] == "scenes.2"
    assert "frame" not in names
    asked = {each.partition(".")[0] for each in names}
    assert {"hubs", "acts", "titles", "labels", "dares", "recalls"} <= asked
    for section in sections:
        for field, ids in section.manifest.sections.items():
            assert field == "scenes" or not there.intersection(ids), section.name


@pytest.mark.parametrize(
    ("change", "whether"),
    [
        (lambda plan: plan["openings"]["chapter::1"]["setup"][0].update(summary="Anew."), True),
        (lambda plan: plan["openings"]["chapter::1"]["setup"].pop(), False),
    ],
)
def test_what_is_planned_otherwise_is_woven_anew(change: Any, whether: bool) -> None:
    """Edited sentences keep the structure, but an added or removed beat needs new weaving."""
    first = SeedArtifact.model_validate(FIRST).model_dump(mode="json")
    first["openings"]["chapter::1"]["setup"] *= 2
    grow = grow_artifact(told(STORY, first))
    second = SeedArtifact.model_validate(SECOND).model_dump(mode="json")
    second["openings"]["chapter::1"]["setup"] *= 2
    assert can_extend(grow, first, second)
    change(second)
    assert can_extend(grow, first, second) is whether


def test_nothing_is_woven_on_before_another_chapter_is_planned() -> None:
    """The status would offer to continue GROW, although there is nothing to weave. (CHP-4.1)"""
    grow = grow_artifact(told(STORY, FIRST))
    assert not can_extend(grow, FIRST, FIRST)
    assert can_extend(grow, FIRST, SECOND)
    whole = grow_artifact(told(STORY, WHOLE))
    assert not can_extend(whole, WHOLE, WHOLE)
    assert not can_extend(whole, FIRST, WHOLE)
