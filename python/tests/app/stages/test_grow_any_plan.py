"""GROW makes a sound structure of any plan that SEED accepts."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.checks.check import check
from questfoundry.domain.story.size import Size
from tests.strategies.damage import damaged
from tests.strategies.plans import SEED, brainstormed, seeds
from tests.support.examples import examples
from tests.support.grown import GROW, grow_artifact
from tests.support.stage_runs import shipped_prompts
from tests.support.walked_laws import is_sound


@given(st.data())
@examples(15)
def test_any_plan_becomes_a_structure_that_breaks_no_law_and_no_rule(data: st.DataObject) -> None:
    """A plan that GROW cannot weave would strand the author after paying for SEED."""
    before = data.draw(brainstormed([Size.MICRO, Size.SHORT]))
    story = SEED.apply(before, SeedArtifact.model_validate(data.draw(seeds(before))))
    GROW.require(story)
    hours = data.draw(st.sampled_from(["one", "each"]))
    grow = grow_artifact(story, hours=hours, acts=data.draw(st.booleans()))

    plain = grow.model_dump(mode="json")
    assert GROW.validate(plain, story=story, prompts=shipped_prompts()) == grow
    woven = GROW.apply(story, grow)
    assert is_sound(check(woven.existing_structure, story=woven))
    assert {ending.id for ending in woven.endings} == {
        passage.ending for passage in woven.existing_structure.passages if passage.ending
    }
    planned = {beat.id for beat in story.beats}
    assert planned <= {beat.id for beat in woven.beats}
    structure, said = woven.existing_structure, dict[object, str]()
    marks = {mark.id for mark in woven.choice_flags}
    for choice in structure.choices:
        decided = (structure.passage(choice.source).beats, choice.takes)
        plain = choice.takes and not choice.grants & marks
        assert not plain or said.setdefault(decided, choice.label) == choice.label


@given(st.data())
@examples(40)
def test_a_damaged_structure_is_refused_or_still_sound(data: st.DataObject) -> None:
    """No hand edit may produce a story that a player cannot finish."""
    before = data.draw(brainstormed([Size.MICRO]))
    story = SEED.apply(before, SeedArtifact.model_validate(data.draw(seeds(before))))
    made = grow_artifact(story, acts=data.draw(st.booleans()))
    edited = damaged(made.model_dump(mode="json"), data)

    accepted = GROW.validate(edited, story=story, prompts=shipped_prompts())
    if isinstance(accepted, tuple):
        assert accepted
        return
    woven = GROW.apply(story, accepted)
    assert is_sound(check(woven.existing_structure, story=woven))
    planned = {beat.id: beat for beat in story.beats}
    for beat in woven.beats:
        if beat.id not in accepted.beats:
            assert evolve(beat, time=None, when="", memory=False) == planned[beat.id]
