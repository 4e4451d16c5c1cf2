"""The port to the project lock, which lets only one run at a time change a project."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol

from questfoundry.domain.former_names import former_names


@former_names(alone="try_hold_run")
class ProjectLock(Protocol):
    """A lock that the operating system releases when its process dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Hold the project lock.

        Raise ``StoreLockedError`` with the holder's name if it is not free.

        The lock is reentrant for code started inside the block, but not for other threads or tasks.
        """

    @abstractmethod
    def try_hold_run(self, run_id: str) -> AbstractContextManager[bool]:
        """Try to lock one run, and give ``True`` if the lock was free, else ``False``.

        The lock is independent of :meth:`hold`, and other processes cannot take it inside the
        block.
        """
