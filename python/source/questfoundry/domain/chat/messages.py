"""Define tools and messages of any provider, and pair tool calls with results.

The providers reject a result without its call, and a call without its result. Anthropic also
rejects calls and results if the request offers no tools. A call or result that cannot be paired
becomes quoted text, so that its content is not lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

if TYPE_CHECKING:
    from questfoundry.domain.library.book import Excerpt


@frozen(kw_only=True)
class ToolDefinition:
    """A tool as the model sees it; ``parameters`` is a JSON Schema, draft 2020-12."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(factory=lambda: {"type": "object", "properties": {}})


def define_tool(name: str, words: Mapping[str, Any]) -> ToolDefinition:
    """Return the definition of a tool, whose texts ``words`` are a file of ``prompts/tools``.

    ``words`` has a ``description`` and, below ``parameters`` and ``optional``, the description of
    each parameter. A parameter is a string, unless its JSON Schema replaces the description.
    """
    needed: Mapping[str, Any] = words.get("parameters", {})
    optional: Mapping[str, Any] = words.get("optional", {})
    return ToolDefinition(
        name=name,
        description=str(words["description"]).strip(),
        parameters={
            "type": "object",
            "properties": {
                each: {"type": "string", "description": text.strip()}
                if isinstance(text, str)
                else text
                for each, text in {**needed, **optional}.items()
            },
            "required": list(needed),
            "additionalProperties": False,
        },
    )


@frozen(kw_only=True)
class ToolCall:
    """A tool call that the model requested; ``arguments`` are decoded JSON.

    ``malformed`` is the raw text of arguments that are no JSON object; the tool loop answers it
    with an error. ``extra`` contains data that the server sent and expects back with the call.
    ``is_decoded_twice``: the arguments, or values in them, arrived as JSON within a text.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])
    malformed: str | None = None
    extra: Mapping[str, Any] = field(factory=dict[str, Any])
    is_decoded_twice: bool = field(default=False, eq=False)


@frozen(kw_only=True)
class ToolResult:
    """The result of a tool call: its JSON text ``content``, and the book excerpts in this text."""

    call_id: str
    name: str
    content: str
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()
    ends_turn: bool = False


class Role(StrEnum):
    """The role of a message's author, such as the model or a tool."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL_RESULT = "tool_result"


@frozen(kw_only=True)
class Message:
    """A message of a prompt; only messages of the assistant (the model) have ``tool_calls``.

    The last four fields belong to tool results. ``excerpts`` are objects that are not sent to the
    model; their text is part of ``content``.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()


def system(content: str) -> Message:
    """Return a system message with the text ``content``."""
    return Message(role=Role.SYSTEM, content=content)


def user(content: str) -> Message:
    """Return a message from the author or the player."""
    return Message(role=Role.USER, content=content)


def assistant(content: str, tool_calls: tuple[ToolCall, ...] = ()) -> Message:
    """Return a message from the model, with the tool calls that the model requests."""
    return Message(role=Role.ASSISTANT, content=content, tool_calls=tool_calls)


def tool_result(result: ToolResult) -> Message:
    """Return the message that carries ``result`` back to the model."""
    return Message(
        role=Role.TOOL_RESULT,
        content=result.content,
        call_id=result.call_id,
        tool_name=result.name,
        is_error=result.is_error,
        excerpts=result.excerpts,
    )


@frozen(kw_only=True)
class Conversation:
    """A stored conversation that can be continued.

    ``subject``: the stage, session or book to which the conversation belongs.
    ``horizon``: the last page of the book that may be revealed; ``None`` allows all pages.
    ``digest``: the hash of the book's file, which shows whether the book was replaced.
    """

    id: str
    subject: str
    title: str = ""
    horizon: int | None = None
    digest: str = ""


@frozen(kw_only=True)
class ChatMessage:
    """A stored message; ``position`` is its place in the conversation, counted from 0."""

    conversation_id: str
    position: int
    message: Message


def pair_tool_calls(messages: Sequence[Message], *, keep_calls: bool) -> tuple[Message, ...]:
    """Return ``messages`` with each tool call directly before its result.

    Without ``keep_calls`` (if the request offers no tools), all calls and results become quoted
    text. Calls are renumbered from ``call00001``, an id format that every API accepts.
    """
    if not any(each.tool_calls or each.role is Role.TOOL_RESULT for each in messages):
        return tuple(messages)
    names = (f"call{number:05d}" for number in count(1))
    result: list[Message] = []
    position = 0
    while position < len(messages):
        message = messages[position]
        end = position + 1
        while end < len(messages) and messages[end].role is Role.TOOL_RESULT:
            end += 1
        results = messages[position + 1 : end]
        if message.role is Role.TOOL_RESULT:
            result.append(_quote_result(message))
            result.extend(map(_quote_result, results))
        else:
            result.extend(_pair_results(message, results, names if keep_calls else iter(())))
        position = end
    return tuple(result)


def _pair_results(
    message: Message, results: Sequence[Message], names: Iterator[str]
) -> Iterator[Message]:
    open_results = list(results)
    kept: list[ToolCall] = []
    answers: list[Message] = []
    quotes: list[str] = [message.content] if message.content else []
    for call in message.tool_calls:
        answer = next((found for found in open_results if found.call_id == call.id), None)
        name = next(names, None) if answer is not None and call.malformed is None else None
        if answer is None or name is None:
            quotes.append(_quote_call(call))
            continue
        open_results.remove(answer)
        kept.append(evolve(call, id=name))
        # OpenAI and Anthropic match a result by the call id, Ollama by the tool name.
        answers.append(evolve(answer, call_id=name, tool_name=call.name))
    if message.tool_calls:
        yield assistant("\n\n".join(quotes), tuple(kept))
    else:
        yield message
    yield from answers
    yield from map(_quote_result, open_results)


def _quote_call(call: ToolCall) -> str:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False, default=str)
    return f"[{call.name} call]\n{arguments if call.malformed is None else call.malformed}"


def _quote_result(message: Message) -> Message:
    return user(f"[{message.tool_name or 'tool'} result]\n{message.content}")
