"""The ports to accepted artifacts: their stored versions, and the YAML files that authors edit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.former_names import former_names


@former_names(note_written="note_file_digests", together="transaction", written="file_digests")
class ArtifactRepository(Protocol):
    """The stored versions of all artifacts; they take precedence over the YAML files."""

    @abstractmethod
    def add(
        self,
        stage: str,
        data: Mapping[str, Any],
        *,
        made_from: Mapping[str, int],
        origin: str,
        created_at: datetime,
    ) -> ArtifactVersion:
        """Store ``data`` as the stage's next version, make it current, and return it.

        ``made_from`` maps each input stage to the version that was used. ``origin`` is a run id or
        one of the constants in ``domain/artifacts/version.py``.
        """

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Return a context manager that makes all changes of its body atomic.

        If the body raises, no version is added or made current.
        """

    @abstractmethod
    def current(self, stage: str) -> ArtifactVersion | None:
        """Return the current version of the stage, or ``None`` if it has none."""

    @abstractmethod
    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        """Return all versions of the stage, oldest first."""

    @abstractmethod
    def make_current(self, stage: str, version: int | None) -> None:
        """Make ``version`` the stage's current one.

        ``None`` leaves the stage without a current version. No version is deleted. Raise
        ``UsageError`` if there is no such version.
        """

    @abstractmethod
    def stages(self) -> Sequence[str]:
        """Return the stages that have a current version, ordered by when that version was added."""

    @abstractmethod
    def note_made_from(self, version: ArtifactVersion, made_from: Mapping[str, int]) -> None:
        """Replace the input versions recorded in the stored ``version`` by ``made_from``."""

    @abstractmethod
    def file_digests(self, stage: str) -> frozenset[str]:
        """Return the digests of the contents that this program last wrote to the stage's file.

        The digest of a write that is about to happen is included, so that a crash is recognised.
        """

    @abstractmethod
    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        """Store ``digests`` for the stage's file, replacing the earlier ones."""


class ArtifactFiles(Protocol):
    """The YAML files that authors read and edit, one for each stage."""

    @abstractmethod
    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Replace the stage's file atomically and return its path; keep the author's comments."""

    @abstractmethod
    def read(self, stage: str) -> Mapping[str, Any] | None:
        """Return the content of the stage's file, or ``None`` if there is no file.

        Raise ``InputError`` with the line number if the YAML is broken.
        """

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        """Return whether the stage's file contains ``data``, or is absent if ``data`` is ``None``.

        Raise ``InputError`` with the line number if the YAML is broken.
        """
        return self.read(stage) == data

    @abstractmethod
    def remove(self, stage: str) -> None:
        """Delete the stage's file if it exists."""

    @abstractmethod
    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        """Return the file and line of the value at ``path``, or ``None`` if unknown.

        The file name is relative to the project folder.
        """
