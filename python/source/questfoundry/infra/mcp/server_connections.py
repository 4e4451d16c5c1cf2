"""Connect to an MCP server (a child process or an HTTP address), and drop its invalid tools.

The MCP SDK would reject the whole list of tools because of one invalid tool.
"""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import httpx2
import mcp_types as types
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCResponse
from mcp_types.methods import validate_server_result
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import ValidationError

from questfoundry.infra.network import build_client_options

MAX_MESSAGE_BYTES = 4_000_000
"""The most bytes of one message; a server that sends more is stopped."""

_GRACE = 1.0
"""The seconds that a process has to end by itself before it is killed."""


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
    """Connect to the MCP server at ``url``; yield the streams from and to the server."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=seconds, **build_client_options(url)) as http,
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


@asynccontextmanager
async def filter_valid_tools(
    transport: AbstractAsyncContextManager[Any], faults: MutableMapping[str, str]
) -> AsyncIterator[Any]:
    """Yield the incoming and outgoing stream of ``transport``, with invalid tools removed.

    A tool is invalid if its definition violates the protocol. For each removed tool, ``faults``
    maps the tool's name to the path of the invalid value in the definition.
    """
    tool_filter = _ToolFilter(faults)
    async with transport as (incoming, write), anyio.create_task_group() as tasks:
        outgoing, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)

        async def forward() -> None:
            async with outgoing:
                async for each in incoming:
                    await outgoing.send(tool_filter.filter_message(each))

        tasks.start_soon(forward)
        async with read:
            yield read, write
        tasks.cancel_scope.cancel()


class _ToolFilter:
    def __init__(self, faults: MutableMapping[str, str]) -> None:
        self._faults = faults
        self._version = LATEST_HANDSHAKE_VERSION

    def filter_message(self, message: SessionMessage | Exception) -> SessionMessage | Exception:
        if isinstance(message, Exception) or not isinstance(message.message, JSONRPCResponse):
            return message
        result = message.message.result
        self._version = str(result.get("protocolVersion", self._version))
        tools = result.get("tools")
        if not isinstance(tools, list):
            return message
        sound = [each for each in tools if self._is_valid(result, each)]
        return replace(
            message,
            message=message.message.model_copy(update={"result": {**result, "tools": sound}}),
        )

    def _is_valid(self, result: dict[str, Any], tool: Any) -> bool:
        try:
            validate_server_result("tools/list", self._version, {**result, "tools": [tool]})
        except ValidationError as problem:
            place = problem.errors()[0]["loc"]
            if "tools" not in place:  # the list itself is invalid, which is reported elsewhere
                return True
            if isinstance(tool, dict):
                where = ".".join(map(str, place[place.index("tools") + 2 :]))
                self._faults[str(tool.get("name"))] = where
            return False
        except (ValueError, KeyError):  # an unknown protocol version
            return True
        return True
