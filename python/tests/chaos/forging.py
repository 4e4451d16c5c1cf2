"""Take the right answer of a call apart, and send it in another form."""

import json
from collections.abc import Callable
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.chat.messages import ToolCall
from tests.chaos.server import ANTHROPIC, OLLAMA, OPENAI, Call, Fault
from tests.support.dialects import named_sse, ndjson, sse
from tests.support.loopback import Reply

Document = dict[str, Any]


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


def with_documents(call: Call, change: Callable[[list[Document]], list[Document]]) -> Reply:
    """Return the right reply with its JSON documents changed."""
    reply = call.reply()
    found = [json.loads(each[each.index(b"{") :]) for each in reply.chunks if b"{" in each]
    done = tuple(each for each in reply.chunks if b"{" not in each)
    changed = change(found)
    if not call.question.streamed:
        return evolve(reply, chunks=(json.dumps(changed[0]).encode(),))
    return evolve(reply, chunks=(*encode(call, *changed), *done))


def encode(call: Call, *documents: Document) -> tuple[bytes, ...]:
    """Return the chunks of a stream with ``documents`` in the format of the call."""
    encoders = {OPENAI.name: sse, ANTHROPIC.name: named_sse, OLLAMA.name: ndjson}
    return encoders[call.wire.name](*documents)


def edit(change: Callable[[Document], object]) -> Fault:
    """Change each document of the right reply in place."""

    def fault(call: Call) -> Reply:
        def change_all(documents: list[Document]) -> list[Document]:
            for each in documents:
                change(each)
            return documents

        return with_documents(call, change_all)

    return fault
