"""Combine the repositories of a project and its lock in one object.

Most use cases need several repositories, so they receive one ``ProjectStore``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.domain.errors import InputError, StoreError
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.text.digest import digest, to_canonical_json

if TYPE_CHECKING:
    from datetime import datetime

    from questfoundry.domain.artifacts.version import ArtifactVersion
    from questfoundry.domain.protocols.artifacts import ArtifactFiles, ArtifactRepository
    from questfoundry.domain.protocols.library import ChatMessageRepository, ConversationRepository
    from questfoundry.domain.protocols.runs import Journal, ProjectLock, RunRepository
    from questfoundry.domain.run.record import RunRecord


@frozen(kw_only=True)
class Edit:
    """A version of an artifact that no run of its stage made, and the version before it, if any."""

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
        """Yield the versions of the stage's artifact since the stage's last run, newest first."""
        versions: dict[int, ArtifactVersion] = {}
        current = self.artifacts.current(stage)
        while current is not None and not current.origin.startswith(f"{stage}-"):
            versions = versions or {each.version: each for each in self.artifacts.versions(stage)}
            before = versions.get(current.replaces or 0)
            yield Edit(before=before, after=current)
            current = before

    def find_source_run(self, stage: str) -> RunRecord | None:
        """Return the run of the current artifact, or the newest complete run after an edit.

        A run that was interrupted after it stored its artifact counts too.
        """
        current = self.artifacts.current(stage)
        origin = self.runs.get(current.origin) if current else None
        if origin is not None and origin.task == stage:
            return origin
        return next(reversed(self.runs.list(task=stage, status=RunStatus.COMPLETED)), None)

    def current_versions(self, stages: Iterable[str]) -> dict[str, int]:
        """Return the number of the current version of each of ``stages`` that has an artifact."""
        found = map(self.artifacts.current, stages)
        return {each.stage: each.version for each in found if each}

    def add_changed(
        self,
        current: ArtifactVersion,
        data: Mapping[str, Any],
        *,
        origin: str,
        created_at: datetime,
        written: Collection[str] = (),
    ) -> ArtifactVersion:
        """Store ``data``, a changed copy of ``current``, as the new version of its stage.

        Changed passages of prose, and those in ``written``, count as written for the story as it is
        now. All other passages keep their inputs.
        """
        passages, old = data.get("passages"), current.data.get("passages")
        parts = current.parts_made_from
        if isinstance(passages, Mapping) and isinstance(old, Mapping):
            same = {name for name, each in passages.items() if old.get(name) == each}
            now = self.current_versions(current.made_from)
            parts = current.carry_sources(
                passages, same.difference(written), now=now, made_from=current.made_from
            )
        return self.artifacts.add(
            current.stage,
            data,
            made_from=current.made_from,
            origin=origin,
            created_at=created_at,
            parts_made_from=parts,
        )

    def is_edited(self, stage: str) -> bool:
        """Return whether a new run of ``stage`` would replace edits, imports or rewrites."""
        return next(self.edits_of(stage), None) is not None

    @contextmanager
    def replace_file(self, stage: str, data: Mapping[str, Any] | None) -> Iterator[str]:
        """Return a context that writes ``data`` (or nothing) to the artifact file of ``stage``.

        The context yields the path of the file. The ``with`` block must also store ``data`` as the
        stage's artifact. Raise ``InputError`` if the author has changed the file in the meantime.
        The digests of the old and the new data are stored first, so that after an interruption the
        file is not mistaken for an edit of the author.
        """
        current = self.artifacts.current(stage)
        counts = current.data if current else None
        before, after = file_digest(counts), file_digest(data)
        ours = self.artifacts.file_digests(stage) | {before}
        found = None if self.files.says(stage, counts) else self.files.read(stage)
        if found is not None and file_digest(found) not in ours | {after}:
            raise InputError(
                f"artifacts/{stage}.yaml was edited while this ran. Nothing is lost: run the "
                "command again to take in the edit first, then the new version."
            )
        self.artifacts.note_file_digests(stage, ours | {after})
        path = self.files.remove(stage) if data is None else self.files.write(stage, data)
        yield path or ""
        with suppress(StoreError):  # all is stored, and the next command removes the old digests
            self.artifacts.note_file_digests(stage, {after})


def file_digest(data: Mapping[str, Any] | None) -> str:
    """Return the digest of an artifact's data; it ignores the layout and comments of the file."""
    return "" if data is None else digest(to_canonical_json(data))
