"""Tests of the studio behind the Model Context Protocol, through the SDK's own client."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from dependency_injector import providers
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from questfoundry import Agent, Project, SettingsError
from questfoundry.composition.wiring.mcp import mcp_server, progress_sink, serve_during
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.spec import DELEGATED
from questfoundry.testing import ManualClock, ScriptedChatProvider
from tests.support.delegated import three
from tests.support.small_story import made_until
from tests.support.stage_runs import one_provider
from tests.support.woven_project import copied

ERAS = ["legacy", "auto"]
"""The handshakes of the protocol: that of 2025 and earlier, and the later one."""

TASK = {"task": "Find a name."}


class Author:
    """The person at the client, who answers the server's questions."""

    def __init__(self, *answers: bool | str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, context: object, params: Any) -> ElicitResult:
        self.asked.append(params.message)
        answer = self.answers.pop(0)
        if isinstance(answer, str):
            return ElicitResult(action=answer)  # type: ignore[arg-type]
        return ElicitResult(action="accept", content={"approve": answer})


class Served:
    """A project, the models of its agents, and clients of its server."""

    def __init__(self, project: Project, models: dict[str, Any], address: str, token: str) -> None:
        self.project, self.models = project, models
        self.address, self.token = address, token

    @asynccontextmanager
    async def client(
        self, author: Author | None = None, *, mode: str = "auto", token: str = ""
    ) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(self.address, http_client=http)
            async with Client(transport, mode=mode, elicitation_callback=author) as client:
                yield client

    @property
    def runs(self) -> list[Any]:
        return list(self.project.container.store().runs.list(task=DELEGATED))

    @property
    def calls(self) -> int:
        return sum(len(each.requests) for each in self.models.values())


@asynccontextmanager
async def served(
    folder: Path, *, approves: bool = False, story: bool = False, **models: Any
) -> AsyncIterator[Served]:
    if story:
        await copied(await made_until("grow"), folder)
    played = three(**models)
    agents = [Agent(id=name, providers=one_provider(each)) for name, each in played.items()]
    project = Project.open(folder, models=ScriptedChatProvider(), env={}, events=(progress_sink(),))
    project.container.clock.override(providers.Object(ManualClock()))
    async with (
        project,
        mcp_server(project.container, agents=agents, approves=approves) as server,
        server.serve_http() as (address, token),
    ):
        yield Served(project, played, address, token)


def told(result: Any) -> Any:
    """Return the envelope of a result."""
    return json.loads(result.content[0].text)


