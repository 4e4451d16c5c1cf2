"""Serve the studio to MCP clients on standard input and output, or on local HTTP with a token."""

import asyncio
import hmac
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from attrs import frozen
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

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
