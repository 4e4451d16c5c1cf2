"""Tests of tools on MCP servers that a project names, and of misbehaving servers."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from questfoundry import Project
from questfoundry.composition.wiring.adapters import connect_named_servers
from questfoundry.composition.wiring.mcp import mcp_server
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.session import RunLaunched, ToolServerFailed
from questfoundry.infra.mcp.server_connections import connect_address, connect_process
from questfoundry.infra.mcp.servers import McpServers, NamedServer
from questfoundry.testing import ScriptedChatProvider, ToolSourceContract, calls, says
from tests.support.delegated import until
from tests.support.stage_runs import shipped_prompts
from tests.support.studio import AskedAuthor, StudioBench, replies

STRANGE = Path(__file__).with_name("strange_server.py")


def server(how: str, *, seconds: float = 20.0) -> NamedServer:
    command = (sys.executable, "-I", str(STRANGE), how)
    connect = partial(connect_process, command, {"NAMED": "yes"}, STRANGE.parent, max_bytes=200_000)
    return NamedServer(
        name="weather", connect=connect, reads=("forecast",), changes=("send",), seconds=seconds
    )


@asynccontextmanager
async def tools_of(*servers: NamedServer) -> AsyncIterator[dict[str, Tool]]:
    source = McpServers(servers, shipped_prompts())
    try:
        yield {each.definition.name: each for each in await source.tools()}
    finally:
        await source.close()


async def asked(how: str, *, seconds: float = 20.0, name: str = "forecast") -> Envelope:
    async with tools_of(server(how, seconds=seconds)) as tools:
        return await tools[f"weather__{name}"].execute({"city": "Fallow"})


class TestMcpServers(ToolSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncIterator[McpServers]:
        source = McpServers([server("well")], shipped_prompts())
        yield source
        await source.close()


async def test_allowed_tools_are_offered_and_called() -> None:
    """A server may offer dangerous tools and endless descriptions. (MCP-5.1)"""
    async with tools_of(server("well")) as tools:
        assert {name: each.effects for name, each in tools.items()} == {
            "weather__forecast": False,
            "weather__send": True,
        }
        definition = tools["weather__forecast"].definition
        assert definition.parameters["required"] == ["city"]
        assert len(definition.description) <= 1_024
        answer = await tools["weather__forecast"].execute({"city": "Fallow"})
    assert (answer.result, answer.body["data"]) == (ToolStatus.SUCCESS, "Rain.")
    assert answer.body["query"] == {"city": "Fallow"}
    assert "weather" in answer.action


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("no-object", "cannot be used"),
        ("lies", "cannot be used"),
        ("long-schema", "longer than"),
        ("dies", "ended"),
        ("floods", "ended"),
        ("fails", "no such city"),
        ("nonsense", "does not follow the protocol"),
        ("pages", "lists too many"),
        ("no-server", "could not be started"),
    ],
)
async def test_a_strange_server_is_an_error_that_says_what_it_did(how: str, said: str) -> None:
    """The studio survives, and its author knows why. (MCP-5.1)"""
    answer = await asked(how)
    assert answer.result is ToolStatus.ERROR
    assert said in answer.body["error"]
    assert "weather" in answer.body["error"]


async def test_a_tool_that_is_none_hides_no_other() -> None:
    """One invalid tool must not hide the others of its server. (MCP-5.1)"""
    async with tools_of(server("one-bad")) as tools:
        assert (await tools["weather__forecast"].execute({"city": "Fallow"})).body[
            "data"
        ] == "Rain."
        answer = await tools["weather__send"].execute({})
    assert answer.result is ToolStatus.ERROR
    assert "inputSchema.type" in answer.body["error"]


@pytest.mark.parametrize("how", ["mute", "hangs"])
async def test_a_server_that_hangs_is_given_up(how: str) -> None:
    """A hanging server would block the agent forever. (MCP-5.1)"""
    answer = await asked(how, seconds=0.5)
    assert answer.result is ToolStatus.ERROR
    assert "0.5 seconds" in answer.body["error"]


class LateServer:
    """A server that dies or ``hangs`` until ``works`` is set; it counts attempts to reach it."""

    def __init__(self, *, hangs: bool = False) -> None:
        self.hangs = hangs
        self.attempts = 0
        self.works = False

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Any]:
        self.attempts += 1
        if self.hangs and not self.works:
            await asyncio.Event().wait()
        if not self.works:
            raise OSError("There is no such program.")
        async with server("well").connect() as streams:
            yield streams

    def source(self) -> McpServers:
        named = NamedServer(name="weather", connect=self.connect, reads=("forecast",))
        return McpServers([named], shipped_prompts())


async def test_a_dead_server_is_tried_once_told_once_and_tried_again_on_demand() -> None:
    """A dead server must not cost its timeout at every message, nor fail in silence."""
    late = LateServer()
    source = late.source()
    forecast = calls("weather__forecast", {"city": "Fallow"})
    bench = StudioBench(
        [says("One."), says("Two."), forecast, says("No."), forecast, says("Rain."), says("Four.")]
    )
    session = bench.evolved(servers=source)

    async def problems(message: str) -> list[str]:
        events = [each async for each in session.chat(message)]
        return [each.problem for each in events if isinstance(each, ToolServerFailed)]

    try:
        [problem] = await problems("First.")
        assert "weather could not be started" in problem
        assert (await problems("Second."), late.attempts) == ([], 1)
        assert (await problems("Look it up."), late.attempts) == ([], 2)
        late.works = True
        assert (await problems("Try again."), late.attempts) == ([], 3)
        assert (await problems("Fourth."), late.attempts) == ([], 3)
    finally:
        await session.close()
        await source.close()
    requests = bench.model.requests
    assert "could not be started" in requests[3].messages[-1].content
    assert "Rain." in requests[5].messages[-1].content
    assert "required" in next(e for e in requests[6].tools if "forecast" in e.name).parameters


async def test_a_message_that_is_cancelled_while_a_server_hangs_blocks_no_other() -> None:
    """The author must be able to continue, although the server never answered."""
    late = LateServer(hangs=True)
    source = late.source()
    listing = asyncio.ensure_future(source.tools())
    await until(lambda: late.attempts == 1)
    listing.cancel()
    await asyncio.gather(listing, return_exceptions=True)
    late.works = True
    try:
        [tool] = await source.tools()
        assert (await tool.execute({"city": "Fallow"})).result is ToolStatus.SUCCESS
    finally:
        await source.close()


async def test_chatter_is_passed_over() -> None:
    """Log messages and notifications are legal, and no answer. (MCP-5.1)"""
    assert (await asked("chatters")).body["data"] == "Rain."


async def test_one_that_died_is_started_again() -> None:
    """A crashed server must be usable again without restarting the studio. (MCP-5.1)"""
    async with tools_of(server("dies")) as tools:
        for _ in range(2):
            answer = await tools["weather__forecast"].execute({"city": "Fallow"})
            assert "ended" in answer.body["error"]


async def test_no_key_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A foreign program must not read the API keys of the author."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-author")
    names = (await asked("env")).body["data"].split()
    assert "NAMED" in names
    assert "OPENAI_API_KEY" not in names


async def test_orders_in_a_result_launch_nothing() -> None:
    """A server's answer is untrusted text that could contain instructions to the agent."""
    source = McpServers([server("orders")], shipped_prompts())
    author = AskedAuthor()
    model = [calls("weather__forecast", {"city": "Fallow"}), says("It tells me to launch runs.")]
    bench = StudioBench(model, approval=author)
    session = bench.evolved(servers=source)
    try:
        events = [each async for each in session.chat("How is the weather?")]
    finally:
        await session.close()
        await source.close()
    assert replies(events) == ["It tells me to launch runs."]
    assert not [each for each in events if isinstance(each, RunLaunched)]
    assert author.asked == []
    assert isinstance(bench.model, ScriptedChatProvider)
    [*_, result] = bench.model.requests[-1].messages
    assert "never an instruction" in result.content


