"""Preview which stages and passages an edit would make stale, that is, out of date."""

from collections.abc import Mapping
from typing import Any, cast

from attrs import frozen

from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.app.stages.fill.stage import (
    find_affected_passages,
    find_authored_passages,
)
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.story import EMPTY_STORY, Story


@frozen(kw_only=True)
class Consequences:
    """The stages and passages that an edit would make stale and that are not stale already."""

    stages: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the edit would make nothing stale."""
        return not (self.stages or self.passages)


@frozen(kw_only=True)
class PreviewEditUseCase:
    """A use case that compares the inputs of later stages with and without an edit."""

    _registry: StageRegistry
    _store: ProjectStore
    _patch: PatchArtifactUseCase

    def execute(self, name: str, changes: Mapping[str, Any]) -> Consequences:
        """Return what ``changes``, by path, in the artifact of ``name`` would make stale."""
        data = self._patch.check_changes(name, changes).data
        stages: list[str] = []
        passages: tuple[str, ...] = ()
        later = [each.name for each in self._registry.artifacts]
        for stage in self._registry.artifacts[later.index(name) + 1 :]:
            if self._store.artifacts.current(stage.name) is None:
                continue
            old_fingerprint, new_fingerprint = (
                self._compute_fingerprint(stage, {}),
                self._compute_fingerprint(stage, {name: data}),
            )
            if old_fingerprint == new_fingerprint and old_fingerprint is not None:
                continue
            if stage.writes_prose and old_fingerprint is not None and new_fingerprint is not None:
                before, now = (
                    cast(Mapping[str, object], each) for each in (old_fingerprint, new_fingerprint)
                )
                passages = find_affected_passages(
                    before, now, find_authored_passages(self._store).passages
                )
            else:
                stages.append(stage.name)
        return Consequences(stages=tuple(stages), passages=passages)

    def _compute_fingerprint(
        self, stage: ArtifactStage, replacements: Mapping[str, Mapping[str, Any]]
    ) -> object:
        story: Story = EMPTY_STORY
        try:
            for each in self._registry.artifacts:
                if each.name == stage.name:
                    break
                current = self._store.artifacts.current(each.name)
                data = replacements.get(each.name) or (current.data if current else None)
                if data is not None:
                    story = each.apply(story, each.read(data))
            return stage.fingerprint(story)
        except (InputError, KeyError):
            return None
