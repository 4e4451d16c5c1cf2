"""Runs that another program launches in the session that an author has open."""

import asyncio
from contextvars import Context
from typing import Any

import pytest

from questfoundry.app.session.external_client import ExternalStudio
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.protocols.runs import ToolApproval
from questfoundry.domain.run.spec import DELEGATED
from questfoundry.testing.scripted import says
from tests.support.delegated import three, until
from tests.support.studio_app import Seat, seated

LAUNCH = {"task": "Find a name.", "key": "mine"}


def external(seat: Seat) -> ExternalStudio:
    return ExternalStudio(seat.app.desk.studio, seat.app.open_session)


def calls(client: ExternalStudio, **arguments: Any) -> asyncio.Task[Envelope]:
    assert client.get_required_approval("launch_run", arguments) is None
    # A server's task does not inherit the context of the application.
    return asyncio.create_task(client.call_tool("launch_run", arguments), context=Context())


async def test_a_run_of_another_program_takes_place_in_the_open_session() -> None:
    """The author sees, approves and pays for what another program starts. (MCP-2.4)"""
    async with seated([says("Hello.")], budget="500000tokens", size=(100, 40)) as seat:
        await seat.say_and_rest("Hello.")
        spent = seat.app.session.status().spent.calls
        client = external(seat)
        work = calls(client, **LAUNCH)
        await seat.until(lambda: seat.asked)
        assert "Another program wants to launch a run" in seat.screen
        await seat.answer("y")
        await seat.until(work.done)
        result = work.result().body["data"]
        assert result["agent"] == "ben"
        await seat.until(lambda: "/run Find a name." in seat.screen)
        [card] = seat.cards
        assert card.progress.result.run == result["run"]
        [record] = seat.bench.store.runs.list(task=DELEGATED)
        assert record.inputs.session == seat.app.session.id
        assert seat.app.session.status().spent.calls > spent
        again = await calls(client, **LAUNCH)
        assert again.body["data"]["run"] == result["run"]
        history = seat.app.session.history().read_earlier(10)
        assert [getattr(each, "run", "") for each in history].count(result["run"]) == 1


@pytest.mark.parametrize("waits", [True, False])
async def test_the_author_declines_what_another_program_wants(waits: bool) -> None:
    """A decline must reach the program, and start nothing."""
    async with seated() as seat:
        work = calls(external(seat), task="Find a name.", wait=waits)
        await seat.answer("n")
        await seat.until(work.done)
        assert work.result().to_json().count("cancelled")
        assert seat.bench.store.runs.list(task=DELEGATED) == []
        wanted = ToolApproval(tool="ship_story", by_program=True)
        asked = asyncio.create_task(external(seat).ask_author(wanted), context=Context())
        await seat.answer("n")
        await seat.until(asked.done)
        assert not asked.result().approved


async def test_a_program_cancels_only_its_own_run() -> None:
    """A program must not stop the author's own work, and the run keeps its answers."""
    models = three(waits=["refine"])
    async with seated(models=models) as seat:
        client = external(seat)
        work = calls(client, **LAUNCH)
        await seat.answer("y")
        await until(lambda: all(each.asked("refine") for each in models.values()))
        stopped = await client.call_tool("cancel_run", {})
        assert stopped.body["data"]["status"] == "running"
        for each in models.values():
            each.may.set()
        await seat.until(work.done)
        assert work.result().body["data"]["status"] == "cancelled"
        assert (await client.call_tool("cancel_run", {})).is_error


async def test_requests_of_two_askers_wait_for_each_other() -> None:
    """A second request must not replace a first one that the author is reading."""
    async with seated() as seat:
        first = asyncio.ensure_future(seat.app.approval.ask(ToolApproval(tool="undo")))
        second = asyncio.ensure_future(seat.app.approval.ask(ToolApproval(tool="ship_story")))
        await seat.until(lambda: "undo" in seat.screen)
        await seat.answer("y")
        await seat.until(lambda: "ship_story" in seat.screen)
        assert (first.done(), second.done()) == (True, False)
        await seat.answer("n")
        await seat.until(second.done)
        assert first.result().approved
        assert not second.result().approved


async def test_a_run_that_cannot_begin_is_refused_to_the_program() -> None:
    """The program must learn why its run did not begin."""
    async with seated(budget="100tokens") as seat:
        answer = await calls(external(seat), **LAUNCH)
        assert answer.is_error
        assert "left" in answer.to_json()
