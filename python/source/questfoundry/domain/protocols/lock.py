"""The port to the lock of a project: one run at a time may change it."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol


class ProjectLock(Protocol):
    """Held while a project is changed; freed by the system when its process dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Hold it, or raise ``StoreLockedError`` naming who does.

        What is begun while it is held may hold it again; another thread or task may not.
        """

    @abstractmethod
    def alone(self, run_id: str) -> AbstractContextManager[bool]:
        """Whether nobody else works on that run, which is kept from others meanwhile.

        It does not matter who holds the project.
        """
