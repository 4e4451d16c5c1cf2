"""A provider, a tool and an author whose every answer goes through a run's recorder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from questfoundry.app.run.recorder import Outcome, RunRecorder
from questfoundry.domain.chat.codec import (
    envelope_from_dict,
    envelope_to_dict,
    request_to_dict,
    response_from_dict,
    response_to_dict,
)
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.tokens import estimate_request_tokens
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.events import AuthorLineReplayed, ModelCallFinished, ModelCallStarted
from questfoundry.domain.journal import EntryKind
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import ChatProvider, EventSink, TextSink, Tool

Author = Callable[[], Awaitable[str | None]]
"""Waits for the author's next line; ``None`` is the end of input."""


class RecordedChatProvider(ChatProvider):
    """Makes each model call of a run once; the journal answers the rest."""

    def __init__(
        self, inner: ChatProvider, *, recorder: RunRecorder, scope: str, events: EventSink
    ) -> None:
        self._inner = inner
        self._recorder = recorder
        self._scope = scope
        self._events = events

    @property
    def model(self) -> ModelRef:
        """The inner provider's model."""
        return self._inner.model

    @property
    def traits(self) -> ModelTraits:
        """The inner provider's traits."""
        return self._inner.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """The journal's answer, else the inner provider's, written before it is used."""
        name = str(self.model)
        self._events.emit(
            ModelCallStarted(
                model=name, scope=self._scope, input_tokens=estimate_request_tokens(request)
            )
        )

        async def ask() -> Outcome:
            response = await self._inner.complete(request, on_text)
            return Outcome(response=response_to_dict(response), model=name, usage=response.usage)

        recorded = await self._recorder.once(
            EntryKind.MODEL_CALL, self._scope, request_to_dict(request), ask, model=name
        )
        response = response_from_dict(recorded.entry.response)
        if recorded.replayed and on_text is not None and response.text:
            on_text(response.text)
        self._events.emit(
            ModelCallFinished(
                model=recorded.entry.model,
                scope=self._scope,
                usage=response.usage,
                seconds=recorded.entry.seconds,
                finish_reason=response.finish_reason.value,
                replayed=recorded.replayed,
            )
        )
        return response

    async def close(self) -> None:
        """Close the inner provider."""
        await self._inner.close()


class RecordedTool(Tool):
    """Runs each tool call of a run once: what the web said must not change under a resumed run."""

    def __init__(self, inner: Tool, *, recorder: RunRecorder, scope: str) -> None:
        self._inner = inner
        self._recorder = recorder
        self._scope = scope

    @property
    def definition(self) -> ToolDefinition:
        """The inner tool's definition."""
        return self._inner.definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """The recorded result, else the inner tool's."""

        async def run() -> Outcome:
            envelope = await self._inner.execute(arguments)
            return Outcome(response=envelope_to_dict(envelope))

        request = {"tool": self.definition.name, "arguments": dict(arguments)}
        recorded = await self._recorder.once(EntryKind.TOOL_RESULT, self._scope, request, run)
        return envelope_from_dict(recorded.entry.response)


def recorded_author(author: Author, *, recorder: RunRecorder, events: EventSink) -> Author:
    """The author, whose lines are asked for once a run and then come from the journal."""

    async def next_line() -> str | None:
        async def ask() -> Outcome:
            return Outcome(response={"line": await author()})

        recorded = await recorder.once(EntryKind.AUTHOR_LINE, "author", {}, ask)
        line: str | None = recorded.entry.response["line"]
        if recorded.replayed and line is not None:
            events.emit(AuthorLineReplayed(line=line))
        return line

    return next_line
