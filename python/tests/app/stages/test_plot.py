"""All beats of a micro story and their delayed effects share one answer, in any plan."""

from itertools import chain
from random import Random
from typing import Any

import pytest

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.partial_plan import BEATS
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.shape import StoryShape, counts_of
from questfoundry.domain.story.size import Size
from tests.support.planner import SEED, Planner, material
from tests.support.sections import answer_sections, joined_form


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shape", [None, *StoryShape])
def test_moments_with_what_comes_of_them_are_what_each_by_itself_gives(
    shape: StoryShape | None, seed: int
) -> None:
    """One answer saves calls but must give the same plan as separate sections."""
    chance = Random(seed)
    story, inputs = material(Size.MICRO, chance, shape=shape), StageInputs(questions=True)
    preset = counts_of(Size.MICRO, shape).preset
    planner = Planner(story=story, preset=preset, chance=chance)
    before: dict[str, Artifact] = {}
    since: dict[str, Artifact] = {}
    plots = []

    def answered(section: Section) -> Artifact:
        if not plots and section.name.startswith(f"{BEATS}."):
            plots.append(joined_form(section))
        made = since if plots else before
        made[section.name] = planner.answered(section)
        return made[section.name]

    seed_data = answer_sections(SEED, story, inputs, answered).model_dump(mode="json")
    (plot,) = plots
    counts = (preset.shared_beats, preset.tail_beats, preset.setup_beats)
    fixed = all(each.least == each.most for each in counts)
    assert ("questions" in plot.model.model_fields) is fixed
    if not fixed:
        return

    answer: dict[str, Any] = {BEATS: {}}
    for name, part in since.items():
        plain = part.model_dump(mode="json")
        if name.startswith(f"{BEATS}."):
            answer[BEATS][name.removeprefix(f"{BEATS}.")] = plain
        else:
            answer |= plain
    whole = plot.model.model_validate(answer)
    assert list(plot.check(whole)) == []
    assert plot.results_from(whole) == since

    beats = SEED.apply(story, SeedArtifact.model_validate(seed_data)).beats
    told = plot.variables["felt"]["moments"]
    ids = [*chain(*(each["ids"] for each in told))]
    assert ids == list(dict.fromkeys(ids))
    assert {*ids} == {each.id for each in beats if "--after-" not in each.id}
    for each in told:
        roles = [beat.role for one in each["ids"] for beat in beats if beat.id == one]
        if each["where"] is BeatRole.COMMIT:
            assert roles == [BeatRole.COMMIT, *[BeatRole.TAIL] * (len(roles) - 1)]
        else:
            assert {*roles} == {each["where"]}
