"""Call the model, run the tools that it calls, and repeat until the model answers in text.

A model may ignore a text that tells it to stop, but it cannot call a tool that is not offered. A
repeated call therefore gets the stored answer of the first call. A tool is withdrawn, that is, no
longer offered, after too many repeated calls, calls without a useful result, or calls in total.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.run.answer_retry import request_answer
from questfoundry.domain.answer.payload import find_wrong_arguments, fit_arguments
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import (
    Message,
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    tool_result,
)
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import AuthorLeft, UsageError
from questfoundry.domain.events import ToolCallFinished, ToolCallStarted, ToolWithdrawn
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.text.digest import to_canonical_json

_FRUITLESS_STATUSES = frozenset({ToolStatus.NO_RESULTS, ToolStatus.ERROR, ToolStatus.RATE_LIMITED})

MAX_REPEATS, MAX_FRUITLESS = 2, 3
"""The numbers of repeated and of fruitless calls in a conversation at which a tool is withdrawn."""

MAX_CALLS_PER_TURN, MAX_CALLS_PER_TALK = 8, 24
"""The numbers of calls in a turn and in a conversation at which a tool is withdrawn."""


class LoopGuard:
    """A counter of a conversation's tool calls that decides which tools are no longer offered."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Envelope] = {}
        self._repeats = Counter[tuple[str, str]]()
        self._fruitless, self._calls, self._all_calls = (Counter[str]() for _ in range(3))

    @property
    def withdrawal_reasons(self) -> dict[str, str]:
        """The names of the tools that must not be offered now, each mapped to the reason."""
        often = {name for name, count in self._calls.items() if count >= MAX_CALLS_PER_TURN}
        often |= {name for name, count in self._all_calls.items() if count >= MAX_CALLS_PER_TALK}
        return {
            **dict.fromkeys(sorted(often), "it was called too often"),
            **{
                name: "it found nothing several times"
                for name, count in self._fruitless.items()
                if count >= MAX_FRUITLESS
            },
            **{
                name: "the same call was repeated"
                for (name, _), count in self._repeats.items()
                if count >= MAX_REPEATS
            },
        }

    def begin_turn(self) -> None:
        """Reset the number of calls that each tool has received in the current turn."""
        self._calls.clear()

    def find_answer(self, call: ToolCall) -> Envelope | None:
        """Return the answer to an earlier equal call, if any, and count ``call`` as repeated."""
        key = _key(call)
        answer = self._answers.get(key)
        if answer is not None:
            self._repeats[key] += 1
        return answer

    def admit_call(self, call: ToolCall) -> str | None:
        """Count ``call`` and return ``None``, or return the reason why its tool is withdrawn."""
        reason = self.withdrawal_reasons.get(call.name)
        if reason is None:
            self._calls[call.name] += 1
            self._all_calls[call.name] += 1
        return reason

    def remember_answer(self, call: ToolCall, answer: Envelope) -> None:
        """Store ``answer`` for later calls that are equal to ``call``."""
        self._answers[_key(call)] = answer
        if answer.result in _FRUITLESS_STATUSES:
            self._fruitless[call.name] += 1


def _key(call: ToolCall) -> tuple[str, str]:
    return call.name, call.malformed or to_canonical_json(call.arguments)


@frozen(kw_only=True)
class ToolOffer:
    """The tools that are offered to a model.

    ``left_out``: names of other tools, each mapped to the reason.
    ``is_chosen``: whether the author or a program chose at least one of the tools.
    """

    tools: tuple[Tool, ...] = ()
    left_out: Mapping[str, str] = field(factory=dict[str, str])
    is_chosen: bool = True


