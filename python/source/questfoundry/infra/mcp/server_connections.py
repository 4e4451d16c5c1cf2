"""Connect to an MCP server that the project uses: to a child process or to an HTTP address."""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import httpx2
import mcp_types as types
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

MAX_MESSAGE_BYTES = 4_000_000
"""The most bytes of one message; a server that sends more is stopped."""

_GRACE = 1.0
"""The seconds that a process has to end by itself."""


@asynccontextmanager
async def connect_process(
    command: Sequence[str],
    env: Mapping[str, str],
    folder: Path,
    *,
    max_bytes: int = MAX_MESSAGE_BYTES,
) -> AsyncIterator[Any]:
    """Start an MCP server as a child process; yield the streams from and to the server.

    The process runs in ``folder`` with a minimal environment plus ``env``. A message longer than
    ``max_bytes`` ends the connection. When the ``with`` block ends, the process group is killed.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**get_default_environment(), **env},
        cwd=folder,
        limit=max_bytes,
        start_new_session=True,
    )
    incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        async with anyio.create_task_group() as tasks, read, write:
            tasks.start_soon(_read_messages, process, incoming)
            tasks.start_soon(_write_messages, process, outgoing)
            yield read, write
            tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _end_process(process)


@asynccontextmanager
async def connect_address(url: str, token: str, seconds: float) -> AsyncIterator[Any]:
    """Connect to the MCP server at ``url``; yield the streams from and to the server.

    If ``token`` is not empty, it is sent as a bearer token. ``seconds`` is the timeout of a
    request.
    """
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=seconds) as http,
        streamable_http_client(
            url, http_client=http, max_sse_event_size=MAX_MESSAGE_BYTES
        ) as streams,
    ):
        yield streams


async def _read_messages(process: Process, messages: Any) -> None:
    """Forward the MCP messages in the process's output; skip all other lines."""
    assert process.stdout is not None  # noqa: S101  the process was started with a pipe
    async with messages:
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:  # a line longer than the limit
                return
            if not line:
                return
            with suppress(ValueError, RecursionError):
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                await messages.send(SessionMessage(message))


async def _write_messages(process: Process, messages: Any) -> None:
    assert process.stdin is not None  # noqa: S101
    async with messages:
        async for each in messages:
            text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
            with suppress(OSError):
                process.stdin.write(f"{text}\n".encode())
                await process.stdin.drain()


async def _end_process(process: Process) -> None:
    assert process.stdin is not None  # noqa: S101
    process.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _GRACE)
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    while process.stdout is not None and await process.stdout.read(65_536):
        pass  # unread output would keep `wait` from returning
    await process.wait()
