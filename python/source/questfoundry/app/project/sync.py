"""Take in what the author edited: a changed YAML file becomes a version, if it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.phases.validation import validate_whole
from questfoundry.app.project.edit_faults import not_valid
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.protocols import Clock, PromptRepository

EDIT = "edit"
"""The origin of a version that the author made by hand."""


@frozen(kw_only=True)
class SyncEditsUseCase:
    """Compares the files with the stored versions and stores what changed."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(self, *, before: str | None = None) -> tuple[ArtifactVersion, ...]:
        """The versions made from edits; ``InputError`` names the line of every fault.

        All files are looked at, or those ``before`` a stage. An edit that changes nothing
        but comments or layout makes no version.
        """
        made = []
        for name in [stage.name for stage in self._registry.artifacts]:
            if name == before:
                break
            current = self._store.artifacts.current(name)
            edited = self._store.files.read(name) if current is not None else None
            if current is not None and edited is not None and edited != current.data:
                stage = self._registry.get(name)
                data = self._valid(stage, edited)
                if data != current.data:
                    made.append(
                        self._store.artifacts.add(
                            name,
                            data,
                            made_from=current.made_from,
                            origin=EDIT,
                            created_at=self._clock.now(),
                        )
                    )
        return tuple(made)

    def _valid(self, stage: ArtifactStage, data: Mapping[str, Any]) -> dict[str, Any]:
        story = self._registry.story(self._store.artifacts, before=stage.name)
        validated = validate_whole(stage, data, story=story, prompts=self._prompts)
        if validated.artifact is None:
            raise not_valid(self._store.files, stage.name, data, validated.faults)
        return validated.artifact.model_dump(mode="json")
