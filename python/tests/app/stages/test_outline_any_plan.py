"""SEED orders all sections by the author's outline, for any size and shape."""

from random import Random

import pytest

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import StoryShape, counts_of
from questfoundry.domain.story.size import Size
from tests.support.outline_names import OUTLINES
from tests.support.planner import SEED, Planner, material
from tests.support.sections import answer_sections
from tests.support.stage_runs import shipped_prompts

TEXT = (OUTLINES / "family.md").read_text(encoding="utf-8")
SMALL = ModelTraits.from_capabilities(context_window=32_000)
MOMENTS = ("beats.", "openings.", "frame", "epilogues")
PLANS = [(size, None) for size in Size] + [(Size.SHORT, shape) for shape in StoryShape]


@pytest.mark.parametrize(("size", "shape"), PLANS)
def test_every_section_with_moments_asks_for_numbers(size: Size, shape: StoryShape | None) -> None:
    """A section that forgets to ask for outline points would lose the author's order."""
    page = MaterialPage(name="outline/o.md", text=TEXT)
    inputs = StageInputs(size=size, shape=shape, material=Material(pages=(page,)))
    chance = Random(1)
    story = material(size, chance, shape=shape)
    planner = Planner(story=story, preset=counts_of(size, shape).preset, chance=chance)
    numbered = []

    def answered(section: Section) -> Artifact:
        plain = section.preset or planner.answered(section)
        answer = section.model.model_validate(_numbered(plain.model_dump(mode="json"), chance))
        has_moments = section.name.startswith(MOMENTS)
        assert bool(section.manifest.numbers) == has_moments
        schema = str(build_finalization("seed", section, shipped_prompts()).schema)
        assert ("'points'" in schema) == has_moments
        numbered.append(has_moments)
        assert {each.rule for each in section.check(answer)} <= section.soft_rules
        return answer

    whole = answer_sections(SEED, story, inputs, answered, SMALL).model_dump(mode="json")
    planned = SEED.apply(story, SeedArtifact.model_validate(whole))
    assert sum(numbered) > 1
    assert [*SEED.unmet(planned, inputs, reads=True)]


def _numbered(value: object, chance: Random) -> object:
    """Return ``value`` with random outline points, or none, in each beat."""
    if isinstance(value, list):
        return [_numbered(each, chance) for each in value]
    if not isinstance(value, dict):
        return value
    found = {name: _numbered(each, chance) for name, each in value.items()}
    if {"summary", "location"} <= found.keys():
        found["points"] = chance.sample(range(1, 9), chance.randint(0, 2))
    return found
