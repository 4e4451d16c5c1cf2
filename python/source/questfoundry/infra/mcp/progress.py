"""Send progress messages about a running tool call to the MCP client that waits for the result."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

from questfoundry.domain.events import Event, ModelCallFinished
from questfoundry.domain.events.stages import PassageWritten, PhaseStarted, StageCompleted
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.session import AgentMoved, RunEnded, RunLaunched

# The progress queue of the current call; tasks that the call starts inherit it.
_QUEUE: ContextVar[asyncio.Queue[str | None] | None] = ContextVar("mcp_progress", default=None)


class ProgressEvents(EventSink):
    """An event sink that reports the events during a tool call to the MCP client as progress."""

    def emit(self, event: Event) -> None:
        queue, line = _QUEUE.get(), _line(event)
        if queue is not None and line:
            queue.put_nowait(line)


@asynccontextmanager
async def report_progress(
    send: Callable[[float, float | None, str | None], Awaitable[None]],
) -> AsyncIterator[None]:
    """Send the queued progress messages in order while the ``with`` block runs."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    async def send_lines() -> None:
        number = 0
        while (line := await queue.get()) is not None:
            number += 1
            await send(number, None, line)

    task = asyncio.ensure_future(send_lines())
    token = _QUEUE.set(queue)
    try:
        yield
        queue.put_nowait(None)
        await task
    finally:
        _QUEUE.reset(token)
        task.cancel()


def _line(event: Event) -> str:
    match event:
        case RunLaunched():
            return f"{event.label}: {', '.join(event.agents)}"
        case AgentMoved():
            what = f"{event.part} {event.round}" if event.round else event.part
            return f"{event.agent}: {event.problem or (f'{what}, done' if event.done else what)}"
        case RunEnded():
            return f"{event.result.label}: {event.result.status.value}"
        case PhaseStarted():
            return f"{event.stage}: {event.phase}"
        case PassageWritten():
            return f"{event.passage} is written"
        case StageCompleted():
            return f"{event.stage} is complete"
        case ModelCallFinished():
            return f"{event.model}: {event.scope}"
        case _:
            return ""
