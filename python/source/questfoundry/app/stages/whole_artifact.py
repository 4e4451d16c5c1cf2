"""The request for a whole artifact at once, for providers that have a complete story ready."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.stages.section import Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.story import Story


def open_flow(
    stage: ArtifactStage,
    story: Story,
    inputs: StageInputs,
    traits: ModelTraits,
    wording: Mapping[str, Any],
) -> SectionFlow:
    """Return the sections of ``stage``, or a single section for the whole artifact.

    The single section is used if stage and provider accept whole artifacts. It is checked like an
    author's edit. ``wording`` is ``prompts/feedback.yaml``.
    """
    if traits.capabilities.whole_artifacts and stage.accepts_whole:
        return _request_whole(stage, story, inputs, wording)
    return stage.sections(story, inputs, traits)


def _request_whole(
    stage: ArtifactStage, story: Story, inputs: StageInputs, wording: Mapping[str, Any]
) -> SectionFlow:
    section: Section[Artifact] = Section(
        name=stage.name,
        model=stage.artifact,
        template="templates/whole_artifact",
        guide=f"fields/{stage.name}",
        check=lambda artifact: stage.faults_in(story, artifact, wording),
        about=SectionSubject(story=story, size=inputs.size, shape=inputs.shape),
    )
    return (yield from request_section(section))
