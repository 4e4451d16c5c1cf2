"""Odd streams: calls in odd parts, content in parts, and events at the edges of the standard."""

import json
from collections.abc import Callable, Mapping

from attrs import evolve

from tests.chaos.forging import Document, edit, payload_of, with_documents
from tests.chaos.server import OLLAMA, Call, Fault
from tests.chaos.wire_faults import end_by
from tests.support.loopback import Ending, Reply, json_reply


def _calls_in(document: Document) -> list[Document]:
    """Return the parts of calls in a chunk of OpenAI's format."""
    found: list[Document] = []
    for choice in document.get("choices", ()):
        found += choice.get("delta", {}).get("tool_calls", ())
    return found


def _of_calls(change: Callable[[Document], object]) -> Fault:
    return edit(lambda document: [change(each) for each in _calls_in(document)])


def _whole_in_first(call: Call) -> Reply:
    """Send the arguments of a streamed call in one chunk, with empty chunks behind."""

    def change(documents: list[Document]) -> list[Document]:
        parts = [each for document in documents for each in _calls_in(document)]
        for n, each in enumerate(parts):
            each["function"]["arguments"] = payload_of(call) if n == 0 else ""
        return documents

    return with_documents(call, change)


def _named_in_each(call: Call) -> Reply:
    """Repeat the id and the name of a streamed call in each chunk."""

    def change(part: Document) -> None:
        part["id"], part["function"]["name"] = "call-1", call.right.tool_calls[0].name

    return _of_calls(change)(call)


def _input_in_start(call: Call) -> Reply:
    """Send the arguments of a streamed call with its start, in Anthropic's format."""

    def change(documents: list[Document]) -> list[Document]:
        for each in documents:
            block = each.get("content_block", {})
            if block.get("type") == "tool_use":
                block["input"] = json.loads(payload_of(call))
        return [
            each for each in documents if each.get("delta", {}).get("type") != "input_json_delta"
        ]

    return with_documents(call, change)


def _arguments_as_text(call: Call) -> Reply:
    """Send the arguments of a call as text, in Ollama's format."""

    def change(document: Document) -> None:
        message = document.get("message")
        for each in message.get("tool_calls", ()) if isinstance(message, dict) else ():
            each["function"]["arguments"] = json.dumps(each["function"]["arguments"])

    return edit(change)(call)


def _calls_at_the_end(call: Call) -> Reply:
    """Send the calls of a stream with its last document, in Ollama's format."""

    def change(documents: list[Document]) -> list[Document]:
        calls = [
            each
            for document in documents
            for each in (document.get("message") or {}).pop("tool_calls", ())
        ]
        if calls:
            documents[-1]["message"]["tool_calls"] = calls
        return documents

    return with_documents(call, change) if call.wire is OLLAMA else call.reply()


def _null_fields(document: Document) -> None:
    for choice in document.get("choices", ()):
        part = choice.get("delta") or choice.get("message")
        if part is not None:
            part |= {"refusal": None, "function_call": None, "reasoning_content": None}
            part.setdefault("tool_calls", None)
            part.setdefault("content", None)
    if document.get("choices"):
        document["usage"] = document.get("usage")


CALLS: Mapping[str, Fault] = {
    "no index": _of_calls(lambda part: part.pop("index", None)),
    "index of text": _of_calls(lambda part: part.update(index=7)),
    "empty id and name": _of_calls(
        lambda part: (
            part.update(id=part.get("id", ""), type="function")
            or part["function"].setdefault("name", "")
        )
    ),
    "id and name in each": _named_in_each,
    "arguments in one": _whole_in_first,
    "arguments null": _of_calls(lambda part: part["function"].setdefault("arguments", None)),
    "ended by stop": end_by("stop"),
    "null fields": edit(_null_fields),
    "input with the start": _input_in_start,
    "arguments as text": _arguments_as_text,
    "calls at the end": _calls_at_the_end,
}


def _split_content(part: Document) -> None:
    if isinstance(text := part.get("content"), str) and text:
        half = len(text) // 2
        part["content"] = [
            {"type": "thinking", "thinking": [{"type": "text", "text": "Keep the QUUX short."}]},
            {"type": "text", "text": text[:half]},
            {"type": "text", "text": text[half:]},
        ]


