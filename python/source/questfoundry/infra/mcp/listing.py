"""What a server lists, tool by tool: one that is none by the protocol does not hide the others."""

from __future__ import annotations

from collections.abc import AsyncIterator, MutableMapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCResponse
from mcp_types.methods import validate_server_result
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import ValidationError


@asynccontextmanager
async def sound_tools(
    transport: AbstractAsyncContextManager[Any], faults: MutableMapping[str, str]
) -> AsyncIterator[Any]:
    """The transport, less the tools of a listing that the protocol does not know.

    Why they are none is put into ``faults``, by their names.
    """
    screen = _Screen(faults)
    async with transport as (heard, write), anyio.create_task_group() as tasks:
        sound, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)

        async def passed_on() -> None:
            async with sound:
                async for each in heard:
                    await sound.send(screen.screened(each))

        tasks.start_soon(passed_on)
        async with read:
            yield read, write
        tasks.cancel_scope.cancel()


class _Screen:
    def __init__(self, faults: MutableMapping[str, str]) -> None:
        self._faults = faults
        self._version = LATEST_HANDSHAKE_VERSION

    def screened(self, said: SessionMessage | Exception) -> SessionMessage | Exception:
        """What was said, with sound tools alone where it lists any."""
        if isinstance(said, Exception) or not isinstance(said.message, JSONRPCResponse):
            return said
        result = said.message.result
        self._version = str(result.get("protocolVersion", self._version))
        tools = result.get("tools")
        if not isinstance(tools, list):
            return said
        sound = [each for each in tools if self._is_sound(result, each)]
        return replace(
            said, message=said.message.model_copy(update={"result": {**result, "tools": sound}})
        )

    def _is_sound(self, result: dict[str, Any], tool: Any) -> bool:
        try:
            validate_server_result("tools/list", self._version, {**result, "tools": [tool]})
        except ValidationError as problem:
            place = problem.errors()[0]["loc"]
            if "tools" not in place:  # the listing itself is none, which is told of all of it
                return True
            if isinstance(tool, dict):
                where = ".".join(map(str, place[place.index("tools") + 2 :]))
                self._faults[str(tool.get("name"))] = where
            return False
        except (ValueError, KeyError):  # a version that nobody knows
            return True
        return True
