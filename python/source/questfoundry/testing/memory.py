"""Ports kept in memory: for tests, and for embedders who need no project folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from threading import Lock
from typing import Any

from attrs import evolve

from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import StoreLockedError, UsageError
from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.journal import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.protocols.artifacts import ArtifactFiles, ArtifactRepository
from questfoundry.domain.protocols.journal import Journal
from questfoundry.domain.protocols.lock import ProjectLock
from questfoundry.domain.protocols.runs import RunRepository
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import RunInputs
from questfoundry.domain.stored_json import from_text, to_text


class InMemoryJournal(Journal):
    """A journal that lasts as long as its object."""

    def __init__(self) -> None:
        self._entries: dict[JournalKey, JournalEntry] = {}

    def find(self, key: JournalKey) -> JournalEntry | None:
        """The entry, or ``None``."""
        return self._entries.get(key)

    def record(self, entry: JournalEntry) -> None:
        """Keep a copy of the entry; ``UsageError`` where its key is taken."""
        if entry.key in self._entries:
            raise UsageError(
                f"{entry.key!r} is recorded already. Count equal questions in `occurrence`."
            )
        self._entries[entry.key] = evolve(
            entry, request=_copied(entry.request), response=_copied(entry.response)
        )

    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """The run's entries, first recorded first."""
        return [entry for key, entry in self._entries.items() if key.run_id == run_id]

    def set_aside(self, run_id: str) -> bool:
        """Put the run's last answer under a key where nobody looks."""
        answers = [
            key
            for key in self._entries
            if key.run_id == run_id and key.kind is EntryKind.MODEL_CALL
        ]
        if answers:
            entry = self._entries.pop(answers[-1])
            aside = evolve(entry.key, kind=EntryKind.UNUSED_ANSWER, occurrence=-len(self._entries))
            self._entries[aside] = evolve(entry, key=aside)
        return bool(answers)


class InMemoryRunRepository(RunRepository):
    """Runs in a dictionary."""

    def __init__(self) -> None:
        self._runs: dict[str, RunRecord] = {}

    def begin(
        self,
        task: str,
        *,
        inputs: RunInputs,
        models: Mapping[str, Any],
        started_at: datetime,
        complete: bool = False,
    ) -> RunRecord:
        """Keep a new run; its number is one more than the task has runs."""
        run = RunRecord(
            id=f"{task}-{len(self.list(task)) + 1}",
            task=task,
            inputs=inputs,
            models=_copied(models),
            started_at=started_at,
            status=RunStatus.COMPLETED if complete else RunStatus.RUNNING,
            ended_at=started_at if complete else None,
        )
        self._runs[run.id] = run
        return run

    def get(self, run_id: str) -> RunRecord | None:
        """The run, or ``None``."""
        return self._runs.get(run_id)

    def save(self, run: RunRecord) -> None:
        """Replace the run; ``UsageError`` where none of that id was begun."""
        if run.id not in self._runs:
            raise UsageError(f"There is no run {run.id!r} to save. Begin it first.")
        self._runs[run.id] = evolve(run, models=_copied(run.models))

    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        """The runs that match, first begun first."""
        return [
            run
            for run in self._runs.values()
            if task in (None, run.task) and status in (None, run.status)
        ]