def _parts(document: Document) -> None:
    for choice in document.get("choices", ()):
        _split_content(choice.get("delta") or choice.get("message") or {})


def _thought_beside(document: Document) -> None:
    for choice in document.get("choices", ()):
        part = choice.get("delta") or choice.get("message")
        if part:
            part |= {
                "reasoning_content": "Keep the QUUX short.",
                "reasoning": "Keep the QUUX short.",
            }


def _blocks(document: Document) -> None:
    """Split the text of a whole answer into blocks, among unknown ones, in Anthropic's format."""
    if isinstance(content := document.get("content"), list):
        document["content"] = [
            part
            for block in content
            for part in (
                {"type": "redacted_thinking", "data": "QUUX"},
                {"type": "server_tool_use", "id": "s", "name": "web", "input": {}},
                *_halves(block),
            )
        ]


def _halves(block: Document) -> list[Document]:
    if block["type"] != "text":
        return [block]
    half = len(block["text"]) // 2
    return [block | {"text": block["text"][:half]}, block | {"text": block["text"][half:]}]


PARTS: Mapping[str, Fault] = {
    "content in parts": edit(_parts),
    "thought beside": edit(_thought_beside),
    "blocks": edit(_blocks),
}


def _no_stream(call: Call) -> Reply:
    """Refuse to stream."""
    if call.question.streamed:
        return json_reply(
            {"error": {"message": "Your organization must be verified to stream"}}, 400
        )
    return call.reply()


def _streamed(change: Callable[[bytes], tuple[bytes, ...]]) -> Fault:
    """Change the bytes of a streamed reply."""

    def fault(call: Call) -> Reply:
        reply = call.reply()
        if not call.question.streamed:
            return reply
        return evolve(reply, chunks=change(b"".join(reply.chunks)))

    return fault


def _only_sse(change: Callable[[bytes], tuple[bytes, ...]]) -> Fault:
    fault = _streamed(change)
    return lambda call: call.reply() if call.wire is OLLAMA else fault(call)


def _slices(body: bytes, size: int = 7) -> tuple[bytes, ...]:
    return tuple(body[at : at + size] for at in range(0, len(body), size))


def _whole_though_streamed(call: Call) -> Reply:
    """Answer in one piece though a stream was requested."""
    body = {**call.asked.body, "stream": False}
    script = call.wire.answer(call.right)
    return script(evolve(call.asked, body=body)) if callable(script) else script


STREAMS: Mapping[str, Fault] = {
    "CRLF": _streamed(lambda body: (body.replace(b"\n", b"\r\n"),)),
    "CR": _only_sse(lambda body: (body.replace(b"\n", b"\r"),)),
    "no space": _only_sse(lambda body: (body.replace(b"data: ", b"data:"),)),
    "comments": _only_sse(
        lambda body: (b": OPENROUTER PROCESSING\n\n", body.replace(b"\n\n", b"\n\n: ping\n\n"))
    ),
    "ids and retries": _only_sse(
        lambda body: (body.replace(b"data: ", b"id: 1\nretry: 5\ndata: "),)
    ),
    "byte order mark first": _only_sse(lambda body: (b"\xef\xbb\xbf" + body,)),
    "no DONE": _streamed(lambda body: (body.replace(b"data: [DONE]\n\n", b""),)),
    "text behind DONE": _only_sse(lambda body: (body, b"data: [DONE]\n\n")),
    "null events": _only_sse(lambda body: (b"data: null\n\n", b"data:\n\n", body)),
    "in slices": _streamed(_slices),
    "in one": _streamed(lambda body: (body,)),
    "blank lines": _only_sse(lambda body: (body.replace(b"\n", b"\n\n"),)),
    "no last newline": _streamed(lambda body: (body.rstrip(b"\n"),)),
    "whole though streamed": _whole_though_streamed,
    "cut before the end": _streamed(lambda body: (body[: len(body) * 3 // 4],)),
    "dropped in the middle": lambda call: evolve(
        call.reply(), chunks=(b"".join(call.reply().chunks)[:200],), ending=Ending.DROPPED
    ),
    "no stream": _no_stream,
}
