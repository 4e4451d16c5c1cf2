"""Requests and schemas of SEED do not grow with the story."""

import json
from random import Random

import pytest

from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.stage_prompts import render_shared_texts
from questfoundry.app.stages.section import Section
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import PRESETS, Size
from tests.support.planner import SEED, Planner, material
from tests.support.sections import answer_sections
from tests.support.stage_runs import shipped_prompts


def largest(size: Size) -> int:
    """Return the number of characters in the largest request for a section, schema included."""
    prompts, story, inputs = shipped_prompts(), material(size, Random(1)), StageInputs()
    planner = Planner(story=story, preset=PRESETS[size], chance=Random(1))
    sizes = []

    def measured(section: Section) -> Artifact:
        tool = build_finalization(SEED.name, section, prompts)
        variables = {
            **SEED.variables(story, inputs),
            **section.template_variables,
            "brief": "",
            "is_discussed": False,
            "said": (),
            "tool_name": tool.name,
            "structured_output": "tool",
        }
        variables |= render_shared_texts(prompts, variables)
        words = prompts.render(section.template_in(SEED.name), variables)
        texts = (*words.sections.values(), json.dumps(tool.schema))
        sizes.append(sum(map(len, texts)))
        return planner.answered(section)

    answer_sections(SEED, story, inputs, measured)
    return max(sizes)


@pytest.mark.parametrize(
    ("size", "smaller", "times"), [(Size.MEDIUM, Size.SHORT, 3.7), (Size.LONG, Size.MEDIUM, 2)]
)
def test_requests_do_not_grow_with_the_story(size: Size, smaller: Size, times: float) -> None:
    """Requests that grow with the story would exceed the window in long stories. (CHP-1.2)"""
    assert largest(size) < times * largest(smaller)
