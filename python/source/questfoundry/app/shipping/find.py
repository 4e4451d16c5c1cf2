"""Finds a shipped file that a player opens."""

from __future__ import annotations

from questfoundry.app.shipping.manifest import stored_manifest
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ExportFolder
from questfoundry.domain.remedy import RunStage

_PLAYER = "html"


class FindExportUseCase:
    """Knows where the HTML of a project is."""

    def __init__(self, *, folder: ExportFolder) -> None:
        self._folder = folder

    def execute(self) -> str:
        """The path of the HTML that was shipped last; ``InputError`` where there is none."""
        manifest = stored_manifest(self._folder)
        for entry in manifest.files if manifest else ():
            if entry.format == _PLAYER and self._folder.read(entry.name) is not None:
                return self._folder.path_of(entry.name)
        raise InputError("The story has no HTML yet.", remedies=(RunStage("ship"),))
