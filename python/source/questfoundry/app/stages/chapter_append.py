"""Appending chapters to the artifacts of a long story instead of regenerating them."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.story.chapter import ChapterCount


def artifact_to_extend(
    stage: ArtifactStage, registry: StageRegistry, store: ProjectStore
) -> Mapping[str, Any]:
    """Return the data of the stage's artifact if chapters can be added to it, else an empty map."""
    current = store.artifacts.current(stage.name)
    if current is None or not stage.by_chapter:
        return {}
    try:
        earlier_story = registry.story(store.artifacts, before=stage.name, of=current.made_from)
        current_story = registry.story(store.artifacts, before=stage.name)
        can_extend = stage.can_extend(
            registry.read(stage, current.data), earlier_story, current_story
        )
    except (InputError, KeyError, UsageError):  # one of the two states is no valid story
        return {}
    return current.data if can_extend else {}


def count_planned_chapters(registry: StageRegistry, store: ProjectStore) -> ChapterCount | None:
    """Return how many chapters are planned, of how many.

    Return ``None`` for a story without chapters, or one that is not planned yet.
    """
    planner = next((each for each in registry.artifacts if each.by_chapter), None)
    if planner is None or store.artifacts.current(planner.name) is None:
        return None
    try:
        return registry.story_with(store.artifacts, planner.name).chapter_count
    except InputError:
        return None