class InMemoryArtifactRepository(ArtifactRepository):
    """Artifact versions in a dictionary."""

    def __init__(self) -> None:
        self._versions: dict[str, list[ArtifactVersion]] = {}
        self._current: dict[str, int] = {}
        self._added: list[tuple[str, int]] = []
        self._written: dict[str, frozenset[str]] = {}

    def add(
        self,
        stage: str,
        data: Mapping[str, Any],
        *,
        made_from: Mapping[str, int],
        origin: str,
        created_at: datetime,
    ) -> ArtifactVersion:
        """Keep a copy as the stage's next version, and make it current."""
        versions = self._versions.setdefault(stage, [])
        version = ArtifactVersion(
            stage=stage,
            version=len(versions) + 1,
            data=_copied(data),
            made_from=_copied(made_from),
            origin=origin,
            created_at=created_at,
            replaces=self._current.get(stage),
        )
        versions.append(version)
        self._added.append((stage, version.version))
        self._current[stage] = version.version
        return version

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Put back what there was where the body fails."""
        versions = {stage: list(each) for stage, each in self._versions.items()}
        current, added = dict(self._current), list(self._added)
        try:
            yield
        except BaseException:
            self._versions, self._current, self._added = versions, current, added
            raise

    def current(self, stage: str) -> ArtifactVersion | None:
        """The version that counts, or ``None``."""
        number = self._current.get(stage)
        return None if number is None else self._versions[stage][number - 1]

    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        """All versions, oldest first."""
        return list(self._versions.get(stage, ()))

    def make_current(self, stage: str, version: int | None) -> None:
        """Let that version count, or none; ``UsageError`` where there is no such version."""
        if version is None:
            self._current.pop(stage, None)
        elif any(known.version == version for known in self._versions.get(stage, ())):
            self._current[stage] = version
        else:
            raise UsageError(f"{stage!r} has no version {version}. Choose one of `versions`.")

    def stages(self) -> Sequence[str]:
        """The stages that have a current version, that which was added last at the end."""
        return [stage for stage, version in self._added if self._current.get(stage) == version]

    def note_made_from(self, version: ArtifactVersion, made_from: Mapping[str, int]) -> None:
        """Replace the version by one made from those."""
        noted = evolve(version, made_from=_copied(made_from))
        self._versions[version.stage][version.version - 1] = noted

    def file_digests(self, stage: str) -> frozenset[str]:
        """The digests that were noted last."""
        return self._written.get(stage, frozenset())

    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        """Keep those digests, and no others."""
        self._written[stage] = frozenset(digests)


class InMemoryArtifactFiles(ArtifactFiles):
    """Artifact files that are no files; they have no lines either."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}

    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Keep a copy, under the path that a file would have."""
        self._files[stage] = to_text(dict(data))
        return f"artifacts/{stage}.yaml"

    def read(self, stage: str) -> Mapping[str, Any] | None:
        """What was written, or ``None``."""
        text = self._files.get(stage)
        return None if text is None else _mapping(text)

    def remove(self, stage: str) -> None:
        """Forget what was written."""
        self._files.pop(stage, None)

    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:  # noqa: ARG002
        """Always ``None``."""
        return None


_HELD: ContextVar[frozenset[object]] = ContextVar("held_in_memory")


class InMemoryProjectLock(ProjectLock):
    """Held by one thread or task at a time, and by what that begins."""

    def __init__(self) -> None:
        self._free = Lock()
        self._purpose = ""
        self._hold: object = None
        self._runs: set[str] = set()

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
        """Hold it without waiting, or raise ``StoreLockedError`` naming the purpose."""
        if self._hold is not None and self._hold in _HELD.get(frozenset()):
            yield
            return
        if not self._free.acquire(blocking=False):
            raise StoreLockedError(f"{self._purpose} holds the project. Wait for it, or stop it.")
        self._purpose, self._hold = purpose, object()
        _HELD.set(frozenset({*_HELD.get(frozenset()), self._hold}))
        try:
            yield
        finally:
            _HELD.set(_HELD.get() - {self._hold})
            self._hold = None
            self._free.release()

    @contextmanager
    def try_hold_run(self, run_id: str) -> Iterator[bool]:
        """Whether nobody else of this process works on the run."""
        if run_id in self._runs:
            yield False
            return
        self._runs.add(run_id)
        try:
            yield True
        finally:
            self._runs.discard(run_id)


def _copied(value: Mapping[str, Any]) -> dict[str, Any]:
    # Through JSON, as a database would: what JSON cannot hold fails here too.
    return _mapping(to_text(dict(value)))


def _mapping(text: str) -> dict[str, Any]:
    document: dict[str, Any] = from_text(text)
    return document
