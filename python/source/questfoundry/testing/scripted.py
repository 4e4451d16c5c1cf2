"""Provide a model and an author that follow a script, a clock that tests control, and a sink."""

import asyncio
import re
from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    FinishReason,
    estimate_request_tokens,
)
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import UsageError
from questfoundry.domain.events import Event
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock

_TURNS = 5
"""The event loop iterations that other tasks get before a manual clock moves its time."""
_Sleeper = tuple[float, int, asyncio.Event]
"""The wake-up time of a task, a unique number, and an event that tells the task to look again."""


class ManualClock(Clock):
    """A clock that moves only when a task sleeps or ``advance`` is called.

    If several tasks sleep, the clock moves to the earliest wake-up time and wakes that task.
    Parallel tasks therefore see the same times as with a real clock.
    """

    def __init__(self, start: datetime = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._sleepers: list[_Sleeper] = []
        self._tickets = count()

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Move the clock forward by ``seconds``."""
        self._elapsed += seconds

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` of this clock.

        Other tasks run first. After that, the clock moves to the end of this sleep.
        """
        sleeper = (self._elapsed + max(0.0, seconds), next(self._tickets), asyncio.Event())
        insort(self._sleepers, sleeper)
        try:
            await self._wait_until_earliest(sleeper)
            self._elapsed = max(self._elapsed, sleeper[0])
        finally:
            self._sleepers.remove(sleeper)
            if self._sleepers:
                self._sleepers[0][2].set()

    async def _wait_until_earliest(self, sleeper: _Sleeper) -> None:
        """Return once ``sleeper`` stayed the earliest one while the other tasks ran."""
        turns = _TURNS
        while turns:
            if self._sleepers[0] is not sleeper:
                sleeper[2].clear()
                await sleeper[2].wait()
            await asyncio.sleep(0)
            turns = turns - 1 if self._sleepers[0] is sleeper else _TURNS


class RecordingEventSink(EventSink):
    """An event sink that keeps all events in the list ``events``."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def names(self) -> list[str]:
        """Return the names of the recorded events, in the order of their arrival."""
        return [event.name for event in self.events]


Reply = ChatResponse | Exception | Callable[[ChatRequest], ChatResponse]


def says(text: str, *, finish_reason: FinishReason = FinishReason.STOP) -> ChatResponse:
    """Return a model's response that consists of ``text``."""
    return ChatResponse(text=text, finish_reason=finish_reason, usage=_usage(text))


def calls(
    name: str, arguments: Mapping[str, Any] | None = None, *, id: str = "call-1", text: str = ""
) -> ChatResponse:
    """Return a response in which the model calls the tool ``name`` with ``arguments``."""
    return calls_all(ToolCall(id=id, name=name, arguments=dict(arguments or {})), text=text)


def calls_all(*tool_calls: ToolCall, text: str = "") -> ChatResponse:
    """Return a response with several tool calls; ``text`` is what the model writes in addition."""
    return ChatResponse(
        text=text,
        tool_calls=tool_calls,
        finish_reason=FinishReason.TOOL_CALLS,
        usage=_usage(text + str(tool_calls)),
    )


class ScriptedChatProvider(ChatProvider):
    """A chat provider that gives prepared replies in order.

    A reply is a response, an exception to raise, or a function that turns a request into a
    response. ``requests`` is the list of all requests so far. If no reply is left, or a request
    exceeds the model's context window, the provider raises ``UsageError``.
    """

    def __init__(
        self,
        replies: Iterable[Reply] = (),
        *,
        model: str = "scripted/model",
        traits: ModelTraits | None = None,
    ) -> None:
        self._replies = list(replies)
        self._model = ModelRef.parse(model)
        self._traits = traits or ModelTraits(
            capabilities=Capabilities(context_window=32_768, json_schema=True)
        )
        self.requests: list[ChatRequest] = []
        self.closed = False

    @property
    def model(self) -> ModelRef:
        return self._model

    @property
    def traits(self) -> ModelTraits:
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.requests.append(request)
        window = self._traits.capabilities.context_window
        if estimate_request_tokens(request) + (request.max_tokens or 0) > window:
            raise UsageError(
                f"Call {len(self.requests)} does not fit the {window} tokens of this model. "
                "Ask through a run, or give the model a larger window."
            )
        if not self._replies:
            raise UsageError(
                f"The script ended: call {len(self.requests)} has no reply. Add one to the script."
            )
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        response = reply if isinstance(reply, ChatResponse) else reply(request)
        if on_text is not None and response.text:
            for piece in re.findall(r"\S+\s*|\s+", response.text):
                on_text(piece)
        return response

    async def close(self) -> None:
        self.closed = True


class ScriptedAuthor:
    """An author who types prepared lines in order.

    ``None`` in place of a line ends the input. ``asked`` counts how many lines were requested.
    """

    def __init__(self, lines: Iterable[str | None]) -> None:
        self._lines = list(lines)
        self.asked = 0

    async def __call__(self) -> str | None:
        """Return the next prepared line; raise ``UsageError`` if no line is left."""
        self.asked += 1
        if not self._lines:
            raise UsageError("The author was asked for one line too many. Add one to the script.")
        return self._lines.pop(0)


def _usage(text: str) -> Usage:
    return Usage(input_tokens=10, output_tokens=max(1, len(text.split())))
