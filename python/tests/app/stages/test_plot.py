"""All beats of a micro story and their delayed effects share one answer, in any plan."""

from itertools import chain
from random import Random
from typing import Any

import pytest

from questfoundry.app.stages.seed.partial_plan import BEATS
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.shape import StoryShape, counts_of
from questfoundry.domain.story.size import Size
from tests.support.planner import SEED, Planner, material
from tests.support.sections import finish, joined_form, next_section


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shape", [None, *StoryShape])
def test_moments_with_what_comes_of_them_are_what_each_by_itself_gives(shape, seed) -> None:
    """One answer saves calls but must give the same plan as separate sections."""
    chance = Random(seed)
    story, inputs = material(Size.MICRO, chance, shape=shape), StageInputs(questions=True)
    preset = counts_of(Size.MICRO, shape).preset
    planner = Planner(story=story, preset=preset, chance=chance)
    made: dict[str, Artifact] = {}
    before: dict[str, Artifact] = {}
    plot = None
    while section := next_section(SEED, story, inputs, made):
        if plot is None and section.name.startswith(f"{BEATS}."):
            plot, before = joined_form(section), dict(made)
        made[section.name] = planner.answered(section)
    fixed = all(
        each.least == each.most
        for each in (preset.shared_beats, preset.tail_beats, preset.setup_beats)
    )
    assert ("questions" in plot.model.model_fields) is fixed
    if not fixed:
        return

    answer: dict[str, Any] = {BEATS: {}}
    for name, part in made.items():
        if name in before:
            continue
        plain = part.model_dump(mode="json")
        if name.startswith(f"{BEATS}."):
            answer[BEATS][name.removeprefix(f"{BEATS}.")] = plain
        else:
            answer |= plain
    whole = plot.model.model_validate(answer)
    assert list(plot.check(whole)) == []
    assert {**before, **plot.results_from(whole)} == made

    seed_data = finish(SEED, story, inputs, made).model_dump(mode="json")
    beats = SEED.apply(story, SeedArtifact.model_validate(seed_data)).beats
    told = plot.variables["felt"]["moments"]
    ids = [*chain(*(each.ids for each in told))]
    assert ids == list(dict.fromkeys(ids))
    assert {*ids} == {each.id for each in beats if "--after-" not in each.id}
    for each in told:
        roles = [beat.role for one in each.ids for beat in beats if beat.id == one]
        if each.where is BeatRole.COMMIT:
            assert roles == [BeatRole.COMMIT, *[BeatRole.TAIL] * (len(roles) - 1)]
        else:
            assert {*roles} == {each.where}
