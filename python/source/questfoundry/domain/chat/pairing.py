"""Arrange messages so that every provider accepts them: each tool call directly before its result.

The providers reject a result without its call, and a call without its result. Anthropic also
rejects calls and results if the request offers no tools. A call or result that cannot be paired
becomes quoted text, so that its content is not lost.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count

from attrs import evolve

from questfoundry.domain.chat.messages import Message, Role, ToolCall, assistant, user


def pair_tool_calls(messages: Sequence[Message], *, keep_calls: bool) -> tuple[Message, ...]:
    """Return ``messages`` with each tool call directly before its result.

    Without ``keep_calls`` (if the request offers no tools), all calls and results become quoted
    text. Calls are renumbered from ``call00001``, an id format that every API accepts.
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
