"""Offer models those tools of MCP servers that the project's settings permit."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, TypeVar

import mcp_types as types
from attrs import evolve, frozen
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from mcp import Client, MCPError
from pydantic import ValidationError

from questfoundry.domain.chat.envelope import Envelope, error, success, to_json_value
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool, ToolSource
from questfoundry.domain.text.digest import to_canonical_json
from questfoundry.infra.mcp.server_connections import filter_valid_tools
from questfoundry.infra.mcp.tool_schemas import FittedSchema, fit_name

_T = TypeVar("_T")
WORDING = "tools/server"
Connect = Callable[[], AbstractAsyncContextManager[Any]]
"""A function that opens a new transport to the server."""

_MOST_PAGES = 10
_LONGEST_SCHEMA, _LONGEST_TEXT, _LONGEST_DESCRIPTION = 20_000, 1_000, 900
"""The most characters of a tool's schema, of an error message, and of a tool's description.

With the words around it, a description stays below 1,024 characters, which OpenAI allows.
"""
_LONGEST_ECHO = 200  # Maximum characters of each argument that a result repeats


@frozen(kw_only=True)
class NamedServer:
    """An MCP server in the settings; ``reads`` and ``changes`` name its permitted tools."""

    name: str
    connect: Connect
    reads: Sequence[str] = ()
    changes: Sequence[str] = ()
    seconds: float = 30.0


class McpServers(ToolSource):
    """A source of tools from several MCP servers; each server is started on first use."""

    def __init__(self, servers: Sequence[NamedServer], prompts: PromptRepository) -> None:
        words = prompts.wording(WORDING)
        names = _choose_names(servers)
        self._servers = [_Server(each, words, names) for each in servers]

    async def tools(self) -> Sequence[Tool]:
        """Return all permitted tools of all servers.

        A server that cannot be reached is not tried again here, but only when one of its tools is
        called; this call returns the reason if the server still cannot be reached.
        """
        found = await asyncio.gather(*(each.tools() for each in self._servers))
        return [tool for tools in found for tool in tools]

    def problems(self) -> Sequence[str]:
        """Return a message for each server that could not be reached at the last attempt."""
        return [each.failure for each in self._servers if each.failure]

    async def close(self) -> None:
        await asyncio.gather(*(each.stop() for each in self._servers))


class ServerProblem(Exception):  # noqa: N818  caught in this module and reported as text
    """An error that states why an MCP server could not answer a request."""


class _Server:
    """A connection to one MCP server, opened by the first request and again after a failure.

    ``failure`` is the reason why the server did not list its tools at the last attempt, or "".
    """

    def __init__(
        self, named: NamedServer, words: Mapping[str, Any], names: Mapping[tuple[str, str], str]
    ) -> None:
        self.named = named
        self.words = words
        self.names = names
        self._connection_task: asyncio.Task[None] | None = None
        self._stop_event = asyncio.Event()
        self._connect_lock = asyncio.Lock()
        self._client: Client | None = None
        self._faults: dict[str, str] = {}
        self.failure = ""

    async def tools(self) -> Sequence[Tool]:
        named = self.named
        allowed = [*((each, False) for each in named.reads), *((e, True) for e in named.changes)]
        listed: Mapping[str, types.Tool | str] = {}
        if not self.failure:
            with suppress(ServerProblem):
                listed = await self.list_tools()
        return [
            _ServerTool(self, each, effects, self.failure or listed.get(each))
            for each, effects in allowed
        ]

    async def list_tools(self) -> Mapping[str, types.Tool | str]:
        """Return the server's tools by name; for an invalid tool, the value is the reason."""
        try:
            listed = await self._request_tools()
        except ServerProblem as problem:
            self.failure = str(problem)
            raise
        self.failure = ""
        return listed

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        client = await self._connect()
        result = await self._await_answer(client.call_tool(tool, dict(arguments)))
        text = "\n".join(each.text for each in result.content if each.type == "text")
        if result.is_error:
            raise self.problem("refused", problem=text[:_LONGEST_TEXT])
        return text or to_canonical_json(result.structured_content)

    async def stop(self) -> None:
        """Close the connection, even while the server is working."""
        self._client = None
        if self._connection_task is not None:
            self._stop_event.set()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(self._connection_task, return_exceptions=True)
            self._connection_task = None

    def problem(self, kind: str, **values: object) -> ServerProblem:
        names = {"server": self.named.name, **values}
        return ServerProblem(str(self.words["problems"][kind]).format(**names))

    async def _request_tools(self) -> Mapping[str, types.Tool | str]:
        client = await self._connect()
        found: dict[str, types.Tool | str] = {}
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._await_answer(client.list_tools(cursor=cursor))
            found.update({each.name: each for each in page.tools})
            cursor = page.next_cursor
            if not cursor:
                return found | {
                    name: str(self.problem("schema", tool=name, problem=fault))
                    for name, fault in self._faults.items()
                }
        raise self.problem("listing")

    async def _connect(self) -> Client:
        async with self._connect_lock:
            if self._client is None:
                await self.stop()
                self._stop_event = asyncio.Event()
                connected: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
                self._connection_task = asyncio.ensure_future(
                    self._run_connection(connected, self._stop_event)
                )
                try:
                    self._client = await asyncio.wait_for(connected, self.named.seconds)
                except TimeoutError:
                    raise self.problem("hangs", seconds=self.named.seconds) from None
                finally:
                    if self._client is None:
                        self._connection_task.cancel()
            return self._client

    async def _run_connection(self, connected: asyncio.Future[Client], stop: asyncio.Event) -> None:
        """Open and close the connection in one task, as the MCP SDK requires."""
        try:
            transport = filter_valid_tools(self.named.connect(), self._faults)
            async with Client(transport, cache=None) as client:
                connected.set_result(client)
                await stop.wait()
        except Exception as problem:  # noqa: BLE001  a foreign server may raise anything
            if not connected.done():
                connected.set_exception(self.problem("start", problem=_error_text(problem)))

    async def _await_answer(self, request: Awaitable[_T]) -> _T:
        try:
            return await asyncio.wait_for(request, self.named.seconds)
        except TimeoutError:
            await self.stop()
            raise self.problem("hangs", seconds=self.named.seconds) from None
        except MCPError as problem:
            if problem.error.code != types.CONNECTION_CLOSED:
                raise self.problem("refused", problem=_error_text(problem)) from problem
            await self.stop()
            raise self.problem("dead", problem=_error_text(problem)) from problem
        except ValidationError as problem:
            places = ".".join(map(str, problem.errors()[0]["loc"]))
            raise self.problem("nonsense", problem=places) from problem
        except Exception as problem:
            await self.stop()
            raise self.problem("dead", problem=_error_text(problem)) from problem