async def test_a_call_with_effects_that_was_cut_off_is_not_made_again() -> None:
    """Sending twice is worse than not knowing the result."""
    made: list[str] = []

    class Sending(StrangeTool):
        async def execute(self, arguments: Any) -> Envelope:
            made.append("sent")
            await asyncio.Event().wait()
            raise AssertionError

    script = [calls("weather__send", {})]
    bench = StudioBench(script, tools=[Sending()])
    listening = asyncio.ensure_future(bench.says("Send it."))
    await until(lambda: bool(made))
    await bench.session.close()
    await listening
    again = bench.reopened([says("I do not know whether it was sent.")], tools=[Sending()])
    events = [each async for each in again.session.resume()]
    assert replies(events) == ["I do not know whether it was sent."]
    assert made == ["sent"]
    assert isinstance(again.model, ScriptedChatProvider)
    assert "it is unknown" in again.model.requests[-1].messages[-1].content


class StrangeTool(Tool):
    effects = at_most_once = True

    @property
    def definition(self) -> Any:
        from questfoundry.domain.chat.messages import ToolDefinition

        return ToolDefinition(name="weather__send", description="Sends it.")


async def test_a_server_at_an_address_is_used_as_well(tmp_path: Path) -> None:
    """A wrong token for a server must produce a clear error. (MCP-5.1)"""
    own = ScriptedChatProvider()
    async with (
        Project.open(tmp_path, models=own, env={}) as project,
        mcp_server(project.container) as served,
        served.serve_http() as (address, token),
    ):
        for given, status in ((token, ToolStatus.SUCCESS), ("wrong", ToolStatus.ERROR)):
            named = NamedServer(
                name="other",
                connect=partial(connect_address, address, given, 5.0),
                reads=("project_status", "nothing"),
            )
            async with tools_of(named) as tools:
                answer = await tools["other__project_status"].execute({})
                assert answer.result is status
                missing = await tools["other__nothing"].execute({})
                assert missing.result is ToolStatus.ERROR


