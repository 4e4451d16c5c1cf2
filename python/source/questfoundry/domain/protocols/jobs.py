"""Define the interface to the stored events of jobs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

if TYPE_CHECKING:
    from questfoundry.domain.events import Event


@frozen(kw_only=True)
class LoggedEvent:
    """An event of a job with its position; later events have greater positions."""

    position: int
    event: Event


class EventLog(Protocol):
    """The stored events of jobs, which a follower reads from any position."""

    @abstractmethod
    def append(self, job: str, event: Event) -> int:
        """Store ``event`` as the newest event of ``job``, and return its position (from 1)."""

    @abstractmethod
    def list_after(self, job: str, position: int = 0) -> Sequence[LoggedEvent]:
        """Return the events of ``job`` after ``position``, oldest first."""
