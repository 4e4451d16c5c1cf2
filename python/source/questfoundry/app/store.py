"""What a project keeps: its repositories together, since most use cases need several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.chat.codec import digest, to_canonical_json
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import (
    ArtifactFiles,
    ArtifactRepository,
    ChatMessageRepository,
    ConversationRepository,
    Journal,
    ProjectLock,
    RunRepository,
)


@frozen(kw_only=True)
class Edit:
    """A version that is no model's, and the one that it replaced; ``None`` where there was none."""

    before: ArtifactVersion | None
    after: ArtifactVersion


@frozen(kw_only=True)
class ProjectStore:
    """The repositories and the lock of one project."""

    artifacts: ArtifactRepository
    files: ArtifactFiles
    runs: RunRepository
    journal: Journal
    conversations: ConversationRepository
    messages: ChatMessageRepository
    lock: ProjectLock

    def edits_of(self, stage: str) -> Iterator[Edit]:
        """The versions behind the current one since the last run of the stage, newest first.

        The author's edits, files that were found, and passages that were rewritten are among them.
        """
        versions: dict[int, ArtifactVersion] = {}
        current = self.artifacts.current(stage)
        while current is not None and not current.origin.startswith(f"{stage}-"):
            versions = versions or {each.version: each for each in self.artifacts.versions(stage)}
            before = versions.get(current.replaces or 0)
            yield Edit(before=before, after=current)
            current = before

    def is_edited(self, stage: str) -> bool:
        """Whether making the stage anew would replace what a model did not make."""
        return next(self.edits_of(stage), None) is not None

    @contextmanager
    def replace_file(self, stage: str, data: Mapping[str, Any] | None) -> Iterator[str]:
        """Write, or remove, the file of a stage; the body then lets the same data count.

        Cut off anywhere, it is as if nothing had been done: what either of them says is known
        as our own, and not taken for the author's. ``InputError`` where the author changed the
        file meanwhile. Gives the file's path.
        """
        current = self.artifacts.current(stage)
        counts = current.data if current else None
        before, after = file_digest(counts), file_digest(data)
        ours = self.artifacts.file_digests(stage) | {before}
        found = None if self.files.says(stage, counts) else self.files.read(stage)
        if found is not None and file_digest(found) not in ours | {after}:
            raise InputError(
                f"artifacts/{stage}.yaml was edited while this ran. Nothing of either is lost: "
                "the edit is taken in when you go on, and what was made here comes after it."
            )
        self.artifacts.note_file_digests(stage, ours | {after})
        path = self.files.remove(stage) if data is None else self.files.write(stage, data)
        yield path or ""
        self.artifacts.note_file_digests(stage, {after})


def file_digest(data: Mapping[str, Any] | None) -> str:
    """What is known again of a file, whatever its layout and its comments; no file is empty."""
    return "" if data is None else digest(to_canonical_json(data))
