"""The sections of a stage, answered by a test instead of a model."""

from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.app.phases.stage_prompts import render_shared_texts
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, PromptStyle
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story
from tests.support.stage_runs import shipped_prompts

PLAIN = ModelTraits()
"""The traits of a model that is asked for each section separately."""

LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
"""The traits of a model that is asked for many sections at once."""


def answer_sections(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    answer: Callable[[Section[Any]], Artifact],
    traits: ModelTraits = PLAIN,
) -> Artifact:
    """Answer every section of the stage by ``answer``, preset ones too; return the artifact."""
    flow = stage.sections(story, inputs, traits)
    try:
        section = next(flow)
        while True:
            section = flow.send(answer(section))
    except StopIteration as finished:
        artifact: Artifact = finished.value
        return artifact


def render_user_message(section: Section[Any], stage: str = "grow") -> str:
    """Return the user message of the request for ``section``."""
    variables = {
        **section.template_variables,
        "brief": "Titles: short.",
        "is_discussed": True,
        "language": "en",
        "tool_name": f"submit_{stage}",
        "structured_output": "tool",
    }
    template = section.template_in(stage)
    prompts = shipped_prompts()
    variables |= render_shared_texts(prompts, variables)
    return prompts.render(template, variables, PromptStyle.FULL)["user"]


def next_section(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    results: Mapping[str, Artifact],
    traits: ModelTraits = PLAIN,
) -> Section[Any] | None:
    """Return the first section that has no result in ``results``, or ``None``."""
    flow = stage.sections(story, inputs, traits)
    try:
        section = next(flow)
        while section.name in results:
            section = flow.send(results[section.name])
    except StopIteration:
        return None
    return section


def joined_form(section: Section[Any]) -> Section[Any] | None:
    """Return the section that joins ``section`` with later sections, or ``None``."""
    return section.joined() if section.joined else None


def finish(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    results: Mapping[str, Artifact],
    traits: ModelTraits | None = PLAIN,
) -> Artifact:
    """Return the artifact with ``results``, which has the result of every section by name.

    Without ``traits``, the sections are those of an author's edit.
    """
    flow = stage.sections(story, inputs, traits)
    try:
        section = next(flow)
        while True:
            section = flow.send(results[section.name])
    except StopIteration as finished:
        artifact: Artifact = finished.value
        return artifact
