"""Define the interface for observers of runs, such as a progress display, a log or a test."""

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.events import Event


class EventSink(Protocol):
    """A receiver of the events of runs, in the order of the events."""

    @abstractmethod
    def emit(self, event: Event) -> None:
        """Receive ``event``; an implementation must return quickly and must not raise."""
