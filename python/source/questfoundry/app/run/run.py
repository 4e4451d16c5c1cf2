"""Pass all model and tool calls of a run through the journal, the budget and the provider."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.context import RequestKind, fit_request
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.journaled_calls import CallOutcome, JournaledCalls
from questfoundry.app.run.models import PhaseProviders, ScopedModel
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.chat.codec import (
    envelope_from_dict,
    envelope_to_dict,
    request_to_dict,
    response_from_dict,
    response_to_dict,
)
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    complete_usage,
    find_prompt_cut,
)
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.chat.usage import Usage, report_spending_to
from questfoundry.domain.errors import AuthorLeft, ToolFailedError
from questfoundry.domain.events import (
    ModelCallFinished,
    ModelCallStarted,
    PromptReadInPart,
    RequestShortened,
    ToolArgumentsDecoded,
)
from questfoundry.domain.events.stages import AuthorLineReplayed
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink, Journal
from questfoundry.domain.protocols.workspace import Clock, Tool
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RAISED, EntryKind, RunRecord
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.domain.text.thoughts import remove_thoughts

Author = Callable[[], Awaitable[str | None]]
"""A coroutine function that waits for the author's next line; ``None`` is the end of input."""


class Run:
    """One execution of a stage or of another task.

    A resumed run must make the same requests in the same order as before. Prompts therefore contain
    neither the time nor random ids.
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
        replays: bool = False,
    ) -> None:
        self.record = record
        self.providers = providers
        self.events = events
        self.resumed = resumed
        self._calls = JournaledCalls(
            record, journal=journal, meter=meter, clock=clock, events=events, replays=replays
        )
        self._meter = meter
        self._author = author

    @property
    def id(self) -> str:
        """The id of the run."""
        return self.record.id

    @property
    def inputs(self) -> StageInputs:
        """The inputs of the stage that the run executes, or default inputs.

        For a rewrite or a draft, these are the inputs of the run that first wrote the passage or
        stage.
        """
        return self.record.stage_inputs

    def bind_model(
        self,
        role: Phase | ChatProvider,
        scope: str = "",
        *,
        section: str = "",
        kind: RequestKind = RequestKind.QUESTION,
    ) -> ScopedModel:
        """Return a model whose requests pass through this run.

        The requests are recorded under the name ``scope``, by default the name of the phase or
        model. If ``section`` or ``scope`` failed before, the attempt number is appended, so that no
        old answer is found. ``kind`` decides which parts of a long request may be shortened.
        """
        provider = self.providers.get_provider(role) if isinstance(role, Phase) else role
        scope = scope or (role.value if isinstance(role, Phase) else str(provider.model))
        again = self._calls.rounds.get(section or scope, 1)
        return ScopedModel(self.ask, provider, scope if again == 1 else f"{scope}.{again}", kind)

    def bind_tools(
        self, tools: Sequence[Tool], scope: str, *, excluded: Collection[str]
    ) -> tuple[Tool, ...]:
        """Return tools whose calls are recorded by this run under the name ``scope``.

        A resumed or replayed run offers the tools that its first request offered, because requests
        contain the definitions. Of these tools, those named in ``excluded`` are left out, because
        the caller adds them itself. A call of a tool that no longer exists fails.
        """
        available = {tool.definition.name: tool for tool in tools}
        offered = [tool.definition for tool in tools]
        if (before := self.find_offered_tools(scope)) is not None:
            offered = [each for each in before if each.name not in excluded]
        return tuple(
            _JournaledTool(self, available.get(each.name), scope, each) for each in offered
        )

    def find_offered_tools(self, scope: str) -> tuple[ToolDefinition, ...] | None:
        """Return the tools of the first request in ``scope`` of the run or its recording.

        Return ``None`` if there is no such request yet.
        """
        first = self._calls.find_first_request(scope)
        if first is None:
            return None
        return tuple(ToolDefinition(**each) for each in first.request.get("tools", ()))

    def find_first_scope(self) -> str | None:
        """Return the scope of the first model call in the run or its recording, or ``None``."""
        first = self._calls.find_first_request()
        return first.key.scope if first else None

    async def ask(
        self,
        request: ChatRequest,
        *,
        provider: ChatProvider,
        scope: str,
        kind: RequestKind = RequestKind.QUESTION,
        on_text: TextSink | None = None,
    ) -> ChatResponse:
        """Return the answer to ``request``: a recorded answer, or else a new one from ``provider``.

        Raise ``WindowExceededError`` if even the shortened request does not fit. Raise
        ``BudgetReachedError`` if a new call is needed and the budget is used up.
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
            # The adapter would repeat the call: stop it if nothing is left.
            self._meter.require_budget()

        async def make() -> CallOutcome:
            await self._meter.await_budget()
            with self._meter.track_call(), report_spending_to(unused):
                self._meter.load_price(name)
                response = await provider.complete(request, on_text)
            response = evolve(response, usage=complete_usage(request, response))
            self._report_decoded_arguments(response)
            return CallOutcome(response=response_to_dict(response), usage=response.usage)

        recorded = await self._calls.call_once(
            EntryKind.MODEL_CALL, scope, document, make, model=name
        )
        answered = response_from_dict(recorded.entry.response)
        response = evolve(answered, text=remove_thoughts(answered.text))
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
                store_seconds=recorded.store_seconds,
            )
        )
        if not recorded.replayed:
            self._report_cut(request, response, name, scope)
        await yield_to_loop()
        return response

    def _report_decoded_arguments(self, response: ChatResponse) -> None:
        for call in response.tool_calls:
            if call.is_decoded_twice:
                self.events.emit(ToolArgumentsDecoded(model=response.model, tool=call.name))

    def _report_cut(
        self, request: ChatRequest, response: ChatResponse, model: str, scope: str
    ) -> None:
        cut = find_prompt_cut(request, response)
        if cut is not None:
            self.events.emit(
                PromptReadInPart(model=model, scope=scope, read=cut.read, least=cut.least)
            )

    async def call_tool(
        self,
        name: str,
        execute: Callable[[], Awaitable[Envelope]],
        arguments: Mapping[str, Any],
        *,
        scope: str,
    ) -> Envelope:
        """Return the result of the tool ``name``: a recorded result, or else that of ``execute``.

        If ``execute`` raises an error, raise ``ToolFailedError``. Errors are recorded, too.
        """

        async def make() -> CallOutcome:
            try:
                envelope = await execute()
            except AuthorLeft:
                raise
            except Exception as problem:  # noqa: BLE001  the model receives every error as text
                return CallOutcome(response={RAISED: str(problem)})
            return CallOutcome(response=envelope_to_dict(envelope))

        request = {"tool": name, "arguments": dict(arguments)}
        recorded = await self._calls.call_once(EntryKind.TOOL_RESULT, scope, request, make)
        response = recorded.entry.response
        if RAISED in response:
            raise ToolFailedError(response[RAISED])
        return envelope_from_dict(response)

    async def record_result(self, result: Mapping[str, Any]) -> None:
        """Record ``result``, which is plain JSON, for a run that stores no artifact version."""

        async def make() -> CallOutcome:
            return CallOutcome(response=result)

        await self._calls.call_once(EntryKind.RESULT, EntryKind.RESULT.value, {}, make)

    def record_embedding_spending(self, model: str, usage: Usage) -> None:
        """Record the cost of embeddings that were computed between this run's model calls."""
        self._calls.record_spending(
            EntryKind.EMBEDDING, EntryKind.EMBEDDING.value, "", model, usage
        )

    async def read_author_line(self) -> str | None:
        """Return the author's next (or recorded) line, or ``None`` at the end of input."""

        async def make() -> CallOutcome:
            return CallOutcome(response={"line": await self._author() if self._author else None})

        keep = self._author is not None
        recorded = await self._calls.call_once(EntryKind.AUTHOR_LINE, "author", {}, make, keep=keep)
        line: str | None = recorded.entry.response["line"]
        if recorded.replayed and line is not None:
            self.events.emit(AuthorLineReplayed(line=line))
        return line


@frozen
class _JournaledTool(Tool):
    run: Run
    inner: Tool | None
    scope: str
    definition: ToolDefinition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        name = self.definition.name

        async def call() -> Envelope:
            if self.inner is None:
                raise ToolFailedError(f"{name} cannot be used here any more.")
            return await self.inner.execute(arguments)

        return await self.run.call_tool(name, call, arguments, scope=self.scope)
