"""Offer tools to a model by name, run its tool calls concurrently, and answer in call order."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from questfoundry.app.agent.guard import LoopGuard
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, ToolResult
from questfoundry.domain.errors import AuthorLeft, UsageError
from questfoundry.domain.events import ToolCallFinished, ToolCallStarted, ToolWithdrawn
from questfoundry.domain.protocols import EventSink, PromptRepository, Tool

WORDING = "tools/errors"


@frozen(kw_only=True)
class ToolOffer:
    """The tools that are offered to a model; ``left_out`` maps other tools to the reasons."""

    tools: tuple[Tool, ...] = ()
    left_out: Mapping[str, str] = field(factory=dict[str, str])


class Toolset:
    """A runner for the model's tool calls that turns every failure into an error result.

    Only ``AuthorLeft`` (the author ended the discussion) is raised to the caller. Repeated calls
    are counted over the whole conversation, so each conversation has exactly one toolset.
    """

    def __init__(
        self,
        tools: Sequence[Tool],
        *,
        prompts: PromptRepository,
        events: EventSink,
    ) -> None:
        self._tools = {tool.definition.name: tool for tool in tools}
        if len(self._tools) < len(tools):
            names = ", ".join(tool.definition.name for tool in tools)
            raise UsageError(f"Two tools have the same name: {names}. Rename one.")
        self._prompts = prompts
        self._events = events
        self._guard = LoopGuard()

    @property
    def prompts(self) -> PromptRepository:
        """The prompt repository that contains the wording of error results."""
        return self._prompts

    def begin_turn(self) -> None:
        """Begin a new turn by resetting the number of calls that each tool has received."""
        self._guard.begin_turn()

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """The definitions of the tools that are still offered to the model."""
        withdrawn = self._guard.withdrawal_reasons
        return tuple(tool.definition for name, tool in self._tools.items() if name not in withdrawn)

    async def run_calls(self, calls: Sequence[ToolCall]) -> list[ToolResult]:
        """Run the tool calls of one model answer, and return the results in the same order."""
        before = self._guard.withdrawal_reasons
        futures = self._start_calls(calls)
        try:
            answers = await asyncio.gather(*futures)
        finally:
            for future in futures:
                future.cancel()
        for name, reason in self._guard.withdrawal_reasons.items():
            if name not in before:
                self._events.emit(ToolWithdrawn(tool=name, reason=reason))
        return [
            ToolResult(
                call_id=call.id,
                name=call.name,
                content=answer.to_json(),
                is_error=answer.is_error,
                excerpts=answer.excerpts,
                ends_turn=answer.ends_turn,
            )
            for call, answer in zip(calls, answers, strict=True)
        ]

    def _start_calls(self, calls: Sequence[ToolCall]) -> list[asyncio.Future[Envelope]]:
        """Start the calls; equal calls share one future."""
        futures: list[asyncio.Future[Envelope]] = []
        started: dict[tuple[str, str], asyncio.Future[Envelope]] = {}
        for call in calls:
            key = (call.name, str(call.malformed or call.arguments))
            if key not in started:
                started[key] = asyncio.ensure_future(self._answer_call(call))
            futures.append(started[key])
        return futures

    async def _answer_call(self, call: ToolCall) -> Envelope:
        remembered = self._guard.find_answer(call)
        if remembered is not None:
            return remembered
        withdrawn = self._guard.admit_call(call)
        if withdrawn is not None:
            return self._build_error("withdrawn", name=call.name, reason=withdrawn)
        self._events.emit(ToolCallStarted(tool=call.name, arguments=str(dict(call.arguments))))
        answer = await self._execute(call)
        self._guard.remember_answer(call, answer)
        self._events.emit(
            ToolCallFinished(tool=call.name, result=answer.result.value, size=len(answer.to_json()))
        )
        return answer

    async def _execute(self, call: ToolCall) -> Envelope:
        tool = self._tools.get(call.name)
        if tool is None:
            return self._build_error(
                "unknown_tool", name=call.name, tools=", ".join(self._tools) or "-"
            )
        # Malformed arguments do no harm to a tool without parameters.
        if call.malformed is not None and tool.definition.parameters.get("properties"):
            return self._build_error("malformed_arguments", name=call.name)
        required = tool.definition.parameters.get("required", ())
        missing = [name for name in required if name not in call.arguments]
        if missing:
            return self._build_error(
                "missing_arguments", name=call.name, missing=", ".join(missing)
            )
        try:
            return await tool.execute(call.arguments)
        except AuthorLeft:
            raise
        except Exception as problem:  # noqa: BLE001  the model receives every error as a result
            return self._build_error("failed", name=call.name, problem=str(problem))

    def _build_error(self, kind: str, **values: str) -> Envelope:
        texts: Mapping[str, Any] = self._prompts.wording(WORDING)[kind]
        return Envelope(
            result=ToolStatus.ERROR,
            body={"error": str(texts["error"]).format_map(values)},
            action=str(texts["action"]),
        )
