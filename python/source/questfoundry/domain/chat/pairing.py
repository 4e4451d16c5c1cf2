"""Message lists that every provider accepts: each tool call stands with its result.

The APIs refuse a result without its call, a call without its result, and (Anthropic) both
where no tools are offered. What cannot stand as a pair becomes quoted text, so that
nothing is lost and nothing is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count

from attrs import evolve

from questfoundry.domain.chat.messages import Message, Role, assistant, user
from questfoundry.domain.chat.tools import ToolCall


def pair_tool_calls(messages: Sequence[Message], *, keep_calls: bool) -> tuple[Message, ...]:
    """The messages with every tool call right before its result, and the rest quoted.

    ``keep_calls`` says whether the request offers tools; without them all calls and
    results are quoted. Kept calls are numbered anew from ``call00001``: each API has its
    own rules for ids, and that form satisfies them all, whichever provider made the call.
    """
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
    """One message and the results that follow it; ``names`` run out where calls are quoted."""
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
        # OpenAI and Anthropic pair by the id, Ollama by the tool's name.
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
