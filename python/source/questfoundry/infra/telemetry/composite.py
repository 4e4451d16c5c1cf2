"""Tells several watchers of the same event."""

from __future__ import annotations

from collections.abc import Iterable

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink


class CompositeEventSink(EventSink):
    """Tells several watchers, in their order."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        """Tell each of them."""
        for sink in self._sinks:
            sink.emit(event)
