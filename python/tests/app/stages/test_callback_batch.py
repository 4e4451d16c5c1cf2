"""Gated choices and callbacks share one answer, in any plan."""

from itertools import chain
from typing import Any

import pytest

from questfoundry.app.stages.grow import callback_sections
from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.grow import GrowDares
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.grown import GROW, made_of
from tests.support.planner import planned as plan_by_chance
from tests.support.sections import LARGE, finish, joined_form, next_section, render_user_message

INPUTS = StageInputs(acts=True)


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow as many places in one answer as a short story has, to provoke more faults."""
    monkeypatch.setattr(callback_sections, "MOST_PLACES", 24)


def before_dares(size: Size, seed: int) -> tuple[Story, dict[str, Artifact], Section, Artifact]:
    """Return a plan, the results before its gated choices, their section, and an answer to it."""
    story = plan_by_chance(size, seed)
    made: dict[str, Artifact] = {}
    for section, part in made_of(story, INPUTS):
        if isinstance(part, GrowDares):
            return story, made, joined_form(section), part
        made[section.name] = part
    raise AssertionError("There is no dare in this story.")


def answered(section: Section, dares: Artifact) -> dict[str, Any]:
    """Return an answer that uses every possible callback at each place."""
    marks = {
        place.id: [*place.flags, *section.variables["left"].get(place.id, ())]
        for place in section.variables["recalls"]
    }
    return {
        **dares.model_dump(mode="json"),
        "recalls": {place: {"marks": given} for place, given in marks.items()},
    }


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
@pytest.mark.parametrize("seed", range(4))
def test_dares_and_recalls_are_one_answer(size: Size, seed: int) -> None:
    """One answer saves a call and must still give a sound structure with all callbacks."""
    story, made, section, dares = before_dares(size, seed)
    answer = answered(section, dares)
    part = section.model.model_validate(answer)
    assert list(section.check(part)) == []

    made |= section.results_from(part)
    rest = {each.name: told for each, told in made_of(story, INPUTS)}
    while more := next_section(GROW, story, INPUTS, made, LARGE):
        assert more.name == "frame"
        made[more.name] = rest[more.name]
    grow = finish(GROW, story, INPUTS, made, LARGE)
    recalled = {mark for each in grow.passages for mark in each.recalls}
    for place, left in section.variables["left"].items():
        for mark in left:
            dare = answer["dares"][section.variables["dared"][mark]]
            (own,) = (name for name, each in grow.marks.items() if each.text == dare["leaves"])
            passage = next(each for each in grow.passages if each.id == place)
            copies = [each for each in grow.passages if each.beats == passage.beats]
            assert any(own in each.recalls for each in copies)
    assert not any("dare--" in mark for mark in recalled)


@pytest.mark.usefixtures("many")
def test_what_a_dare_leaves_can_be_recalled_by_an_id_of_its_own() -> None:
    """A callback to a new gated choice needs an id before the choice exists."""
    found = 0
    for seed in range(4):
        _, _, section, _ = before_dares(Size.SHORT, seed)
        said = render_user_message(section)
        for mark in chain(*section.variables["left"].values()):
            place = section.variables["dared"][mark]
            assert f"- {mark}: what the new option at {place} leaves" in said.splitlines()
            found += 1
        places = (*section.variables["recalls"], *section.variables["dares"])
        offered = [flag for place in places for flag in place.flags]
        assert all(said.count(f"- {flag}: ") == 1 for flag in offered)
    assert found


@pytest.mark.usefixtures("many")
def test_of_dares_and_recalls_the_part_at_fault_is_asked_for_again() -> None:
    """One wrong callback must not cost the gated choices again."""
    _, _, section, dares = before_dares(Size.SHORT, 1)
    answer = answered(section, dares)
    first, *others = section.variables["recalls"]
    offered = chain(*(place.flags for place in others))
    strange = next(mark for mark in offered if mark not in first.flags)
    answer["recalls"][first.id]["marks"][0] = strange
    (fault,) = section.check(section.model.model_validate(answer))
    assert fault.field == f"recalls.{first.id}.marks"
    assert fault.rule == "grow.not_offered"


@pytest.mark.parametrize(("size", "joined"), [(Size.MICRO, True), (Size.MEDIUM, False)])
def test_of_a_longer_story_dares_come_first(size: Size, joined: bool) -> None:
    """A long story does not fit into one answer, so gated choices come first."""
    _, _, section, _ = before_dares(size, 2)
    assert (section is not None) == joined
