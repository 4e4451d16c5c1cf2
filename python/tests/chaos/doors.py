"""The desk and the MCP server as commands: a process opens the door, sends one request and ends."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from questfoundry import Project
from questfoundry.composition.wiring.mcp import mcp_server
from tests.support.desk import at_desk

FAILED = 5


async def ask_desk(address: str, *fields: str) -> int:
    """Send a form with ``name=value`` fields to the desk, and wait until its task has ended."""
    form = dict(each.split("=", 1) for each in fields)
    async with at_desk(Path(), env=os.environ) as desk:
        answer = await desk.post(address, form)
        assert answer.status_code == 303, answer.text
        async for _ in desk.views.task.changes():
            pass
        sys.stderr.write(desk.views.task.problem)
        return FAILED if desk.views.task.problem else 0


async def ask_mcp(tool: str, *fields: str) -> int:
    """Call a tool with ``name=value`` arguments over HTTP."""
    arguments = dict(each.split("=", 1) for each in fields)
    async with (
        Project.open(Path(), env=os.environ) as project,
        mcp_server(project.container, approves=True) as server,
        server.serve_http() as (address, token),
        httpx2.AsyncClient(headers=_authorize(token), timeout=None) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        result = await client.call_tool(tool, arguments)
        sys.stderr.write(str(result.content))
        return FAILED if result.is_error else 0


def _authorize(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


DOORS: Mapping[str, Callable[..., Coroutine[Any, Any, int]]] = {"@desk": ask_desk, "@mcp": ask_mcp}


def open_door(arguments: tuple[str, ...]) -> None:
    """Leave the process with the end of the door's request; return for a command of ``qf``."""
    if arguments[0] in DOORS:
        sys.exit(asyncio.run(DOORS[arguments[0]](*arguments[1:])))
