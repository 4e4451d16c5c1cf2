"""Run the HTTP server of the desk, which answers only the desk's own pages on this computer.

Every program on this computer, and every page open in a browser, can reach a local port. So each
request must fulfil three conditions. It carries the secrets of :mod:`questfoundry.web.entrance`. It
names this host, which defeats DNS rebinding. It comes from a page of the desk.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from urllib.parse import urlsplit

import uvicorn
from attrs import frozen
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from questfoundry.web.entrance import LOOPBACK, TOKEN, Entrance

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
        """Cancel the time limit of the closed connection."""
        self._stop_limit()
        super().connection_lost(exc)

    def _limit_time(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)

    def _stop_limit(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


MAX_FORM_BYTES = 1_000_000  # the size limit of a form in bytes, five times the longest passage

MAX_UPLOAD_BYTES = 33_000_000
"""The size limit of an upload in bytes: the largest readable story plus the form around it."""

UPLOADS, PICTURES = "/import", "/pictures"  # the only paths that accept uploads

_TOO_LARGE = f"The files are larger than {MAX_UPLOAD_BYTES // 1_000_000} MB."

_READ_METHODS = {"GET", "HEAD"}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": with it browsers do not send the origin of a form.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@frozen
class Guarded:
    """An ASGI application that checks each request's secrets and host, then calls ``_app``."""

    _app: ASGIApp
    _entrance: Entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass allowed requests to the application; refuse others, and every web socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            request = Request(scope)
            answer = self._refusal(request) or self._entrance.answer(request)
            await (answer or self._app)(scope, receive, _add_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, request: Request) -> Response | None:
        hosts = {f"{name}:{self._entrance.port}" for name in (LOOPBACK, "localhost")}
        if request.headers.get("host", "") not in hosts:
            return _refuse(
                421, "Wrong host name. Open the desk with the address shown in the terminal."
            )
        if not _is_from_own_page(request):
            return _refuse(403, "Refused: the request did not come from a page of the desk.")
        if request.method not in _READ_METHODS:
            size = request.headers.get("content-length", "")
            if not (size.isascii() and size.isdigit()):
                return _refuse(411, "Refused: the form has no Content-Length header.")
            if request.url.path in (UPLOADS, PICTURES) and int(size) > MAX_UPLOAD_BYTES:
                return _refuse(413, f"{_TOO_LARGE} Use smaller files, or qf import.")
            if request.url.path not in (UPLOADS, PICTURES) and int(size) > MAX_FORM_BYTES:
                return _refuse(
                    413, f"The text is longer than {MAX_FORM_BYTES // 1_000_000} MB. Shorten it."
                )
        return None


def _is_from_own_page(request: Request) -> bool:
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    own = origin is None or urlsplit(origin).netloc == request.headers["host"]
    if request.method in _READ_METHODS:
        # "none" is an address that was typed, or opened by the terminal. Requests with the token
        # may come from anywhere: a page may open the address.
        return own and (site in {None, "none", "same-origin"} or TOKEN in request.query_params)
    return own and site in {None, "same-origin"} and (origin is not None or site is not None)


def _refuse(code: int, why: str) -> Response:
    return PlainTextResponse(f"{why}\n", status_code=code)


def _add_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if "server" in headers:
                del headers["server"]
        await send(message)

    return send_with_headers


_MIN_PORT, _PORTS = 21_000, 10_000
"""The first port of desks and the number of ports, below the system's ephemeral ports."""


@asynccontextmanager
async def serve(app: ASGIApp, *, port: int = 0, default: int = 0) -> AsyncIterator[Entrance]:
    """Serve ``app`` on the loopback address, and yield its entrance with new secrets.

    With ``port`` 0 the port is ``default`` if it is free, otherwise any free port. ``OSError`` is
    raised if ``port`` is another number and this port is in use.
    """
    with _listen(port, default) as listening:
        entrance = Entrance(listening.getsockname()[1])
        config = uvicorn.Config(
            Guarded(app, entrance),
            http=ImpatientProtocol,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = _Quiet(config)
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield entrance
        finally:
            server.should_exit = True
            await serving


def default_port(address: str) -> int:
    """Return a port computed from a project's path or address, so that links survive a restart."""
    digest = sha256(os.fsencode(address)).digest()
    return _MIN_PORT + int.from_bytes(digest[:4]) % _PORTS


def _listen(port: int, usual: int) -> socket.socket:
    if port == 0:
        with suppress(OSError):
            return socket.create_server((LOOPBACK, usual))
    return socket.create_server((LOOPBACK, port))


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