class Toolset:
    """A runner for the model's tool calls that turns every failure into an error result.

    Only ``AuthorLeft`` (the author ended the discussion) is raised to the caller. Repeated calls
    are counted over the whole conversation, so each conversation has exactly one toolset.
    """

    def __init__(
        self, tools: Sequence[Tool], *, prompts: PromptRepository, events: EventSink
    ) -> None:
        self._tools = {tool.definition.name: tool for tool in tools}
        if len(self._tools) < len(tools):
            names = ", ".join(tool.definition.name for tool in tools)
            raise UsageError(f"Two tools have the same name: {names}. Rename one.")
        self.prompts = prompts
        self._events = events
        self._guard = LoopGuard()

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
        keys = [(call.name, str(call.malformed or call.arguments)) for call in calls]
        # Equal calls share one future.
        futures = {
            key: asyncio.ensure_future(self._answer_call(call))
            for key, call in dict(zip(keys, calls, strict=True)).items()
        }
        try:
            answers = await asyncio.gather(*(futures[key] for key in keys))
        finally:
            for future in futures.values():
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

    async def _answer_call(self, call: ToolCall) -> Envelope:
        if (remembered := self._guard.find_answer(call)) is not None:
            return remembered
        if (withdrawn := self._guard.admit_call(call)) is not None:
            return self._build_error("withdrawn", name=call.name, reason=withdrawn)
        self._events.emit(ToolCallStarted(tool=call.name, arguments=dict(call.arguments)))
        answer = await self._execute(call)
        self._guard.remember_answer(call, answer)
        self._events.emit(
            ToolCallFinished(tool=call.name, result=answer.result.value, size=len(answer.to_json()))
        )
        return answer

    async def _execute(self, call: ToolCall) -> Envelope:
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools) or "-"
            return self._build_error("unknown_tool", name=call.name, tools=known)
        # Malformed arguments do no harm to a tool without parameters.
        if call.malformed is not None and tool.definition.parameters.get("properties"):
            return self._build_error("malformed_arguments", name=call.name)
        schema = tool.definition.parameters
        missing = [each for each in schema.get("required", ()) if each not in call.arguments]
        if missing:
            words = ", ".join(missing)
            return self._build_error("missing_arguments", name=call.name, missing=words)
        wording = self.prompts.wording("feedback")
        try:
            arguments = fit_arguments(call.arguments, schema)
            if wrong := find_wrong_arguments(arguments, schema, wording):
                return self._build_error("wrong_arguments", name=call.name, wrong="; ".join(wrong))
            return await tool.execute(arguments)
        except AuthorLeft:
            raise
        except Exception as problem:  # noqa: BLE001  the model receives every error as a result
            return self._build_error("failed", name=call.name, problem=str(problem))

    def _build_error(self, kind: str, **values: str) -> Envelope:
        texts: Mapping[str, Any] = self.prompts.wording("tools/errors")[kind]
        return error(str(texts["error"]).format_map(values), action=str(texts["action"]))


MessageSink = Callable[[Message], None]
"""A callback that receives each message as soon as the turn has produced the message."""


class TurnEnd(StrEnum):
    """The reasons why a turn ended: a text answer, a tool that ends the turn, or the call limit."""

    ANSWERED = "answered"
    SIGNALLED = "signalled"
    LIMIT = "limit"


@frozen(kw_only=True)
class Turn:
    """The new messages and final answer of one turn; ``cut_off`` if the answer is truncated."""

    messages: tuple[Message, ...]
    text: str
    end: TurnEnd
    usage: Usage
    cut_off: bool = False


async def run_turn(
    model: ChatModel,
    request: ChatRequest,
    toolset: Toolset,
    *,
    max_calls: int,
    always_answers: bool = False,
    section: str = "",
    is_enough: Callable[[str], bool] | None = None,
    on_text: TextSink | None = None,
    on_message: MessageSink | None = None,
) -> Turn:
    """Run one turn of at most ``max_calls`` model calls, and return its result.

    If a tool's result ends the turn, the other tool calls of the same model answer are still run.
    With ``always_answers``, the model is called once more after the limit, without tools.
    ``is_enough`` decides whether a truncated text is accepted. Raise ``NoAnswerError``, which names
    ``section``, if the model's answer and its second attempt are both unusable.
    """
    toolset.begin_turn()
    added, usage, text = list[Message](), NO_USAGE, ""

    def add(message: Message) -> None:
        added.append(message)
        if on_message is not None:
            on_message(message)

    async def ask(offered: tuple[ToolDefinition, ...] | None) -> ChatResponse:
        whole = evolve(request, messages=(*request.messages, *added))
        return await request_answer(
            model,
            whole if offered is None else evolve(whole, tools=offered),
            prompts=toolset.prompts,
            section=section,
            phase=Phase.DISCUSS.value,
            allow_tool_calls=offered is not None,
            is_enough=is_enough,
            on_text=on_text,
        )

    def end(how: TurnEnd, answer: ChatResponse | None = None) -> Turn:
        cut_off = answer is not None and answer.finish_reason is FinishReason.LENGTH
        return Turn(messages=tuple(added), text=text, end=how, usage=usage, cut_off=cut_off)

    for _ in range(max_calls):
        response = await ask(toolset.definitions)
        usage, text = usage + response.usage, response.text or text
        add(assistant(response.text, response.tool_calls))
        if not response.tool_calls:
            return end(TurnEnd.ANSWERED, response)
        results = await toolset.run_calls(response.tool_calls)
        for result in results:
            add(tool_result(result))
        if any(result.ends_turn for result in results):
            return end(TurnEnd.SIGNALLED)
    if always_answers:
        response = await ask(None)
        usage, text = usage + response.usage, response.text
        add(assistant(response.text))
        return end(TurnEnd.ANSWERED, response)
    return end(TurnEnd.LIMIT)
