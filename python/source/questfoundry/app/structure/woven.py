"""The story of a project, once it has passages."""

from __future__ import annotations

from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.stages.story_fold import load_story
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.story import Story


def woven_story(registry: StageRegistry, artifacts: ArtifactRepository) -> Story:
    """The story; ``InputError`` where GROW has not woven it yet."""
    story = load_story(registry, artifacts)
    if story.structure is None:
        raise InputError("The story has no passages yet.", remedies=(RunStage("grow"),))
    return story
