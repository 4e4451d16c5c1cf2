"""The port to whoever watches: progress on a screen, a log, a test."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.events import Event


class EventSink(Protocol):
    """Receives what happens, in order."""

    @abstractmethod
    def emit(self, event: Event) -> None:
        """Take note; must return fast and must not raise."""
