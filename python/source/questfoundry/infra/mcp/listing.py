"""Remove invalid tools from an MCP server's list of tools.

Otherwise the MCP SDK would reject the whole list because of one invalid tool.
"""

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
