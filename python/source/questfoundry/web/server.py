"""Run the HTTP server of the desk, which only listens on the loopback address."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from questfoundry.web.safety import LOOPBACK, TOKEN, Guarded

_MIN_PORT, _PORTS = 21_000, 10_000
"""The port range of desks, below the ephemeral ports of operating systems."""


@asynccontextmanager
async def serve(app: ASGIApp, *, port: int = 0, default: int = 0) -> AsyncIterator[str]:
    """Serve ``app`` on the loopback address, and yield its address, which contains a new token.

    With ``port`` 0 the port is ``default`` if it is free, otherwise any free port. ``OSError`` is
    raised if ``port`` is another number and this port is in use.
    """
    with _listen(port, default) as listening:
        token, chosen = secrets.token_urlsafe(32), listening.getsockname()[1]
        config = uvicorn.Config(
            Guarded(app, token, chosen),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = _Quiet(config)
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://{LOOPBACK}:{chosen}/?{TOKEN}={token}"
        finally:
            server.should_exit = True
            await serving


def default_port(folder: Path) -> int:
    """Return the port of a project's desk, computed from the path of its folder.

    The port is the same at every start, so that open pages keep working after a restart.
    """
    digest = sha256(os.fsencode(folder.resolve())).digest()
    return _MIN_PORT + int.from_bytes(digest[:4]) % _PORTS


def _listen(port: int, usual: int) -> socket.socket:
    if port == 0:
        with suppress(OSError):
            return socket.create_server((LOOPBACK, usual))
    return socket.create_server((LOOPBACK, port))


class _Quiet(uvicorn.Server):
    """A uvicorn server that leaves signal handling to the program."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
