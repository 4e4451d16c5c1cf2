"""Provide stores in memory, for tests and for programs that need no project folder."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from threading import Lock
from typing import Any

from attrs import evolve

from questfoundry.domain.artifacts.version import (
    ArtifactVersion,
    PartSources,
    VersionStep,
    from_text,
    to_text,
)
from questfoundry.domain.errors import StoreLockedError, UsageError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.artifacts import NO_PARTS, ArtifactRepository
from questfoundry.domain.protocols.files import (
    ProjectFiles,
    encode_content,
    find_oversize,
    is_below,
    is_visible,
    require_file_name,
)
from questfoundry.domain.protocols.runs import (
    EventLog,
    Journal,
    LoggedEvent,
    ProjectLock,
    RunRepository,
)
from questfoundry.domain.run.inputs import RunInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunRecord, RunStatus

_CHANGING = Lock()  # Shared by all stores, because locks cannot be copied with a store


class InMemoryJournal(Journal):
    """A journal of model calls and answers in memory; its entries are lost with the object."""

    def __init__(self) -> None:
        self._entries: dict[JournalKey, JournalEntry] = {}

    def find(self, key: JournalKey) -> JournalEntry | None:
        return self._entries.get(key)

    def record(self, entry: JournalEntry) -> None:
        stored = evolve(entry, request=_copy(entry.request), response=_copy(entry.response))
        if self._entries.setdefault(entry.key, stored) != entry:
            raise UsageError(
                f"{entry.key!r} is recorded already. Count equal questions in `occurrence`."
            )

    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        return [entry for key, entry in self._entries.items() if key.run_id == run_id]

    def set_aside(self, run_id: str) -> bool:
        """Hide the run's last model answer from ``find``; return whether there was an answer."""
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
    """A repository of runs in memory."""

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
        with _CHANGING:
            run = RunRecord(
                id=f"{task}-{len(self.list(task)) + 1}",
                task=task,
                inputs=inputs,
                models=_copy(models),
                started_at=started_at,
                status=RunStatus.COMPLETED if complete else RunStatus.RUNNING,
                ended_at=started_at if complete else None,
            )
            self._runs[run.id] = run
        return run

    def get(self, run_id: str) -> RunRecord | None:
        return self._runs.get(run_id)

    def save(self, run: RunRecord) -> None:
        if run.id not in self._runs:
            raise UsageError(f"There is no run {run.id!r} to save. Begin it first.")
        self._runs[run.id] = evolve(run, models=_copy(run.models))

    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        return [
            run
            for run in self._runs.values()
            if task in (None, run.task) and status in (None, run.status)
        ]


class InMemoryArtifactRepository(ArtifactRepository):
    """A repository of artifact versions in memory."""

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
        parts_made_from: PartSources = NO_PARTS,
    ) -> ArtifactVersion:
        with _CHANGING:
            versions = self._versions.setdefault(stage, [])
            version = ArtifactVersion(
                stage=stage,
                version=len(versions) + 1,
                data=_copy(data),
                made_from=_copy(made_from),
                origin=origin,
                created_at=created_at,
                replaces=self._current.get(stage),
                parts_made_from=_copy(dict(parts_made_from)),
            )
            versions.append(version)
            self._added.append((stage, version.version))
            self._current[stage] = version.version
        return version

    @contextmanager
    def transaction(self) -> Iterator[None]:
        versions = {stage: list(each) for stage, each in self._versions.items()}
        current, added = dict(self._current), list(self._added)
        try:
            yield
        except BaseException:
            self._versions, self._current, self._added = versions, current, added
            raise

    def current(self, stage: str) -> ArtifactVersion | None:
        number = self._current.get(stage)
        return None if number is None else self._versions[stage][number - 1]

    def versions(self, stage: str) -> Sequence[ArtifactVersion]:
        return list(self._versions.get(stage, ()))

    def find(self, stage: str, version: int) -> ArtifactVersion | None:
        return next((each for each in self.versions(stage) if each.version == version), None)

    def list_steps(self, stage: str, *, since: datetime) -> Sequence[VersionStep]:
        return [
            VersionStep(version=each.version, origin=each.origin, replaces=each.replaces)
            for each in self.versions(stage)
            if each.created_at >= since
        ]

    def make_current(self, stage: str, version: int | None) -> None:
        if version is None:
            self._current.pop(stage, None)
        elif any(known.version == version for known in self._versions.get(stage, ())):
            self._current[stage] = version
        else:
            raise UsageError(f"{stage!r} has no version {version}. Choose one of `versions`.")

    def stages(self) -> Sequence[str]:
        return [stage for stage, version in self._added if self._current.get(stage) == version]

    def note_made_from(
        self,
        version: ArtifactVersion,
        made_from: Mapping[str, int],
        parts_made_from: PartSources = NO_PARTS,
    ) -> None:
        noted = evolve(
            version, made_from=_copy(made_from), parts_made_from=_copy(dict(parts_made_from))
        )
        self._versions[version.stage][version.version - 1] = noted

    def file_digests(self, stage: str) -> frozenset[str]:
        return self._written.get(stage, frozenset())

    def note_file_digests(self, stage: str, digests: Collection[str]) -> None:
        self._written[stage] = frozenset(digests)


_HELD: ContextVar[frozenset[object]] = ContextVar("held_in_memory")


class InMemoryProjectLock(ProjectLock):
    """A lock on a project within one process.

    The lock is held by a thread or a task, and also by the tasks that its holder starts.
    """

    def __init__(self) -> None:
        self._free = Lock()
        self._purpose = ""
        self._hold: object = None
        self._runs: set[str] = set()

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
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
        if run_id in self._runs:
            yield False
            return
        self._runs.add(run_id)
        try:
            yield True
        finally:
            self._runs.discard(run_id)


def _copy(value: Mapping[str, Any]) -> dict[str, Any]:
    # Copy through JSON, so that data which a database could not store fails here, too.
    return _mapping(to_text(dict(value)))


def _mapping(text: str) -> dict[str, Any]:
    document: dict[str, Any] = from_text(text)
    return document


class InMemoryEventLog(EventLog):
    """An event log in memory; its events are lost with the object."""

    def __init__(self) -> None:
        self._events: defaultdict[str, list[LoggedEvent]] = defaultdict(list)

    def append(self, job: str, event: Event) -> int:
        events = self._events[job]
        events.append(LoggedEvent(position=len(events) + 1, event=event))
        return len(events)

    def list_after(self, job: str, position: int = 0) -> Sequence[LoggedEvent]:
        return self._events[job][position:]


class InMemoryProjectFiles(ProjectFiles):
    """The files of a project in memory; ``contents`` has the content of each file, by name."""

    def __init__(self, contents: Mapping[str, str | bytes] | None = None) -> None:
        self.contents: dict[str, bytes] = {}
        for name, content in (contents or {}).items():
            self.replace(name, content)

    def read(self, name: str, *, max_bytes: int) -> bytes | None:
        content = self.contents.get(require_file_name(name))
        if problem := find_oversize(name, len(content or b""), max_bytes):
            raise problem
        return content

    def replace(self, name: str, content: str | bytes, *, durable: bool = True) -> None:  # noqa: ARG002
        self.contents[require_file_name(name)] = encode_content(name, content)

    def remove(self, name: str) -> None:
        self.contents.pop(require_file_name(name), None)

    def names(self, below: str = "") -> Sequence[str]:
        return sorted(each for each in self.contents if is_visible(each) and is_below(each, below))

    def stamps(self, below: str = "") -> Mapping[str, bytes]:
        return {name: self.contents[name] for name in self.names(below)}

    def place(self, name: str) -> str:
        return name
