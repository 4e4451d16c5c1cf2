"""Tools of MCP servers that a project names: each allowed one, whatever its server does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, TypeVar

import mcp_types as types
from attrs import frozen
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from mcp import Client, MCPError
from pydantic import ValidationError

from questfoundry.domain.chat.codec import to_canonical_json
from questfoundry.domain.chat.envelope import Envelope, error, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.protocols import PromptRepository, Tool, ToolSource
from questfoundry.infra.mcp.listing import sound_tools

_T = TypeVar("_T")
WORDING = "tools/server"
Connect = Callable[[], AbstractAsyncContextManager[Any]]
"""A transport to the server, anew."""

_MOST_PAGES = 10
_LONGEST_SCHEMA, _LONGEST_SAID = 20_000, 1_000
"""Characters; a schema is sent with every question."""


@frozen(kw_only=True)
class NamedServer:
    """A server as the project names it.

    Of its tools only those that it ``reads`` with, and those that it ``changes`` something with,
    are offered. ``seconds`` bound its start, and each call.
    """

    name: str
    connect: Connect
    reads: Sequence[str] = ()
    changes: Sequence[str] = ()
    seconds: float = 30.0


class McpServers(ToolSource):
    """Several of them, each started when its tools are first asked for."""

    def __init__(self, servers: Sequence[NamedServer], prompts: PromptRepository) -> None:
        words = prompts.wording(WORDING)
        self._servers = [_Server(each, words) for each in servers]

    async def tools(self) -> Sequence[Tool]:
        """All that are allowed; one whose server does not work answers with the reason."""
        found = await asyncio.gather(*(each.tools() for each in self._servers))
        return [tool for tools in found for tool in tools]

    async def close(self) -> None:
        """Stop them."""
        await asyncio.gather(*(each.stop() for each in self._servers))


class ServerProblem(Exception):  # noqa: N818  it is told, not raised to anybody else
    """Why a server did not do what it was asked."""


class _Server:
    """One server; a task of its own holds the connection, and is stopped where it fails."""

    def __init__(self, named: NamedServer, words: Mapping[str, Any]) -> None:
        self.named = named
        self.words = words
        self._holding: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self._one = asyncio.Lock()
        self._client: Client | None = None
        self._faults: dict[str, str] = {}

    async def tools(self) -> Sequence[Tool]:
        named = self.named
        allowed = [*((each, False) for each in named.reads), *((e, True) for e in named.changes)]
        try:
            listed = await self._listed()
        except ServerProblem as problem:
            return [_ServerTool(self, each, effects, str(problem)) for each, effects in allowed]
        return [_ServerTool(self, each, effects, listed.get(each)) for each, effects in allowed]

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """The text of its answer; ``ServerProblem`` where it has none."""
        client = await self._connected()
        result = await self._answer(client.call_tool(tool, dict(arguments)))
        text = "\n".join(each.text for each in result.content if each.type == "text")
        if result.is_error:
            raise self.problem("refused", problem=text[:_LONGEST_SAID])
        return text or to_canonical_json(result.structured_content)

    async def stop(self) -> None:
        """End it, whatever it does."""
        self._client = None
        if self._holding is not None:
            self._ended.set()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(self._holding, return_exceptions=True)
            self._holding = None

    def problem(self, kind: str, **values: object) -> ServerProblem:
        said = {"server": self.named.name, **values}
        return ServerProblem(str(self.words["problems"][kind]).format(**said))

    async def _listed(self) -> Mapping[str, types.Tool | str]:
        """What it says of each of its tools, or why that one cannot be used."""
        client = await self._connected()
        found: dict[str, types.Tool | str] = {}
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._answer(client.list_tools(cursor=cursor))
            found.update({each.name: each for each in page.tools})
            cursor = page.next_cursor
            if not cursor:
                return {**found, **self._unsound()}
        raise self.problem("listing")

    def _unsound(self) -> Mapping[str, str]:
        return {
            name: str(self.problem("schema", tool=name, problem=fault))
            for name, fault in self._faults.items()
        }

    async def _connected(self) -> Client:
        async with self._one:
            if self._client is None:
                await self.stop()
                self._ended = asyncio.Event()
                began: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
                self._holding = asyncio.ensure_future(self._hold(began, self._ended))
                try:
                    self._client = await asyncio.wait_for(began, self.named.seconds)
                except TimeoutError:
                    self._holding.cancel()
                    raise self.problem("hangs", seconds=self.named.seconds) from None
            return self._client

    async def _hold(self, began: asyncio.Future[Client], ended: asyncio.Event) -> None:
        """The connection from its beginning to its end, in one task, as its SDK wants it."""
        try:
            transport = sound_tools(self.named.connect(), self._faults)
            async with Client(transport, cache=None) as client:
                began.set_result(client)
                await ended.wait()
        except Exception as problem:  # noqa: BLE001  it is a stranger's, and told
            if not began.done():
                began.set_exception(self.problem("start", problem=_said(problem)))

    async def _answer(self, asked: Awaitable[_T]) -> _T:
        try:
            return await asyncio.wait_for(asked, self.named.seconds)
        except TimeoutError:
            await self.stop()
            raise self.problem("hangs", seconds=self.named.seconds) from None
        except MCPError as problem:
            if problem.error.code != types.CONNECTION_CLOSED:
                raise self.problem("refused", problem=_said(problem)) from problem
            await self.stop()
            raise self.problem("dead", problem=_said(problem)) from problem
        except ValidationError as problem:
            places = ".".join(map(str, problem.errors()[0]["loc"]))
            raise self.problem("nonsense", problem=places) from problem
        except Exception as problem:
            await self.stop()
            raise self.problem("dead", problem=_said(problem)) from problem


class _ServerTool(Tool):
    """One tool of a server, under both their names; ``found`` is what the server says of it."""

    def __init__(
        self, server: _Server, name: str, effects: bool, found: types.Tool | str | None
    ) -> None:
        self._server, self._name = server, name
        self.effects = self.at_most_once = effects
        self._definition, self._problem = _defined(server, name, found)

    @property
    def definition(self) -> ToolDefinition:
        return self._definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Call it; its answer is material, and a failure says what the server did."""
        actions = {
            kind: str(said).format(server=self._server.named.name)
            for kind, said in self._server.words["actions"].items()
        }
        if self._problem:
            return error(self._problem, action=actions["error"])
        try:
            text = await self._server.call(self._name, arguments)
        except ServerProblem as problem:
            return error(str(problem), action=actions["error"])
        return success(text, action=actions["success"])


