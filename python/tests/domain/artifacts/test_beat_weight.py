"""Tests for the dramatic weight of a beat."""

import pytest
from pydantic import ValidationError

from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.story.beat import BeatDraft, BeatRole
from tests.support.small_story import made_until, story_of

TURNING = {BeatRole.COMMIT, BeatRole.EPILOGUE}


async def test_a_plan_without_weights_gives_turning_points_the_weight_three() -> None:
    """Plans of earlier versions have no weights, and their decisions still need room."""
    story = story_of(await made_until("seed"))
    assert {each.role for each in story.beats} == {*BeatRole}
    assert all(each.weight == (3 if each.role in TURNING else 2) for each in story.beats)


async def test_a_stated_weight_is_kept() -> None:
    workshop = await made_until("seed")
    data = dict(workshop.store.artifacts.current("seed").data)
    data["setup"] = [{**each, "weight": 4} for each in data["setup"]]
    seed = SeedArtifact.model_validate(data)
    story = workshop.registry.get("seed").apply(story_of(workshop, before="seed"), seed)
    opening = [each for each in story.beats if each.role is BeatRole.SETUP]
    assert {each.weight for each in opening} == {4}


def test_a_beat_without_a_weight_is_stored_without_the_field() -> None:
    """Artifacts of earlier versions stay the same, byte for byte."""
    plain = BeatDraft(summary="She waits.", location="location::quay")
    assert "weight" not in plain.model_dump()
    assert plain.model_copy(update={"weight": 4}).model_dump()["weight"] == 4


@pytest.mark.parametrize("weight", [0, 5])
def test_a_weight_is_from_one_to_four(weight: int) -> None:
    with pytest.raises(ValidationError):
        BeatDraft(summary="She waits.", location="location::quay", weight=weight)
