"""Define the interface of the project lock, which lets only one run at a time change a project."""

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol

from questfoundry.domain.former_names import former_names


@former_names(alone="try_hold_run")
class ProjectLock(Protocol):
    """A lock on a project; the operating system releases the lock if the holding process dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Return a context manager that holds the project lock during the ``with`` block.

        ``purpose`` tells other processes what the lock is held for. If the lock is not free, raise
        ``StoreLockedError`` with the purpose of the holding process. Code and tasks that start
        inside the block may hold the lock again; other threads and tasks may not.
        """

    @abstractmethod
    def try_hold_run(self, run_id: str) -> AbstractContextManager[bool]:
        """Return a context manager that tries to lock one run, and yields whether this succeeded.

        Other processes cannot lock a locked run until the ``with`` block ends. This lock is
        independent of :meth:`hold`.
        """
