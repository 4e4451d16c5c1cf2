"""Define the interfaces to accepted artifacts (the results of stages): versions and YAML files."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.file_place import FilePlace


@former_names(note_written="note_file_digests", together="transaction", written="file_digests")
class ArtifactRepository(Protocol):
    """The stored versions of the artifacts of all stages; they override the YAML files."""

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
        """Store ``data`` as the stage's new current version, and return this version.

        ``made_from`` contains the version number of each artifact that was used as input, by stage.
        ``origin`` is a run id, or one of the constants in ``domain/artifacts/version.py``.
        """

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Return a context manager that makes all changes inside its ``with`` block atomic.

        If the block raises an exception, no version is added or made current.
        """

    @abstractmethod
    def current(self, stage: str) -> ArtifactVersion | None:
        """Return the current version of the stage's artifact, or ``None`` if there is none."""

    @abstractmethod
    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        """Return all versions of the stage's artifact, oldest first."""

    @abstractmethod
    def make_current(self, stage: str, version: int | None) -> None:
        """Make ``version`` the current version of the stage's artifact.

        ``None`` leaves the stage without a current version. No version is deleted. Raise
        ``UsageError`` if ``version`` does not exist.
        """

    @abstractmethod
    def stages(self) -> Sequence[str]:
        """Return the stages that have a current version, ordered by the age of that version.

        The stage with the oldest version comes first.
        """

    @abstractmethod
    def note_made_from(self, version: ArtifactVersion, made_from: Mapping[str, int]) -> None:
        """Store ``made_from`` as the input versions of ``version``, replacing earlier ones."""

    @abstractmethod
    def file_digests(self, stage: str) -> frozenset[str]:
        """Return the hashes of the contents that this program last wrote to the stage's YAML file.

        If the file's content has another hash, the author has edited the file. A hash is stored
        before its content is written, so that the file is recognised even after a crash.
        """

    @abstractmethod
    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        """Store ``digests``, the hashes of the stage's YAML file, replacing earlier hashes."""


class ArtifactFiles(Protocol):
    """The YAML files that authors read and edit, one for each stage."""

    @abstractmethod
    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Replace the stage's file atomically by ``data`` and return the file's path.

        Comments that the author wrote in the file are kept.
        """

    @abstractmethod
    def read(self, stage: str) -> Mapping[str, Any] | None:
        """Return the content of the stage's file, or ``None`` if there is no file.

        Raise ``InputError`` with the line number if the YAML is broken.
        """

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        """Return whether the stage's file contains exactly ``data``.

        If ``data`` is ``None``, return whether the file is absent. Raise ``InputError`` with the
        line number if the YAML is broken.
        """
        return self.read(stage) == data

    @abstractmethod
    def remove(self, stage: str) -> None:
        """Delete the stage's file if it exists."""

    @abstractmethod
    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        """Return the file and line of the value at ``path``, or ``None`` if they are unknown.

        ``path`` lists the keys and list indices that lead to the value in the stage's YAML file.
        The file name in the result is relative to the project folder.
        """
