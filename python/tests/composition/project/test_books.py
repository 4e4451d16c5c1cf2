"""Talks with books share the event loop of an embedding program."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from questfoundry.composition.project.project import Project
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.testing.scripted import says
from tests.support.calls import BehavingChatProvider
from tests.support.libraries import library_project

TALKS = 8


async def test_no_two_talks_are_prepared_in_one_turn_of_the_loop(tmp_path: Path) -> None:
    """Preparing 200 questions in one turn blocked every other task for seconds."""
    turn = 0
    asked_in: list[int] = []

    async def count() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def behave(_: ChatRequest, __: TextSink | None) -> ChatResponse:
        asked_in.append(turn)
        return says("It came at noon.")

    folder = await library_project(tmp_path / "book")
    async with AsyncExitStack() as stack:
        projects = [
            await stack.enter_async_context(
                Project.open(folder, env={}, models=BehavingChatProvider(behave))
            )
            for _ in range(TALKS)
        ]
        counting = asyncio.create_task(count())
        await asyncio.gather(*(each.books.chat("the-tides", "When?") for each in projects))
        counting.cancel()
    assert len(asked_in) == TALKS
    assert len({*asked_in}) == TALKS
