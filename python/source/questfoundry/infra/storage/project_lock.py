"""The lock of a project folder, kept by the operating system, with a note of who holds it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from questfoundry.domain.errors import StoreError, StoreLockedError
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.lock import ProjectLock


class FileProjectLock(ProjectLock):
    """Locks ``.qf.lock`` in a project's folder; the file stays, the lock dies with its process."""

    def __init__(self, project: Path, *, clock: Clock) -> None:
        self._path = project.resolve() / ".qf.lock"
        self._clock = clock
        # One lock a process and path, whatever thread or object holds it, so that it nests.
        self._lock = FileLock(self._path, timeout=0, thread_local=False, is_singleton=True)

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
        """Hold it without waiting, or raise ``StoreLockedError`` naming who does."""
        try:
            self._lock.acquire()
        except Timeout as problem:
            raise StoreLockedError(
                f"{self._holder()} holds the project {str(self._path.parent)!r}. "
                "Wait for it, or stop it."
            ) from problem
        except OSError as problem:
            raise StoreError(
                f"{str(self._path)!r} cannot be locked: {problem.strerror}. "
                "Check that the project's folder is there and may be written."
            ) from problem
        try:
            if self._lock.lock_counter == 1:
                self._note(
                    {
                        "purpose": purpose,
                        "pid": os.getpid(),
                        "since": self._clock.now().isoformat(),
                    }
                )
            yield
        finally:
            self._lock.release()

    def _note(self, holder: dict[str, str | int]) -> None:
        # Only for the message that another process shows: the lock holds without it.
        with suppress(OSError):
            self._path.write_text(json.dumps(holder), encoding="utf-8")

    def _holder(self) -> str:
        try:
            holder = json.loads(self._path.read_text(encoding="utf-8"))
            since = datetime.fromisoformat(holder["since"]).astimezone()
            return f"{holder['purpose']}, process {holder['pid']}, since {since:%H:%M},"
        except (OSError, ValueError, KeyError, TypeError):
            return "Another process"
