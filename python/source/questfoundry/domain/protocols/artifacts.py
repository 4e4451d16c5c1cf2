"""Define the interfaces to accepted artifacts (the results of stages): versions and YAML files."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from questfoundry.domain.former_names import former_names

if TYPE_CHECKING:
    from questfoundry.domain.artifacts.version import ArtifactVersion, PartSources, VersionStep
    from questfoundry.domain.story.source_text import FilePlace

NO_PARTS: PartSources = MappingProxyType({})
"""The input versions of an artifact whose parts were all made from the same versions."""


@former_names(note_written="note_file_digests", together="transaction", written="file_digests")
class ArtifactRepository(Protocol):
    """The stored versions of the artifacts of all stages; they take precedence over YAML files."""

    @abstractmethod
    def add(
        self,
        stage: str,
        data: Mapping[str, Any],
        *,
        made_from: Mapping[str, int],
        origin: str,
        created_at: datetime,
        parts_made_from: PartSources = NO_PARTS,
    ) -> ArtifactVersion:
        """Store ``data`` as the stage's new current version, and return this version.

        ``made_from`` contains the version number of each artifact that was used as input, by stage;
        ``parts_made_from`` contains the same for passages that were written from other versions.
        ``origin`` is a run id, or one of the constants in ``domain/artifacts/version.py``.
        """

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Return a context manager that makes all changes inside its ``with`` block atomic."""

    @abstractmethod
    def current(self, stage: str) -> ArtifactVersion | None:
        """Return the current version of the stage's artifact, or ``None`` if there is none."""

    @abstractmethod
    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        """Return all versions of the stage's artifact, oldest first."""

    @abstractmethod
    def find(self, stage: str, version: int) -> ArtifactVersion | None:
        """Return the stage's version with this number, or ``None``."""

    @abstractmethod
    def list_steps(self, stage: str, *, since: datetime) -> Sequence[VersionStep]:
        """Return the stage's versions that were stored at ``since`` or later, without their data.

        They are sorted by number.
        """

    @abstractmethod
    def make_current(self, stage: str, version: int | None) -> None:
        """Make ``version`` current, or no version; raise ``UsageError`` if it does not exist."""

    @abstractmethod
    def stages(self) -> Sequence[str]:
        """Return the stages that have a current version, sorted by the age of this version."""

    @abstractmethod
    def note_made_from(
        self,
        version: ArtifactVersion,
        made_from: Mapping[str, int],
        parts_made_from: PartSources = NO_PARTS,
    ) -> None:
        """Store the input versions of ``version`` and of its parts, replacing the earlier ones."""

    @abstractmethod
    def file_digests(self, stage: str) -> frozenset[str]:
        """Return the hashes of the contents that this program last wrote to the stage's YAML file.

        If the file has any other hash, the author has edited the file. A hash is stored before its
        content is written, so that the file is recognised even after a crash.
        """

    @abstractmethod
    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        """Store ``digests``, the hashes of the stage's YAML file, replacing earlier hashes."""


class ArtifactFiles(Protocol):
    """The YAML files that authors read and edit, one for each stage."""

    @abstractmethod
    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Write ``data`` to the stage's file atomically; keep comments. Return the path."""

    @abstractmethod
    def read(self, stage: str) -> Mapping[str, Any] | None:
        """Return the data in the stage's file, or ``None`` without a file.

        Raise ``InputError`` with the line if the YAML is broken.
        """

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        """Return whether the stage's file contains exactly ``data``.

        For ``None``, return whether the file does not exist.
        """
        return self.read(stage) == data

    @abstractmethod
    def remove(self, stage: str) -> None:
        """Delete the stage's file if it exists."""

    @abstractmethod
    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        """Return the file and the line of the value at ``path`` (keys and indices), if known."""
