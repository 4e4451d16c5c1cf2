"""Stopping a run keeps answers that are already paid for."""

import asyncio

import pytest

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.testing.scripted import says
from tests.support.calls import BehavingChatProvider
from tests.support.stage_runs import Workshop, one_provider

REQUEST = ChatRequest(messages=(user("Go."),))


class Slow:
    """A run whose model answers only when the test allows it."""

    def __init__(self) -> None:
        self.may, self.ended = asyncio.Event(), False
        self.workshop = Workshop()
        self.run: Run = self.workshop.begun(one_provider(BehavingChatProvider(self._behave)))

    async def _behave(self, request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        try:
            await self.may.wait()
        finally:
            self.ended = True
        return says("Here.")

    async def stopped(self, task: asyncio.Task[ChatResponse]) -> None:
        """Cancel ``task`` and check that it ends with ``CancelledError``."""
        task.cancel("stop")
        with pytest.raises(asyncio.CancelledError):
            await task

    @property
    def kept(self) -> int:
        """Return the number of answers in the journal."""
        return len(self.workshop.store.journal.entries(self.run.id))

    async def asked(self) -> asyncio.Task[ChatResponse]:
        """Return a call that has reached the model."""
        task = asyncio.create_task(self.run.bind_model(Phase.DISCUSS).complete(REQUEST))
        for _ in range(5):
            await asyncio.sleep(0)
        return task


async def test_an_answer_that_comes_soon_is_kept() -> None:
    """An answer that arrives right after the stop is paid for; the run still ends."""
    slow = Slow()
    task = await slow.asked()
    asyncio.get_running_loop().call_soon(slow.may.set)
    await slow.stopped(task)
    assert slow.kept == 1


async def test_one_that_does_not_come_is_given_up() -> None:
    """A silent server must not block a stop for long, nor a second stop at all."""
    slow = Slow()
    await slow.stopped(await slow.asked())
    assert (slow.kept, slow.ended) == (0, True)
    assert slow.workshop.clock.monotonic() == 5

    slow = Slow()
    task = await slow.asked()
    task.cancel()
    await asyncio.sleep(0)
    await slow.stopped(task)
    assert (slow.kept, slow.workshop.clock.monotonic()) == (0, 0)
