"""Define the port for observers of runs: a progress display, a log, a test."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.events import Event


class EventSink(Protocol):
    """A receiver of events, which arrive in order."""

    @abstractmethod
    def emit(self, event: Event) -> None:
        """Handle ``event``; must return quickly and must not raise."""
