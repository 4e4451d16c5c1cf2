"""Whether data is an artifact: counts first, then ids, then the schema, then the stage's rules.

These gates stand before a model's answer; an author's edit of the YAML is judged by its stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from pydantic import ValidationError

from questfoundry.app.phases.finalization import Finalization
from questfoundry.app.stages.stage import ArtifactStage, Check
from questfoundry.domain.answer.diagnosis import faults_of
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class Validation:
    """The artifact, or the faults that keep the data from being one."""

    artifact: Artifact | None = None
    faults: tuple[Fault, ...] = ()


def validate(
    data: Mapping[str, Any],
    finalization: Finalization,
    *,
    check: Check,
    wording: Mapping[str, Any],
) -> Validation:
    """Put data before the gates; the first gate that finds faults answers."""
    structural = check_structural_completeness(data, finalization.manifest, wording)
    if structural:
        return Validation(faults=tuple(structural))
    try:
        artifact = finalization.artifact.model_validate(data)
    except ValidationError as error:
        return Validation(
            faults=faults_of(
                error, finalization.artifact, finalization.guide, wording, submitted=data
            )
        )
    faults = tuple(check(artifact))
    return Validation(faults=faults) if faults else Validation(artifact=artifact)


def validate_whole(
    stage: ArtifactStage,
    data: Mapping[str, Any],
    *,
    story: Story,
    prompts: PromptRepository,
) -> Validation:
    """Put a whole artifact before the gates: its schema, then what its stage says of it."""
    wording = prompts.wording("feedback")
    guide = prompts.wording(f"fields/{stage.name}")
    try:
        artifact = stage.artifact.model_validate(dict(data))
    except ValidationError as error:
        return Validation(faults=faults_of(error, stage.artifact, guide, wording, submitted=data))
    faults = tuple(stage.faults_in(story, artifact, wording))
    return Validation(faults=faults) if faults else Validation(artifact=artifact)
