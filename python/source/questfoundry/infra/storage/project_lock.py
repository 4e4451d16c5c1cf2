"""Lock a project folder with a file lock of the operating system."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.domain.errors import StoreError, StoreLockedError
from questfoundry.domain.protocols.runs import ProjectLock
from questfoundry.infra.own_files import PRIVATE, require_own

if TYPE_CHECKING:
    from filelock import FileLock

    from questfoundry.domain.protocols.workspace import Clock

# The locks that the current context holds. Tasks and threads that it starts inherit them; other
# work in the process does not.
_ACTIVE_LOCKS: ContextVar[Mapping[Path, FileLock]] = ContextVar("held_projects")


class FileProjectLock(ProjectLock):
    """A lock on a project folder, by means of the file ``.qf.lock`` in the folder."""

    def __init__(self, project: Path, *, clock: Clock) -> None:
        self._path = project.resolve() / ".qf.lock"
        self._clock = clock

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
        outer = _ACTIVE_LOCKS.get({}).get(self._path)
        if outer is not None and outer.is_locked:
            yield
            return
        lock = _acquire_lock(self._path)
        if lock is None:
            raise StoreLockedError(
                f"{self._holder()} holds the project {str(self._path.parent)!r}. "
                "Wait for it, or stop it."
            )
        _ACTIVE_LOCKS.set({**_ACTIVE_LOCKS.get({}), self._path: lock})
        try:
            self._note(purpose)
            yield
        finally:
            lock.release()

    @contextmanager
    def try_hold_run(self, run_id: str) -> Iterator[bool]:
        path = self._path.with_name(f"{self._path.name}.{run_id}")
        lock = _acquire_lock(path)
        if lock is None:
            yield False
            return
        try:
            yield True
        finally:
            with suppress(OSError):  # some systems cannot delete an open file
                path.unlink()
            lock.release()

    def _note(self, purpose: str) -> None:
        # The note is only for error messages of other processes; the lock works without it.
        since = self._clock.now().isoformat()
        holder = {"purpose": purpose, "pid": os.getpid(), "since": since}
        with suppress(OSError):
            self._path.write_text(json.dumps(holder), encoding="utf-8")

    def _holder(self) -> str:
        try:
            holder = json.loads(self._path.read_text(encoding="utf-8"))
            since = datetime.fromisoformat(holder["since"]).astimezone()
            return f"{holder['purpose']}, process {holder['pid']}, since {since:%H:%M},"
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return "Another process"


def _acquire_lock(path: Path) -> FileLock | None:
    # Loading the lock takes longer than reading a project, which needs no lock.
    from filelock import FileLock, Timeout

    require_own(path)
    lock = FileLock(path, timeout=0, thread_local=False, mode=PRIVATE)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as problem:
        raise StoreError(
            f"{str(path)!r} cannot be locked: {problem.strerror}. "
            "Check that the project's folder exists and is writable."
        ) from problem
    return lock