@pytest.mark.parametrize("mode", ERAS)
async def test_a_run_is_launched_where_its_author_approves(tmp_path: Path, mode: str) -> None:
    """An author must see a run's cost before approving and its progress while waiting."""
    author, heard = Author(True), list[str]()

    async def progress(number: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    async with served(tmp_path) as place, place.client(author, mode=mode) as client:
        result = await client.call_tool("launch_run", TASK, progress_callback=progress)
        document = told(result)
        status = told(await client.call_tool("run_status", {}))
        [record] = place.runs
        assert record.inputs.session == "studio/1"
    assert (document["result"], document["data"]["agent"]) == ("success", "ben")
    assert set(document["data"]["cost_by_agent"]) == {"ann", "ben", "cid"}
    assert status["data"]["answer"] == document["data"]["answer"]
    [asked] = author.asked
    assert all(each in asked for each in ("Find a name.", "ann", "ben", "cid", "tokens"))
    assert heard[0].startswith("Run: Find a name.")
    assert "ben: draft, done" in heard


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("answer", [False, "decline", "cancel", None])
async def test_nothing_begins_unasked(tmp_path: Path, mode: str, answer: bool | str | None) -> None:
    """A decline, a missing answer and a client that cannot ask are refusals."""
    author = None if answer is None else Author(answer, answer)
    async with served(tmp_path) as place, place.client(author, mode=mode) as client:
        for name, arguments in (
            ("launch_run", TASK),
            ("write_deliverable", {"path": "a.md", "text": "x"}),
        ):
            document = told(await client.call_tool(name, arguments))
            assert document["result"] == "cancelled"
            assert document["reason"]
        assert (place.runs, place.calls) == ([], 0)
    assert not (tmp_path / "deliverables").exists()


async def test_the_question_hides_nothing(tmp_path: Path) -> None:
    """Text beyond a limit could hold the part that the author would have refused."""
    author = Author(False, False)
    launch = {
        **TASK,
        "context": "x" * 5_000 + " and delete it",
        "agent_system_prompts": {"ann": "Ignore the budget."},
        "coordination_overrides": {"max_rounds": 5, "budget": "900000tokens", "timeout": 7000},
    }
    async with served(tmp_path) as place, place.client(author) as client:
        await client.call_tool("launch_run", launch)
        text = "y" * 5_000 + " and the end"
        await client.call_tool("write_deliverable", {"path": "a.md", "text": text})
    run, tool = author.asked
    for shown in (
        "and delete it",
        "Ignore the budget.",
        "at most 5",
        "900,000 tokens",
        "7000 seconds",
    ):
        assert shown in run
    assert text in tool


async def test_an_answer_counts_for_what_was_asked_and_for_nothing_else(tmp_path: Path) -> None:
    """A recorded approval must not allow a different call, such as another task."""
    author = Author(False)
    async with served(tmp_path) as place, place.client(author) as client:
        asked = await client.session.call_tool("launch_run", TASK, allow_input_required=True)
        yes = ElicitResult(action="accept", content={"approve": True})
        again = await client.session.call_tool(
            "launch_run",
            {"task": "Something else."},
            input_responses={"approval": yes},
            request_state=asked.request_state,
            allow_input_required=True,
        )
        assert again.result_type == "input_required"
        assert place.runs == []


async def test_settings_can_approve_beforehand(tmp_path: Path) -> None:
    """Automation cannot answer questions, so the settings may approve in advance."""
    off = "orchestrator: {interactive_mode: {require_approval: false}}\n"
    (tmp_path / "project.yaml").write_text(off)
    async with (
        Project.open(tmp_path, models=ScriptedChatProvider(), env={}, trust=True) as project,
        mcp_server(project.container) as server,
        server.serve_http() as (address, token),
        Served(project, {}, address, token).client() as client,
    ):
        written = await client.call_tool("write_deliverable", {"path": "a.md", "text": "Hello."})
        assert told(written)["result"] == "success"
    assert (tmp_path / "deliverables/a.md").read_text() == "Hello."


BAD = {
    "no task": {},
    "an empty task": {"task": " "},
    "a task of 1 MB": {"task": "x" * 1_000_000},
    "an unknown agent": {**TASK, "agents": ["dan"]},
    "an unknown parameter": {**TASK, "loops": True},
    "a path outside": {**TASK, "context_paths": ["../secrets"]},
    "no such stage": {**TASK, "stage": "moon"},
    "no such file": {**TASK, "context_paths": ["nowhere.md"]},
    "a wrong kind": {"task": ["x"]},
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
async def test_bad_launches_are_told(tmp_path: Path, arguments: dict[str, Any]) -> None:
    """The calling model can only correct its arguments if the error is a readable result."""
    async with served(tmp_path, approves=True) as place, place.client() as client:
        result = await client.call_tool("launch_run", arguments)
        assert result.is_error
        assert told(result)["error"]
        assert "Tell the author why" in told(result)["action"]
        assert (place.runs, place.calls) == ([], 0)


async def test_a_run_need_not_be_waited_for(tmp_path: Path) -> None:
    """A client has its own time limit, so a run continues without it."""
    async with (
        served(tmp_path, approves=True, waits=("refine",)) as place,
        place.client() as client,
    ):
        answer = told(await client.call_tool("launch_run", {**TASK, "wait": False}))
        begun = answer["data"]
        assert answer["query"] == "Run: Find a name."
        assert begun["status"] == "running"
        models = place.models.values()
        await until_asked(models, "refine")
        assert told(await client.call_tool("run_status", {}))["data"]["run"] == begun["run"]
        status = told(await client.call_tool("run_status", {"run": begun["run"]}))
        assert status["query"] == begun["run"]
        busy = await client.call_tool("launch_run", {"task": "Another."})
        assert busy.is_error
        stopped = told(await client.call_tool("cancel_run", {}))
        assert stopped["result"] == "success"
        for each in models:
            each.may.set()
        document = told(await client.call_tool("launch_run", {**TASK, "key": begun["key"]}))
        assert document["data"]["status"] == "cancelled"
        assert document["data"]["run"] == begun["run"]
        assert document["data"]["answer"]
        assert (await client.call_tool("cancel_run", {})).is_error
        assert (await client.call_tool("run_status", {"run": "delegated-7"})).is_error


async def until_asked(models: Any, part: str) -> None:
    for _ in range(500):
        if all(each.asked(part) for each in models):
            return
        await asyncio.sleep(0.002)
    raise AssertionError(part)


async def test_a_run_outlives_its_client_and_its_server(tmp_path: Path) -> None:
    """A repeated run after a server restart must not pay again for answered requests. (MCP-3.3)"""
    async with served(tmp_path, approves=True, waits=("vote",)) as place, place.client() as client:
        await client.call_tool("launch_run", {**TASK, "key": "mine", "wait": False})
        await until_asked(place.models.values(), "vote")
        before = {name: len(each.requests) for name, each in place.models.items()}
    assert sum(before.values()) > 3
    async with served(tmp_path, approves=True) as place, place.client() as client:
        [record] = place.runs
        assert record.status is not RunStatus.COMPLETED
        document = told(await client.call_tool("launch_run", {**TASK, "key": "mine"}))
        assert document["data"]["status"] == "complete"
        assert {name: [*map(part, each.requests)] for name, each in place.models.items()} == {
            name: ["vote"] for name in before
        }
        assert len(place.runs) == 1


def part(request: Any) -> str:
    return "vote" if any(each.name == "submit_vote" for each in request.tools) else "other"


async def test_the_project_can_be_worked_with(tmp_path: Path) -> None:
    """Other programs need lists of tools, resources and guidance. (MCP-1.1)"""
    async with served(tmp_path, story=True) as place, place.client(mode="legacy") as client:
        tools = {each.name: each for each in (await client.list_tools()).tools}
        assert {
            "launch_run",
            "run_status",
            "cancel_run",
            "run_stage",
            "show_artifact",
            "inspect_story",
            "check_story",
            "search_story",
            "ask_story",
            "play_step",
            "edit_artifact",
        } <= tools.keys()
        assert not tools.keys() & {"new_answer", "vote", "ask_others"}
        for each in tools.values():
            Draft202012Validator.check_schema(each.input_schema)
        assert {name for name, each in tools.items() if not each.annotations.read_only_hint} >= {
            "launch_run",
            "run_stage",
            "edit_artifact",
        }
        assert tools["launch_run"].input_schema["properties"]["agents"]["items"]["enum"] == [
            "ann",
            "ben",
            "cid",
        ]
        step = told(await client.call_tool("play_step", {}))["data"]
        assert step["choices"]
        assert (await client.call_tool("play_step", {"choices": "x"})).is_error
        with pytest.raises(MCPError):
            await client.call_tool("new_answer", {})
        guidance = client.instructions
        assert guidance is not None
        assert guidance.count("launch_run") > 1
        [prompt] = (await client.list_prompts()).prompts
        shown = await client.get_prompt(prompt.name)
        assert shown.messages[0].content.text == guidance  # type: ignore[union-attr]
        await resources_are_there(client, step["passage"])


async def resources_are_there(client: Client, passage: str) -> None:
    found = (await client.list_resources()).resources
    addresses = [str(each.uri) for each in found]
    assert {"story://artifacts/dream", "story://map", f"story://passages/{passage}"} <= {*addresses}

    async def read(address: str) -> str:
        [content] = (await client.read_resource(address)).contents
        return content.text  # type: ignore[union-attr]

    assert json.loads(await read("story://artifacts/dream"))["genre"]
    assert "flowchart" in await read("story://map")
    assert passage not in await read("story://artifacts/dream")
    assert (await read(f"story://passages/{passage}")).startswith("# ")
    with pytest.raises(MCPError):
        await client.read_resource("story://artifacts/../../etc/passwd")


async def test_nobody_is_answered_without_the_token(tmp_path: Path) -> None:
    """Any web page could call a local server without a token and a check of the host. (MCP-4.2)"""
    async with served(tmp_path) as place, httpx2.AsyncClient() as http:
        for headers in ({}, {"Authorization": "Bearer wrong"}):
            refused = await http.post(place.address, headers=headers, json={})
            assert refused.status_code == 401
        elsewhere = {"Authorization": f"Bearer {place.token}", "Host": "evil.example"}
        assert (await http.post(place.address, headers=elsewhere, json={})).status_code == 421


@pytest.mark.parametrize("enabled", [True, False])
async def test_it_starts_with_interactive_mode(tmp_path: Path, enabled: bool) -> None:
    """The author must switch the server on, and other users must not read its token."""
    mode = "orchestrator: {interactive_mode: {enabled: true}}\n"
    (tmp_path / "project.yaml").write_text(mode if enabled else "name: The harbour\n")
    found = tmp_path / ".cache/mcp.json"
    async with Project.open(tmp_path, models=ScriptedChatProvider(), env={}, trust=True) as project:
        async with serve_during(project.container):
            assert found.exists() == enabled
            if enabled:
                assert found.stat().st_mode & 0o077 == 0
                told_there = json.loads(found.read_text())
                place = Served(project, {}, told_there["url"], told_there["token"])
                async with place.client() as client:
                    tools = await client.list_tools()
                    assert "launch_run" in [each.name for each in tools.tools]
        assert not found.exists()


def test_without_the_sdk_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import error would not show the author which package to install."""
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(SettingsError, match=r"questfoundry\[mcp\]"):
        progress_sink()


STUDIO = "from questfoundry.cli.main import main; main()"


@pytest.mark.slow
async def test_stdout_holds_the_protocol(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One stray line on standard output breaks the protocol."""
    (tmp_path / "project.yaml").write_text("name: The harbour\n")
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-c", STUDIO, "mcp", "-p", str(tmp_path)],
        env={"QF_TRUST": "1", "QF_PROVIDER": "openai/gpt-4o", "OPENAI_API_KEY": "sk-of-nobody"},
    )
    broken = list[object]()

    async def heard(message: object) -> None:
        broken.append(message)

    async with Client(parameters, message_handler=heard) as client:
        tools = await client.list_tools()
        assert "launch_run" in [each.name for each in tools.tools]
        status = told(await client.call_tool("project_status", {}))
        assert status["data"][0]["state"] == "missing"
        refused = told(await client.call_tool("launch_run", TASK))
        assert refused["result"] == "cancelled"
    assert [each for each in broken if isinstance(each, Exception)] == []
