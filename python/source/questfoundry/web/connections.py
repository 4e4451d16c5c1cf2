"""Close connections without a request, so that they cannot shut out the author's browser.

Each process may open a limited number of files. Without a limit, idle connections of another
program would use them all up, and the desk could not accept a connection any more.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_TIMEOUT = 10.0
"""The seconds within which a connection must send the start of a complete request."""

MAX_WAITING = 100
"""The number of connections without a request; a new one closes the oldest."""


class ImpatientProtocol(H11Protocol):
    """An HTTP connection that is closed if no complete request arrives in time."""

    opened_at = 0.0
    """The time of the event loop at which the connection began, in seconds."""

    _deadline: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether the connection has not sent its first request yet."""
        return self.scope is None

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """Start the time limit, and close the oldest waiting connection if there are too many."""
        super().connection_made(transport)
        self.opened_at = self.loop.time()
        self._limit_time()
        waiting = [
            each
            for each in self.connections
            if isinstance(each, ImpatientProtocol) and each.is_waiting
        ]
        if len(waiting) > MAX_WAITING:
            min(waiting, key=lambda each: each.opened_at).transport.close()

    def data_received(self, data: bytes) -> None:
        """Pass ``data`` on, and limit the time for the rest of an incomplete request."""
        super().data_received(data)
        if not self.is_waiting and not self.cycle.response_complete:
            self._stop_limit()
        elif self._deadline is None:
            self._limit_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time limit."""
        self._stop_limit()
        super().connection_lost(exc)

    def _limit_time(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)

    def _stop_limit(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
