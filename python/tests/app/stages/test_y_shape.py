"""Every plan that SEED accepts has a Y shape for each dilemma, in any size."""

from copy import deepcopy
from itertools import groupby
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import Story
from tests.strategies.damage import damaged
from tests.strategies.plans import brainstormed, seeds
from tests.support.examples import examples
from tests.support.stage_runs import shipped_prompts

PROMPTS = shipped_prompts()
SEED = SeedStage(PROMPTS)


def planned(story: Story, data: dict[str, Any]) -> Story:
    accepted = SEED.validate(data, story=story, prompts=PROMPTS)
    assert not isinstance(accepted, tuple), accepted
    return SEED.apply(story, accepted)


@given(st.data())
@examples(24)
def test_every_dilemma_of_a_valid_plan_is_a_y(data: st.DataObject) -> None:
    """Weaving relies on this shape, and fingerprints on equality. (STY-3.1, STY-4.1, SED-3.5)"""
    before = data.draw(brainstormed())
    plan = data.draw(seeds(before))
    assert_whole(planned(before, plan))
    # A plan that changes its size must still have a beat for every kept entity.
    assert_whole(planned(before, data.draw(seeds(before, data.draw(st.sampled_from(Size))))))
    again = SeedArtifact.model_validate(deepcopy(plan))
    assert planned(before, plan) == SEED.apply(before, again) == SEED.apply(before, again)


@given(st.data())
@examples(60)
def test_a_damaged_plan_is_refused_or_still_whole(data: st.DataObject) -> None:
    """No hand edit may bring a broken plan into the story. (STY-4.1, SED-4.4)"""
    before = data.draw(brainstormed([Size.MICRO]))
    plan = damaged(data.draw(seeds(before)), data)

    accepted = SEED.validate(plan, story=before, prompts=PROMPTS)
    if isinstance(accepted, tuple):
        assert accepted
    else:
        story = SEED.apply(before, accepted)
        assert_whole(story)


def assert_y(story: Story, dilemma: Dilemma) -> None:
    """Check for shared beats, then one commit and its tail for each explored answer."""
    preset = PRESETS[story.effective_size]
    assert dilemma.course is not None
    own = [beat for beat in story.beats if beat.dilemma == dilemma.id]
    shared = [beat for beat in own if beat.path is None]
    paths = [path for path in story.paths if path.dilemma == dilemma.id]

    assert [path.answer for path in paths] == list(dilemma.course.explored_answers)
    assert own[: len(shared)] == shared
    assert {beat.role for beat in shared} == {BeatRole.SHARED}
    assert len(shared) in preset.shared_beats
    arms = [list(beats) for _, beats in groupby(own[len(shared) :], key=lambda beat: beat.path)]
    assert [arm[0].path for arm in arms] == [path.id for path in paths]
    for commit, *tail in arms:
        assert commit.role is BeatRole.COMMIT
        assert {beat.role for beat in tail} == {BeatRole.TAIL}
        assert len(tail) in preset.tail_beats


def assert_whole(story: Story) -> None:
    """Check each dilemma, the order of all dilemmas, and the presence of kept entities."""
    for dilemma in story.dilemmas:
        assert_y(story, dilemma)
    courses = [dilemma.course for dilemma in story.dilemmas if dilemma.course is not None]
    assert len(courses) == len(story.dilemmas)
    assert [course.order for course in courses] == list(range(1, len(courses) + 1))
    deep = [course for course in courses if course.weight is Weight.HARD]
    preset = PRESETS[story.effective_size]
    chapters = max(1, len(story.chapters))
    assert 1 <= len(deep) <= chapters * preset.hard_dilemmas.most
    assert all(len(course.explored_answers) == 2 for course in deep)

    kept = {entity.id for entity in story.entities if entity.is_kept}
    assert {anchor for dilemma in story.dilemmas for anchor in dilemma.anchors} <= kept
    assert len(kept) <= len(story.entities)
    for beat in story.beats:
        assert {beat.location, *beat.entities} <= kept
        assert beat.location.startswith("location::")
    met = {each for beat in story.beats for each in (beat.location, *beat.entities)}
    assert kept - story.dilemma_people <= met <= kept
    for dilemma in story.dilemmas:
        own = [beat for beat in story.beats if beat.dilemma == dilemma.id]
        earlier = story.beats[: story.beats.index(own[-1]) + 1]
        met = {each for beat in earlier for each in (beat.location, *beat.entities)}
        assert set(dilemma.anchors) - story.dilemma_people <= met
    every = [*story.entities, *story.dilemmas, *story.paths, *story.beats]
    assert len({each.id for each in every}) == len(every)
    assert roles(story.beats)[0] is BeatRole.SETUP
    assert roles(story.beats)[-1] is BeatRole.EPILOGUE


def roles(beats: tuple[Beat, ...]) -> list[BeatRole]:
    return [beat.role for beat in beats]
