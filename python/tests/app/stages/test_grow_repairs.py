"""GROW asks once for callbacks to choices that change nothing later."""

from functools import partial

import pytest
from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.choices import find_idle_passages
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.support.grown import GROW, answer_words
from tests.support.planner import planned
from tests.support.sections import PLAIN, answer_sections, render_user_message
from tests.support.walked_laws import is_sound

SIZES = (Size.MICRO, Size.SHORT)
REPAIRING = StageInputs(acts=True, repairs=True)
WEAK = ModelTraits(capabilities=Capabilities(comprehension=False))


def grow(plan: Story, inputs: StageInputs, traits: ModelTraits = PLAIN) -> tuple[Story, list[str]]:
    """Return the grown story, and the user messages of its repairs."""
    asked: list[str] = []

    def answer(section):
        if section.name == "repairs":
            asked.append(render_user_message(section))
        return answer_words(section)

    artifact = answer_sections(GROW, plan, inputs, partial(answer), traits)
    return GROW.apply(plan, artifact), asked


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_choices_without_consequence_get_callbacks_in_one_request(size: Size, seed: int) -> None:
    """A choice that nothing remembers feels like no choice. (GRO-12.1)"""
    plan = planned(size, seed)
    before, _ = grow(plan, StageInputs(acts=True))
    idle = find_idle_passages(before.existing_structure)
    after, asked = grow(plan, REPAIRING)
    structure = after.existing_structure
    assert len(asked) == bool(idle)
    assert len(find_idle_passages(structure)) < len(idle) or not idle
    assert is_sound(check(structure, story=after, advice=False))


def test_a_repair_keeps_everything_but_the_callbacks() -> None:
    """A repair that changed a route or a label would undo what the author has seen."""
    plan = planned(Size.SHORT, 1)
    before, after = (grow(plan, each)[0] for each in (StageInputs(acts=True), REPAIRING))

    def without_callbacks(story: Story) -> Story:
        structure = story.existing_structure
        passages = (
            evolve(each, callback_flags=(), conditional_flags=()) for each in structure.passages
        )
        return evolve(story, structure=evolve(structure, passages=tuple(passages)))

    assert without_callbacks(after) == without_callbacks(before)
    assert all(
        old.callback_flags <= new.callback_flags
        for old, new in zip(
            before.existing_structure.passages, after.existing_structure.passages, strict=True
        )
    )


def test_the_request_names_the_facts_that_only_some_players_made_true() -> None:
    """The model can recall only what an option without consequence has made true."""
    plan = planned(Size.SHORT, 1)
    before, _ = grow(plan, StageInputs(acts=True))
    structure = before.existing_structure
    flags = {
        flag
        for place in find_idle_passages(structure)
        for choice in structure.outgoing_choices(place)
        for flag in choice.grants
    }
    _, (asked,) = grow(plan, REPAIRING)
    offered = {line[2:].partition(":  ")[0] for line in asked.splitlines() if line[:2] == "- "}
    assert {each.rpartition(": ")[0] for each in offered} <= flags


@pytest.mark.parametrize(("inputs", "traits"), [(StageInputs(acts=True), PLAIN), (REPAIRING, WEAK)])
def test_nothing_is_repaired_unasked(inputs: StageInputs, traits: ModelTraits) -> None:
    """An older run, and a model that cannot judge, make the same requests as before."""
    assert grow(planned(Size.SHORT, 1), inputs, traits)[1] == []
