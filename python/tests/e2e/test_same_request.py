"""Each door of the program continues an interrupted request that it gets again, and pays once."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from questfoundry import PipelineOrchestrator, Project
from questfoundry.composition.wiring.mcp import mcp_server
from questfoundry.composition.wiring.studio import project_tools
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.errors import AuthenticationError
from questfoundry.testing import ScriptedChatProvider, calls, says
from questfoundry.testing.scripted import Reply
from tests.support.desk import at_desk
from tests.support.dialects import openai_answer
from tests.support.loopback import Loopback, json_reply
from tests.support.qf import qf
from tests.support.stage_runs import VISION

IDEA, NOTE = "A noir in a drowned city", "Make it a comedy."
BROKEN = AuthenticationError("The connection broke.")
DREAM = (says("Let the bells ring."), says("A brief."), calls("submit_dream", VISION))
Door = Callable[[Path, list[Reply], str, str], int | Coroutine[Any, Any, int]]
"""Pass an idea, or else a note, to DREAM once, and return the number of model calls."""


async def by_library(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    model = ScriptedChatProvider(replies, model="openai/gpt-4o")
    async with Project.open(folder, models=model, env={}) as project:
        await _suppressed(project.run_stage("dream", idea, redo=note or None))
    return len(model.requests)


async def by_pipeline(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    if note:
        return await by_library(folder, replies, idea, note)
    model = ScriptedChatProvider(replies, model="openai/gpt-4o")
    async with Project.open(folder, models=model, env={}) as project:
        await _suppressed(project.run(idea, end="dream"))
    return len(model.requests)


async def by_orchestrator(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    with _server(replies) as server:
        pipeline = PipelineOrchestrator(folder, env=_variables(server))
        if note:
            await _suppressed(pipeline.run_stage("dream", {"redo": note}))
        else:
            await _suppressed(pipeline.run(idea, {"end": "dream"}))
        return len(server.asked)


def by_command(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    words = ("dream", "--redo", note, "-I") if note else ("run", idea, "--to", "dream")
    with _server(replies) as server:
        said = qf(*words, "--project", str(folder), env=_variables(server))
        assert said.code == 0 or "broke" in said.err, said.err
        return len(server.asked)


async def by_desk(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    model = ScriptedChatProvider(replies, model="openai/gpt-4o")
    async with at_desk(folder, models=model) as desk:
        form = {"stage": "dream", "note": note} if note else {"idea": idea}
        answer = await desk.post("/run/regenerate" if note else "/run", form)
        assert answer.status_code == 303, answer.text
        async with asyncio.timeout(20):
            async for _ in desk.views.task.changes():
                pass
    # The desk continues with BRAINSTORM, for which there is no reply.
    return len([each for each in model.requests if each.about and each.about.stage == "dream"])


async def by_studio(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    model = ScriptedChatProvider(replies, model="openai/gpt-4o")
    async with Project.open(folder, models=model, env={}) as project:
        tools = project_tools(project.container, project.container.run_opener())
        [tool] = [each for each in tools if each.definition.name == "run_stage"]
        await _suppressed(tool.execute({"stage": "dream", "wish": idea or note}))
    return len(model.requests)


async def by_mcp(folder: Path, replies: list[Reply], idea: str, note: str) -> int:
    model = ScriptedChatProvider(replies, model="openai/gpt-4o")
    async with (
        Project.open(folder, models=model, env={}) as project,
        mcp_server(project.container, approves=True) as server,
        server.serve_http() as (address, token),
        _client(address, token) as client,
    ):
        await client.call_tool("run_stage", {"stage": "dream", "wish": idea or note})
    return len(model.requests)


DOORS = [by_library, by_pipeline, by_orchestrator, by_command, by_desk, by_studio, by_mcp]


@pytest.mark.parametrize("door", DOORS)
def test_a_repeated_request_continues_through_every_door(door: Door, tmp_path: Path) -> None:
    """Whatever interrupted a request, no door may refuse it, forget it or pay for it again.

    (PIP-15.5)
    """

    def ask(*replies: Reply, idea: str = IDEA, note: str = "") -> int:
        made = door(tmp_path, list(replies), idea, note)
        return made if isinstance(made, int) else asyncio.run(made)

    (tmp_path / "project.yaml").write_text("name: A story\n")
    assert ask(DREAM[0], BROKEN) == 2
    assert ask(*DREAM[1:]) == 2
    _reopen_run(tmp_path, "dream-1")
    assert ask() == 0

    assert ask(says("Bells, but funny."), BROKEN, idea="", note=NOTE) == 2
    assert ask(*DREAM[1:], idea="", note=NOTE) == 2
    _reopen_run(tmp_path, "dream-2")
    assert ask(idea="", note=NOTE) == 0
    with closing(sqlite3.connect(tmp_path / "story.db")) as database:
        runs = database.execute("SELECT id, status FROM runs WHERE id LIKE 'dream%'").fetchall()
    assert runs == [("dream-1", "completed"), ("dream-2", "completed")]


def _reopen_run(folder: Path, run_id: str) -> None:
    """Leave the project as a kill between the stored artifact and the end of its run leaves it."""
    with closing(sqlite3.connect(folder / "story.db")) as database, database:
        ended = database.execute("UPDATE runs SET status = 'running' WHERE id = ?", (run_id,))
        assert ended.rowcount == 1


async def _suppressed(work: Awaitable[Any]) -> None:
    with suppress(AuthenticationError):
        await work


def _server(replies: list[Reply]) -> Loopback:
    """Return a server that gives the replies in OpenAI's format, with a refusal for an error."""
    refusal = json_reply({"error": {"message": "The connection broke."}}, 401)
    return Loopback(
        *(openai_answer(each) if isinstance(each, ChatResponse) else refusal for each in replies)
    )


def _variables(server: Loopback) -> dict[str, str]:
    return {
        "OPENAI_BASE_URL": f"{server.url}/v1",
        "OPENAI_API_KEY": "sk-of-the-author",
        "QF_PROVIDER": "openai/gpt-4o",
    }


@asynccontextmanager
async def _client(address: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=None) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client
