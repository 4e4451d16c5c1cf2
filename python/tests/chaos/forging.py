"""Take the right answer of a call apart, and send it in another form."""

import json
from collections.abc import Callable
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.chat.messages import ToolCall
from tests.chaos.server import Call
from tests.support.loopback import Reply


def payload_of(call: Call) -> str:
    answer = submission_of(call)
    return call.right.text if answer is None else json.dumps(answer)


def submission_of(call: Call) -> dict[str, Any] | None:
    """Return the JSON of the right answer, or None if the answer is text."""
    if call.right.tool_calls:
        return dict(call.right.tool_calls[0].arguments)
    if call.question.schema is not None:
        document: dict[str, Any] = json.loads(call.right.text)
        return document
    return None


def submit(call: Call, answer: dict[str, Any]) -> Reply:
    if not call.right.tool_calls:
        return say(call, json.dumps(answer))
    made = ToolCall(id="call-1", name=call.right.tool_calls[0].name, arguments=answer)
    return call.reply(evolve(call.right, tool_calls=(made,)))


def say(call: Call, text: str) -> Reply:
    return call.reply(ChatResponse(text=text, usage=call.right.usage))


def with_text(call: Call, change: Callable[[str], str]) -> Reply:
    """Return the right answer with its longest text changed."""
    answer = submission_of(call)
    if answer is None:
        return say(call, change(call.right.text))
    texts = {name: value for name, value in answer.items() if isinstance(value, str)}
    if texts:
        longest = max(texts, key=lambda name: len(texts[name]))
        answer[longest] = change(texts[longest])
    return submit(call, answer)
