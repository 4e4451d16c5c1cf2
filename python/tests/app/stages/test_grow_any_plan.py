"""Whatever SEED accepts, GROW makes a sound structure of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.app.phases.validation import validate_whole
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.checks.laws import check, is_sound
from tests.strategies.plans import SEED, brainstormed, seeds
from tests.support.grown import GROW, grow_artifact
from tests.support.stage_runs import shipped_prompts


@given(st.data())
@settings(max_examples=15)
def test_any_plan_becomes_a_structure_that_breaks_no_law_and_no_rule(data: st.DataObject) -> None:
    """GRW-3.1."""
    before = data.draw(brainstormed())
    story = SEED.apply(before, SeedArtifact.model_validate(data.draw(seeds(before))))
    GROW.require(story)
    grow = grow_artifact(story, scenes=data.draw(st.sampled_from(["share", "part"])))

    verdict = validate_whole(
        GROW, grow.model_dump(mode="json"), story=story, prompts=shipped_prompts()
    )
    assert verdict.faults == ()
    told = GROW.apply(story, grow)
    assert is_sound(check(told.settled_structure, story=told))
    assert {ending.id for ending in told.endings} == {
        passage.ending for passage in told.settled_structure.passages if passage.ending
    }
    planned = {beat.id for beat in story.beats}
    assert planned <= {beat.id for beat in told.beats}
