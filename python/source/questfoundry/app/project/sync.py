"""Take in what the author edited: a changed YAML file becomes a version, if it is valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.field_path import steps_to
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactFiles, Clock, PromptRepository
from questfoundry.domain.remedy import Undo

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
        artifact = stage.accepted(data, story=story, prompts=self._prompts)
        if isinstance(artifact, tuple):
            raise not_valid(self._store.files, stage.name, data, artifact)
        return artifact.model_dump(mode="json")


def not_valid(
    files: ArtifactFiles, stage: str, data: Mapping[str, Any], faults: Sequence[Fault]
) -> InputError:
    """The error that names the line of every fault."""
    return InputError(
        "\n".join(
            (
                f"artifacts/{stage}.yaml was edited and is not valid:",
                *(_line(files, stage, data, fault) for fault in faults),
                "Mend these lines, or take the edit back.",
            )
        ),
        remedies=(Undo(),),
    )


def _line(files: ArtifactFiles, stage: str, data: Mapping[str, Any], fault: Fault) -> str:
    """The fault with its line; what is missing has that of what it is missing from."""
    place = files.place_of(stage, steps_to(fault.field, data))
    where = f"line {place.line}: " if place else ""
    wanted = f" (wanted: {fault.requirement})" if fault.requirement else ""
    problem = fault.problem or fault.kind.value
    return f"  {where}{fault.field}: {problem}{wanted}"
