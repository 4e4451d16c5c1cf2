"""Take in what the author edited: a changed YAML file becomes a version, if it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.phases.validation import validate_whole
from questfoundry.app.stages.stage import Stage, StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.story_fold import load_story
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.faults import Fault
from questfoundry.domain.field_path import steps_to
from questfoundry.domain.protocols import Clock, PromptRepository

EDIT = "edit"
"""The origin of a version that the author made by hand."""


class SyncEditsUseCase:
    """Compares the files with the stored versions and stores what changed."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        prompts: PromptRepository,
        clock: Clock,
    ) -> None:
        self._registry = registry
        self._store = store
        self._prompts = prompts
        self._clock = clock

    def execute(self) -> tuple[ArtifactVersion, ...]:
        """The versions made from edits; ``InputError`` names the line of every fault.

        An edit that changes nothing but comments or layout makes no version.
        """
        made = []
        for name in self._registry.names:
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

    def _valid(self, stage: Stage, data: Mapping[str, Any]) -> dict[str, Any]:
        story = load_story(self._registry, self._store.artifacts, before=stage.name)
        verdict = validate_whole(stage, data, story=story, prompts=self._prompts)
        if verdict.artifact is None:
            lines = [self._line(stage.name, data, fault) for fault in verdict.faults]
            raise InputError(
                "\n".join(
                    (
                        f"artifacts/{stage.name}.yaml was edited and is not valid:",
                        *lines,
                        "Mend these lines, or run `qf undo` to go back to the last valid version.",
                    )
                )
            )
        return verdict.artifact.model_dump(mode="json")

    def _line(self, stage: str, data: Mapping[str, Any], fault: Fault) -> str:
        """The fault with its line; what is missing has that of what it is missing from."""
        line = self._store.files.line_of(stage, steps_to(fault.field, data))
        where = f"line {line}: " if line is not None else ""
        wanted = f" (wanted: {fault.requirement})" if fault.requirement else ""
        problem = fault.problem or fault.kind.value
        return f"  {where}{fault.field}: {problem}{wanted}"
