"""The ports to accepted artifacts: their versions, and the files that an author reads."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.file_place import FilePlace


class ArtifactRepository(Protocol):
    """The versions of artifacts; they are the truth."""

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
        """Store the next version and make it the current one."""

    @abstractmethod
    def together(self) -> AbstractContextManager[None]:
        """What is added, or made current, inside happens together, or none of it."""

    @abstractmethod
    def current(self, stage: str) -> ArtifactVersion | None:
        """The version that counts, or ``None`` where the stage has none."""

    @abstractmethod
    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        """All versions, oldest first."""

    @abstractmethod
    def make_current(self, stage: str, version: int | None) -> None:
        """Let that version count, or none; the others stay."""

    @abstractmethod
    def stages(self) -> Sequence[str]:
        """The stages that have a current version, that which was added last at the end."""

    @abstractmethod
    def note_made_from(self, version: ArtifactVersion, made_from: Mapping[str, int]) -> None:
        """Let that stored version count as made from those."""

    @abstractmethod
    def written(self, stage: str) -> frozenset[str]:
        """The digests of what this program wrote to the stage's file last, or was about to."""

    @abstractmethod
    def note_written(self, stage: str, digests: Collection[str]) -> None:
        """Keep those digests, and no others."""


class ArtifactFiles(Protocol):
    """The author's view of artifacts: one YAML file a stage."""

    @abstractmethod
    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Replace the file atomically, keeping the author's comments; returns its path."""

    @abstractmethod
    def read(self, stage: str) -> Mapping[str, Any] | None:
        """What the file says, or ``None``; ``InputError`` names the line of broken YAML."""

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        """Whether the file says that, or is not there for ``None``; ``InputError`` as above."""
        return self.read(stage) == data

    @abstractmethod
    def remove(self, stage: str) -> None:
        """Remove the file, if there is one."""

    @abstractmethod
    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        """Where a value stands; the file is named from the project's folder."""
