"""The run that everything asks through: journal, then budget, then provider, in this one place.

What is finished is done once, also across restarts: model calls, tool results, and the lines
that the author typed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.context.window import RequestKind, fit_request
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.journaled_calls import CallOutcome, JournaledCalls
from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.chat.codec import (
    digest,
    envelope_from_dict,
    envelope_to_dict,
    request_to_dict,
    response_from_dict,
    response_to_dict,
    to_canonical_json,
)
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.spending import report_spending_to
from questfoundry.domain.chat.tokens import complete_usage
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import AuthorLeft, ToolFailedError
from questfoundry.domain.events import (
    AuthorLineReplayed,
    ModelCallFinished,
    ModelCallStarted,
    RequestShortened,
)
from questfoundry.domain.journal import RAISED, EntryKind
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols import (
    ChatModel,
    ChatProvider,
    Clock,
    EventSink,
    Journal,
    TextSink,
    Tool,
)
from questfoundry.domain.run import RunRecord
from questfoundry.domain.run_inputs import StageInputs

Author = Callable[[], Awaitable[str | None]]
"""Waits for the author's next line; ``None`` is the end of input."""


class Run:
    """One execution of a stage or of another task.

    Resumed, it asks the same in the same order, because prompts hold no clock and no random id.
    """

    def __init__(
        self,
        record: RunRecord,
        *,
        providers: PhaseProviders,
        journal: Journal,
        meter: SpendMeter,
        clock: Clock,
        events: EventSink,
        author: Author | None = None,
        resumed: bool = False,
    ) -> None:
        self.record = record
        self.providers = providers
        self.events = events
        self.resumed = resumed
        self._calls = JournaledCalls(record, journal=journal, meter=meter, clock=clock)
        self._meter = meter
        self._author = author

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id

    @property
    def inputs(self) -> StageInputs:
        """What was asked of the stage."""
        return self.record.stage_inputs

    def bind_model(
        self,
        role: Phase | ChatProvider,
        scope: str = "",
        *,
        section: str = "",
        kind: RequestKind = RequestKind.QUESTION,
    ) -> ScopedModel:
        """A phase's model, or any other, that is asked through this run under ``scope``.

        A section that failed before, named by ``section`` or else the scope, is asked afresh.
        The ``kind`` says what of a request may give way to the model's window.
        """
        provider = self.providers.get_provider(role) if isinstance(role, Phase) else role
        scope = scope or (role.value if isinstance(role, Phase) else str(provider.model))
        again = self._calls.rounds.get(section or scope, 1)
        return ScopedModel(self, provider, scope if again == 1 else f"{scope}.{again}", kind)

    def bind_tools(
        self, tools: Sequence[Tool], scope: str, *, excluded: Collection[str]
    ) -> tuple[Tool, ...]:
        """The tools, each of whose calls is made once.

        A resumed run offers those that it began with, ``but`` others that are not given here:
        what a model is offered is a part of the question. One that is gone since fails.
        """
        given = {tool.definition.name: tool for tool in tools}
        offered = [tool.definition for tool in tools]
        if self.resumed and (first := self._calls.find_first_request(scope)) is not None:
            before = (ToolDefinition(**each) for each in first.get("tools", ()))
            offered = [each for each in before if each.name not in excluded]
        return tuple(
            _JournaledTool(self, given.get(each.name, _RemovedTool(each)), scope, each)
            for each in offered
        )

    async def ask(
        self,
        request: ChatRequest,
        *,
        provider: ChatProvider,
        scope: str,
        kind: RequestKind = RequestKind.QUESTION,
        on_text: TextSink | None = None,
    ) -> ChatResponse:
        """The journal's answer, else the provider's as far as the budget lasts.

        A new answer is written down before it is used. What does not fit the model's window is
        shortened, or not sent: ``WindowExceededError``.
        """
        name = str(provider.model)
        if request.seed is None:
            request = evolve(request, seed=self.record.inputs.seed)
        fit = fit_request(request, provider.model, provider.traits, kind)
        request = fit.request
        if fit.left_out:
            self.events.emit(RequestShortened(scope=scope, left_out=fit.left_out))
        self.events.emit(ModelCallStarted(model=name, scope=scope, input_tokens=fit.tokens))

        document = request_to_dict(request)

        def unused(model: str, usage: Usage) -> None:
            asked = digest(to_canonical_json(document))
            self._calls.record_spending(EntryKind.UNUSED_ANSWER, scope, asked, model, usage)
            # Below, the call would be made again.
            self._meter.require_budget()

        async def make() -> CallOutcome:
            await self._meter.await_budget()
            with self._meter.track_call(), report_spending_to(unused):
                response = await provider.complete(request, on_text)
            response = evolve(response, usage=complete_usage(request, response))
            return CallOutcome(response=response_to_dict(response), usage=response.usage)

        recorded = await self._calls.call_once(
            EntryKind.MODEL_CALL, scope, document, make, model=name
        )
        response = response_from_dict(recorded.entry.response)
        if recorded.replayed and on_text is not None and response.text:
            on_text(response.text)
        self.events.emit(
            ModelCallFinished(
                model=recorded.entry.model,
                scope=scope,
                usage=response.usage,
                seconds=recorded.entry.seconds,
                finish_reason=response.finish_reason.value,
                replayed=recorded.replayed,
            )
        )
        await yield_to_loop()
        return response

    async def call_tool(self, tool: Tool, arguments: Mapping[str, Any], *, scope: str) -> Envelope:
        """The recorded result of a tool, else a new one; ``ToolFailedError`` where it raised.

        What the web said must not change under a resumed run, nor that it said nothing.
        """

        async def make() -> CallOutcome:
            try:
                envelope = await tool.execute(arguments)
            except AuthorLeft:
                raise
            except Exception as problem:  # noqa: BLE001  what it is, the model is told
                return CallOutcome(response={RAISED: str(problem)})
            return CallOutcome(response=envelope_to_dict(envelope))

        request = {"tool": tool.definition.name, "arguments": dict(arguments)}
        recorded = await self._calls.call_once(EntryKind.TOOL_RESULT, scope, request, make)
        response = recorded.entry.response
        if RAISED in response:
            raise ToolFailedError(response[RAISED])
        return envelope_from_dict(response)

    async def record_result(self, result: Mapping[str, Any]) -> None:
        """Write down what the run came to, as plain JSON, where no artifact's version holds it."""

        async def make() -> CallOutcome:
            return CallOutcome(response=result)

        await self._calls.call_once(EntryKind.RESULT, EntryKind.RESULT.value, {}, make)

    def record_embedding_spending(self, model: str, usage: Usage) -> None:
        """Write down what was spent between the calls of this run, on embeddings."""
        self._calls.record_spending(
            EntryKind.EMBEDDING, EntryKind.EMBEDDING.value, "", model, usage
        )

    async def read_author_line(self) -> str | None:
        """The author's next line, which is asked for once a run; ``None`` is the end of input.

        Lines that were typed before count also where nobody is there to type more.
        """

        async def make() -> CallOutcome:
            return CallOutcome(response={"line": await self._author() if self._author else None})

        keep = self._author is not None
        recorded = await self._calls.call_once(EntryKind.AUTHOR_LINE, "author", {}, make, keep=keep)
        line: str | None = recorded.entry.response["line"]
        if recorded.replayed and line is not None:
            self.events.emit(AuthorLineReplayed(line=line))
        return line


@frozen
class ScopedModel(ChatModel):
    """A model that is asked through a run, under one scope of its journal."""

    run: Run
    provider: ChatProvider
    scope: str
    kind: RequestKind = RequestKind.QUESTION

    @property
    def model(self) -> ModelRef:
        """The model's name."""
        return self.provider.model

    @property
    def traits(self) -> ModelTraits:
        """What it can do."""
        return self.provider.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask through the run."""
        return await self.run.ask(
            request, provider=self.provider, scope=self.scope, kind=self.kind, on_text=on_text
        )


@frozen
class _JournaledTool(Tool):
    run: Run
    inner: Tool
    scope: str
    definition: ToolDefinition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        return await self.run.call_tool(self.inner, arguments, scope=self.scope)


@frozen
class _RemovedTool(Tool):
    definition: ToolDefinition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        raise ToolFailedError(f"{self.definition.name} cannot be used here any more.")
