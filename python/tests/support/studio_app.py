"""The studio's application without a terminal, with a session in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from attrs import evolve
from textual.events import Paste
from textual.pilot import Pilot

from questfoundry.domain.session import SessionState
from questfoundry.presentation.pending_approval import PendingApproval
from questfoundry.testing.scripted import Reply
from questfoundry.tui.app import StudioApp
from questfoundry.tui.approval_dialog import ApprovalCard, PromptArea
from questfoundry.tui.conversation import ConversationView
from questfoundry.tui.desk import Desk
from questfoundry.tui.run_detail import RunCard
from tests.support.studio import StudioBench


class Seat:
    """An author at the application: the pressed keys and the visible screen."""

    def __init__(self, app: StudioApp, pilot: Pilot[None], bench: StudioBench) -> None:
        self.app = app
        self.pilot = pilot
        self.bench = bench

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def write(self, text: str) -> None:
        self.app.post_message(Paste(text))
        await self.pilot.pause()
        await self.pilot.pause()

    async def say(self, text: str) -> None:
        await self.write(text)
        await self.press("enter")

    async def say_and_rest(self, text: str) -> None:
        await self.say(text)
        await self.rest()

    async def answer(self, key: str) -> None:
        """Wait for a question, and answer with the letter ``key``."""
        await self.until(lambda: self.asked)
        await self.press(key, "enter")

    async def until(self, condition: Callable[[], Any]) -> None:
        """Let the application work until ``condition`` holds."""
        for _ in range(500):
            await self.pilot.pause()
            if condition():
                return
        raise AssertionError(f"It did not come to that. On the screen:\n{self.screen}")

    async def rest(self) -> None:
        await self.until(lambda: self.app.session and not self.app.workers._workers)
        assert self.app.bar.state is SessionState.IDLE

    @property
    def screen(self) -> str:
        shown = self.app.screen
        lines = [shown.render_line(y) for y in range(shown.size.height)]
        strips = [strip.text for strip in shown._compositor.render_strips()]
        return "\n".join(each.rstrip() for each in strips or lines)

    @property
    def written(self) -> str:
        return self.app.screen_stack[0].query_one(PromptArea).text

    @property
    def conversation(self) -> ConversationView:
        return self.app.conversation

    @property
    def cards(self) -> list[RunCard]:
        return list(self.conversation.query(RunCard))

    @property
    def asked(self) -> bool:
        cards = self.app.screen_stack[0].query(ApprovalCard)
        return any(each.virtual_size.height for each in cards)


async def _at_once(*_: float) -> None:
    """Wait only for messages; Textual's pilot would sleep until the process is idle."""
    await asyncio.sleep(0)


@asynccontextmanager
async def seated(
    replies: Iterable[Reply] = (),
    *,
    bench: StudioBench | None = None,
    session: str = "",
    typed: str = "",
    size: tuple[int, int] = (80, 24),
    story: Callable[[], str] = str,
    **given: Any,
) -> AsyncIterator[Seat]:
    asked = PendingApproval()
    bench = bench or StudioBench(replies, approval=asked, **given)
    studio = bench.studio if bench.approval is asked else evolve(bench.studio, approval=asked)
    app = StudioApp(Desk(studio=studio, story=story), asked, session=session, typed=typed)
    with (
        patch("textual.pilot.wait_for_idle", _at_once),
        patch("textual.app.wait_for_idle", _at_once),
    ):
        async with app.run_test(size=size) as pilot:
            yield Seat(app, pilot, bench)
            if app.session is not None:
                await app.session.close()