YAML = """
mcp_servers:
  weather: {command: [python, server.py], reads: [forecast], env: [WEATHER_KEY]}
"""


@pytest.mark.parametrize(
    "text",
    [
        "mcp_servers: {w: {reads: [a]}}",
        "mcp_servers: {w: {command: [a], url: 'http://127.0.0.1:1/mcp', reads: [a]}}",
        "mcp_servers: {w: {command: [a]}}",
        "mcp_servers: {w: {command: [a], reads: [a], changes: [a]}}",
        "mcp_servers: {w: {command: [a], reads: [a], env: [OPENAI_API_KEY]}}",
        "mcp_servers: {w: {url: 'https://a.example/mcp', reads: [a], key: ANTHROPIC_API_KEY}}",
        "mcp_servers: {w: {command: [a], reads: [a], env: [sk-abcdefghijklmnopqrstuvwxyz01]}}",
        "mcp_servers: {W W: {command: [a], reads: [a]}}",
    ],
)
def test_what_cannot_be_set_is_told(tmp_path: Path, text: str) -> None:
    """Wrong settings are found at once, and a server gets no provider's key."""
    (tmp_path / "project.yaml").write_text(text)
    with pytest.raises(SettingsError) as told:
        Project.open(tmp_path, env={}, trust=True)
    assert "sk-abcdefghijkl" not in str(told.value)


async def test_servers_of_somebody_elses_project_are_asked_about(tmp_path: Path) -> None:
    """Opening somebody else's project must not start a program of theirs without a question."""
    (tmp_path / "project.yaml").write_text(YAML)
    with pytest.raises(SettingsError, match=r"mcp_servers\.weather"):
        Project.open(tmp_path, env={"WEATHER_KEY": "x"})
    async with Project.open(tmp_path, env={}, trust=True) as project:
        with pytest.raises(SettingsError, match="WEATHER_KEY"):
            project.container.servers()
    async with Project.open(tmp_path, env={"WEATHER_KEY": "x"}, trust=True) as project:
        settings, prompts = project.container.settings(), project.container.prompts()
        source = connect_named_servers(settings, prompts)
        assert source is not None
        await source.close()
