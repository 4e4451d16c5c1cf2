"""Define the port to the project lock, which lets only one run at a time change a project."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol

from questfoundry.domain.former_names import former_names


@former_names(alone="try_hold_run")
class ProjectLock(Protocol):
    """A lock on a project; the operating system releases it if the process that holds it dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Hold the project lock during the ``with`` block.

        ``purpose`` tells other processes what the lock is held for. If the lock is not free, raise
        ``StoreLockedError`` with the purpose of the holding process. Code and tasks that start
        inside the block may hold the lock again; other threads and tasks may not.
        """

    @abstractmethod
    def try_hold_run(self, run_id: str) -> AbstractContextManager[bool]:
        """Try to lock one run during the ``with`` block; the block receives whether this succeeded.

        This lock is independent of :meth:`hold`. If the attempt succeeds, other processes cannot
        lock the run until the block ends.
        """
