"""Define the port to the project lock, which lets only one run at a time change a project."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol

from questfoundry.domain.former_names import former_names


@former_names(alone="try_hold_run")
class ProjectLock(Protocol):
    """A lock on a project, which the operating system releases if the holding process dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Hold the project lock during the ``with`` block; ``purpose`` names the holder to others.

        Raise ``StoreLockedError`` with the holder's name if the lock is not free. Code and tasks
        that start inside the block may hold the lock again; other threads and tasks may not.
        """

    @abstractmethod
    def try_hold_run(self, run_id: str) -> AbstractContextManager[bool]:
        """Try to lock one run during the ``with`` block, which receives whether this succeeded.

        The lock is independent of :meth:`hold`. Other processes cannot take it during the block.
        """
