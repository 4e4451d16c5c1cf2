"""The story of a project: the fold of its accepted artifacts."""

from __future__ import annotations

from questfoundry.app.stages.stage import StageRegistry
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.story import EMPTY_STORY, Story


def load_story(
    registry: StageRegistry, artifacts: ArtifactRepository, *, before: str | None = None
) -> Story:
    """Apply the current artifacts in the order of the pipeline, all or those ``before`` a stage."""
    story = EMPTY_STORY
    for name in registry.names:
        if name == before:
            break
        current = artifacts.current(name)
        if current is not None:
            stage = registry.get(name)
            story = stage.apply(story, stage.artifact.model_validate(dict(current.data)))
    return story


def woven_story(registry: StageRegistry, artifacts: ArtifactRepository) -> Story:
    """The story; ``InputError`` where GROW has not woven it yet."""
    story = load_story(registry, artifacts)
    if story.structure is None:
        raise InputError("The story has no passages yet.", remedies=(RunStage("grow"),))
    return story
