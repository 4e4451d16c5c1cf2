"""The sections of a stage, answered by a test instead of a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.section_requests import SectionRequests
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story

PLAIN = ModelTraits()
"""The traits of a model that is asked for each section separately."""


@frozen(kw_only=True)
class Answered:
    """A finished artifact and the results of its sections by name."""

    artifact: Artifact
    results: Mapping[str, Artifact] = field(factory=dict)


def answer_sections(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    answer: Callable[[Section[Any]], Artifact],
    traits: ModelTraits = PLAIN,
) -> Answered:
    """Answer every section of the stage by ``answer``, and return the artifact."""
    requests = SectionRequests(
        stage.sections(story, inputs, traits), is_batching=traits.can_answer_many
    )
    results: dict[str, Artifact] = {}
    while section := requests.section:
        part = answer(section)
        results.update(section.results_from(part))
        requests.submit(part)
    return Answered(artifact=requests.artifact, results=results)


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


def finish(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    results: Mapping[str, Artifact],
    traits: ModelTraits = PLAIN,
) -> Artifact:
    """Return the artifact with ``results``, which has the result of every section by name."""
    flow = stage.sections(story, inputs, traits)
    try:
        section = next(flow)
        while True:
            section = flow.send(results[section.name])
    except StopIteration as finished:
        artifact: Artifact = finished.value
        return artifact