def _defined(
    server: _Server, name: str, found: types.Tool | str | None
) -> tuple[ToolDefinition, str]:
    """How it is offered, and why it cannot be used, if so."""
    offered = re.sub(r"[^a-zA-Z0-9_-]", "_", f"{server.named.name}__{name}")[:64]
    problem = found if isinstance(found, str) else ""
    schema: Mapping[str, Any] = {"type": "object", "properties": {}}
    said = str(server.words["unknown"])
    if found is None:
        problem = str(server.problem("missing", tool=name))
    elif isinstance(found, types.Tool):
        said = (found.description or name)[:_LONGEST_SAID]
        if fault := _fault(found.input_schema):
            problem = str(server.problem("schema", tool=name, problem=fault))
        else:
            schema = found.input_schema
    description = str(server.words["description"]).format(said=said, server=server.named.name)
    return ToolDefinition(name=offered, description=description, parameters=schema), problem


def _fault(schema: Mapping[str, Any]) -> str:
    """Why no model can be sent that schema."""
    if len(to_canonical_json(dict(schema))) > _LONGEST_SCHEMA:
        return f"it is longer than {_LONGEST_SCHEMA:,} characters"
    try:
        Draft202012Validator.check_schema(dict(schema))
    except SchemaError as problem:
        return problem.message[:200]
    return ""


def _said(problem: BaseException) -> str:
    """What it says; of several at once, the first."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    return (str(problem) or type(problem).__name__)[:_LONGEST_SAID]