class _ServerTool(Tool):
    """A tool of an MCP server, in the form in which models can call it.

    ``found``: The server's definition of the tool, or the reason why the tool is unusable. If the
      server has no such tool, ``found`` is ``None``.
    """

    def __init__(
        self, server: _Server, name: str, effects: bool, found: types.Tool | str | None
    ) -> None:
        self._server, self._name = server, name
        self._is_unreachable = bool(server.failure)
        self.effects = self.at_most_once = effects
        self._set_definition(found)

    @property
    def definition(self) -> ToolDefinition:
        return self._definition

    def _set_definition(self, found: types.Tool | str | None) -> None:
        definition, self._problem = _build_definition(self._server, self._name, found)
        name = self._server.names[self._server.named.name, self._name]
        self._definition = evolve(definition, name=name)
        self._parameters = FittedSchema.from_server({})
        if isinstance(found, types.Tool) and not self._problem:
            self._parameters = FittedSchema.from_server(found.input_schema)

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        actions = {
            kind: str(template).format(server=self._server.named.name)
            for kind, template in self._server.words["actions"].items()
        }
        try:
            problem = await self._retry() if self._is_unreachable else self._problem
            if problem:
                return error(problem, action=actions["error"])
            text = await self._server.call(self._name, self._parameters.restore(arguments))
        except ServerProblem as problem:
            return error(str(problem), action=actions["error"])
        query = to_json_value(arguments, _LONGEST_ECHO) or None
        return success(text, query=query, action=actions["success"])

    async def _retry(self) -> str:
        """Try to reach the server again; return why its tool cannot be used, or ""."""
        listed = await self._server.list_tools()
        self._is_unreachable = False
        found = listed.get(self._name)
        self._set_definition(found)
        return self._problem


def _choose_names(servers: Sequence[NamedServer]) -> dict[tuple[str, str], str]:
    """Return the name under which models get each tool; the keys are (server name, tool name)."""
    names: dict[tuple[str, str], str] = {}
    for server in servers:
        for tool in (*server.reads, *server.changes):
            if (server.name, tool) not in names:
                offered = fit_name(f"{server.name}__{tool}", names.values())
                names[server.name, tool] = offered
    return names


def _build_definition(
    server: _Server, name: str, found: types.Tool | str | None
) -> tuple[ToolDefinition, str]:
    problem = found if isinstance(found, str) else ""
    schema: Mapping[str, Any] = {"type": "object", "properties": {}}
    text = str(server.words["unknown"])
    if found is None:
        problem = str(server.problem("missing", tool=name))
    elif isinstance(found, types.Tool):
        text = (found.description or name)[:_LONGEST_DESCRIPTION]
        if fault := _schema_fault(found.input_schema):
            problem = str(server.problem("schema", tool=name, problem=fault))
        else:
            schema = found.input_schema
    description = str(server.words["description"]).format(said=text, server=server.named.name)
    offered = fit_name(f"{server.named.name}__{name}")
    fitted = FittedSchema.from_server(schema).schema
    return ToolDefinition(name=offered, description=description, parameters=fitted), problem


def _schema_fault(schema: Mapping[str, Any]) -> str:
    if len(to_canonical_json(dict(schema))) > _LONGEST_SCHEMA:
        return f"it is longer than {_LONGEST_SCHEMA:,} characters"
    try:
        Draft202012Validator.check_schema(dict(schema))
    except SchemaError as problem:
        return problem.message[:200]
    return ""


def _error_text(problem: BaseException) -> str:
    """Return the message of ``problem``, or of the first exception in an exception group."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    return (str(problem) or type(problem).__name__)[:_LONGEST_TEXT]
