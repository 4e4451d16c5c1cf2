"""Read the IFID, the worldwide identifier of a story, from ``project.yaml``."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

from questfoundry.domain.protocols.exporter import StoryIdentity
from questfoundry.infra.own_files import replace_file
from questfoundry.infra.storage.project_file import read_project_file, update_keys


class ProjectFileIdentity(StoryIdentity):
    """A reader of the story's IFID, the key ``ifid`` in ``project.yaml``; it adds a missing key."""

    def __init__(self, path: Path, *, make: Callable[[], UUID] = uuid4) -> None:
        self._path = path
        self._make = make

    def ifid(self) -> str:
        """Return the story's worldwide identifier, the IFID; create and write one if it is missing.

        Comments in the file are preserved. If the file cannot be used, raise ``SettingsError`` or
        ``StoreError``.
        """
        exists = self._path.exists()
        known = read_project_file(self._path).data.get("ifid") if exists else None
        if known:
            return str(known)
        ifid = str(self._make()).upper()
        text = self._path.read_text(encoding="utf-8") if exists else ""
        replace_file(self._path, update_keys(text, {"ifid": ifid}))
        return ifid
