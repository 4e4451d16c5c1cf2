"""Serves the desk on this machine, until the author has had enough of it."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from questfoundry.cli.desk.safety import LOOPBACK, TOKEN, Guarded


@asynccontextmanager
async def served(app: ASGIApp, *, port: int = 0) -> AsyncIterator[str]:
    """Its address, with the token that opens it, as long as it serves.

    ``port`` 0 is a free one; ``OSError`` where another is taken.
    """
    with socket.create_server((LOOPBACK, port)) as listening:
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


class _Quiet(uvicorn.Server):
    """Leaves signals to the program."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
