"""Serve the studio to MCP clients, on standard input and output or on local HTTP with a token.

A client that waits for the result of a tool call gets progress messages.
"""

import asyncio
import hmac
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any

import uvicorn
from attrs import frozen
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from questfoundry.domain.events import Event, ModelCallFinished
from questfoundry.domain.events.stages import PassageWritten, PhaseStarted, StageCompleted
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.session import AgentMoved, RunEnded, RunLaunched

# The progress queue of the current call; tasks that the call starts inherit it.
_QUEUE: ContextVar[asyncio.Queue[str | None] | None] = ContextVar("mcp_progress", default=None)


class ProgressEvents(EventSink):
    """An event sink that reports the events during a tool call to the MCP client as progress."""

    def emit(self, event: Event) -> None:
        queue, line = _QUEUE.get(), _line(event)
        if queue is not None and line:
            queue.put_nowait(line)


@asynccontextmanager
async def report_progress(
    send: Callable[[float, float | None, str | None], Awaitable[None]],
) -> AsyncIterator[None]:
    """Send the queued progress messages in order while the ``with`` block runs."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    async def send_lines() -> None:
        number = 0
        while (line := await queue.get()) is not None:
            number += 1
            await send(number, None, line)

    task = asyncio.ensure_future(send_lines())
    token = _QUEUE.set(queue)
    try:
        yield
        queue.put_nowait(None)
        await task
    finally:
        _QUEUE.reset(token)
        task.cancel()


def _line(event: Event) -> str:
    match event:
        case RunLaunched():
            return f"{event.label}: {', '.join(event.agents)}"
        case AgentMoved():
            what = f"{event.part} {event.round}" if event.round else event.part
            return f"{event.agent}: {event.problem or (f'{what}, done' if event.done else what)}"
        case RunEnded():
            return f"{event.result.label}: {event.result.status.value}"
        case PhaseStarted():
            return f"{event.stage}: {event.phase}"
        case PassageWritten():
            return f"{event.passage} is written"
        case StageCompleted():
            return f"{event.stage} is complete"
        case ModelCallFinished():
            return f"{event.model}: {event.scope}"
        case _:
            return ""


LOOPBACK, PATH = "127.0.0.1", "/mcp"


async def serve_stdio(server: Server[Any]) -> None:
    """Serve one client on standard input and output until the client closes them."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


@asynccontextmanager
async def serve_http(server: Server[Any], token: str, port: int = 0) -> AsyncIterator[str]:
    """Serve on localhost and yield the server's address; refuse requests without ``token``.

    If ``port`` is 0, a free port is chosen. Raise ``OSError`` if the port is in use.
    """
    app = server.streamable_http_app(streamable_http_path=PATH, host=LOOPBACK)
    with socket.create_server((LOOPBACK, port)) as listening:
        config = uvicorn.Config(
            _TokenCheck(app, token), log_config=None, access_log=False, timeout_graceful_shutdown=1
        )
        http = _SignalFreeServer(config)
        serving = asyncio.create_task(http.serve([listening]))
        try:
            yield f"http://{LOOPBACK}:{listening.getsockname()[1]}{PATH}"
        finally:
            # Without this wait, a cancelled server would log the traceback of its cancellation.
            http.should_exit = True
            await serving


class _SignalFreeServer(uvicorn.Server):
    """A uvicorn server that installs no signal handlers, so that the program can handle signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@frozen
class _TokenCheck:
    _app: ASGIApp
    _token: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            authorization = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(authorization, f"Bearer {self._token}".encode()):
                refused = PlainTextResponse("A token is needed.", status_code=401)
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)
