"""Keeps the IFID of a story in its ``project.yaml``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

from questfoundry.domain.protocols.exports import StoryIdentity
from questfoundry.infra.storage.own_files import replace_file
from questfoundry.infra.storage.project_file import read_project_file, update_keys


class ProjectFileIdentity(StoryIdentity):
    """Reads the key ``ifid``, and adds it where it is missing; comments stay."""

    def __init__(self, path: Path, *, make: Callable[[], UUID] = uuid4) -> None:
        self._path = path
        self._make = make

    def ifid(self) -> str:
        """The IFID; ``SettingsError`` or ``StoreError`` where the file cannot be used."""
        there = self._path.exists()
        known = read_project_file(self._path).data.get("ifid") if there else None
        if known:
            return str(known)
        made = str(self._make()).upper()
        text = self._path.read_text(encoding="utf-8") if there else ""
        replace_file(self._path, update_keys(text, {"ifid": made}))
        return made
