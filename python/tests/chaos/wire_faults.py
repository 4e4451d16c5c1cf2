"""Faults below the answer: endings, refused manners, odd streams, content in parts, failures."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from tests.chaos.forging import payload_of
from tests.chaos.server import ANTHROPIC, OLLAMA, OPENAI, Call, Fault
from tests.support.dialects import named_sse, ndjson, sse
from tests.support.loopback import Ending, Reply, json_reply

Document = dict[str, Any]


def _with_documents(call: Call, change: Callable[[list[Document]], list[Document]]) -> Reply:
    """Return the right reply with its JSON documents changed."""
    reply = call.reply()
    found = [json.loads(each[each.index(b"{") :]) for each in reply.chunks if b"{" in each]
    done = tuple(each for each in reply.chunks if b"{" not in each)
    changed = change(found)
    if not call.question.streamed:
        return evolve(reply, chunks=(json.dumps(changed[0]).encode(),))
    encode = {OPENAI.name: sse, ANTHROPIC.name: named_sse, OLLAMA.name: ndjson}[call.wire.name]
    return evolve(reply, chunks=(*encode(*changed), *done))


def _edited(change: Callable[[Document], object]) -> Fault:
    """Change each document of the right reply in place."""

    def fault(call: Call) -> Reply:
        def change_all(documents: list[Document]) -> list[Document]:
            for each in documents:
                change(each)
            return documents

        return _with_documents(call, change_all)

    return fault


def _ended_by(word: str) -> Fault:
    """End the answer with another word of a server."""

    def change(document: Document) -> None:
        for choice in document.get("choices", ()):
            if choice["finish_reason"] is not None:
                choice["finish_reason"] = word
        if document.get("stop_reason"):
            document["stop_reason"] = word
        if document.get("delta", {}).get("stop_reason"):
            document["delta"]["stop_reason"] = word
        if document.get("done"):
            document["done_reason"] = word

    return _edited(change)


_GOOD = ("eos", "EOS_TOKEN", "end_turn", "COMPLETE", "stop_sequence", "function_call", "tool_use")
_BAD = ("error", "insufficient_system_resource", "MALFORMED_FUNCTION_CALL", "unknown_error")
_REFUSING = ("content_filter", "content_filter: VIOLENCE", "SAFETY", "guardrail_intervened")
ENDINGS: Mapping[str, Fault] = {
    f"ended by {word}": _ended_by(word)
    for word in (*_GOOD, "pause_turn", *_BAD, *_REFUSING, "MAX_TOKENS")
}


def _refuses(message: str, *fields: str, status: int = 400) -> Fault:
    """Refuse each request that has one of ``fields``, and answer others."""

    def fault(call: Call) -> Reply:
        body = call.asked.body
        sent = {*body, *body.get("options", ())}
        if sent.isdisjoint(fields):
            return call.reply()
        error = {"message": message, "type": "invalid_request_error"}
        return json_reply({"type": "error", "error": error}, status)

    return fault


def _only_openai(fault: Fault) -> Fault:
    return lambda call: fault(call) if call.wire is OPENAI else call.reply()


_SCHEMA = ("response_format", "output_config", "format")
MANNERS: Mapping[str, Fault] = {
    "no temperature": _refuses(
        "Unsupported value: 'temperature' does not support 0.8.", "temperature"
    ),
    "no max_tokens": _only_openai(
        _refuses(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "max_tokens",
        )
    ),
    "no schema": _refuses("This response_format type is unavailable now", *_SCHEMA),
    "schema too large": _refuses("The compiled grammar is too large.", *_SCHEMA),
    "too many states": _refuses(
        "The specified schema produces a constraint that has too many states for serving.", *_SCHEMA
    ),
    "no tools": _refuses("m does not support tools", "tools"),
    "no tool parser": _refuses(
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "tools",
    ),
    "tools need jinja": _refuses("tools param requires --jinja flag", "tools", status=500),
    "no endpoint for tools": _refuses(
        "No endpoints found that support tool use.", "tools", status=404
    ),
    "tool schema too large": _refuses(
        "tools.0: The specified schema produces a constraint that has too many states.", "tools"
    ),
    "no tool choice": _refuses(
        "Thinking may not be enabled when tool_choice forces tool use.", "tool_choice"
    ),
    "no required choice": _refuses("tool_choice 'required' is not supported", "tool_choice"),
    "no thinking": _refuses('"m" does not support thinking', "think", "thinking"),
    "no reasoning effort": _refuses("Unknown parameter: reasoning_effort", "reasoning_effort"),
    "no stream options": _refuses("Unknown parameter: 'stream_options'", "stream_options"),
}


def _no_stream(call: Call) -> Reply:
    """Refuse to stream."""
    if call.question.streamed:
        return json_reply(
            {"error": {"message": "Your organization must be verified to stream"}}, 400
        )
    return call.reply()


def _calls_in(document: Document) -> list[Document]:
    """Return the parts of calls in a chunk of OpenAI's format."""
    found: list[Document] = []
    for choice in document.get("choices", ()):
        found += choice.get("delta", {}).get("tool_calls", ())
    return found


def _of_calls(change: Callable[[Document], object]) -> Fault:
    return _edited(lambda document: [change(each) for each in _calls_in(document)])


def _whole_in_first(call: Call) -> Reply:
    """Send the arguments of a streamed call in one chunk, with empty chunks behind."""

    def change(documents: list[Document]) -> list[Document]:
        parts = [each for document in documents for each in _calls_in(document)]
        for n, each in enumerate(parts):
            each["function"]["arguments"] = payload_of(call) if n == 0 else ""
        return documents

    return _with_documents(call, change)


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

    return _with_documents(call, change)


def _arguments_as_text(call: Call) -> Reply:
    """Send the arguments of a call as text, in Ollama's format."""

    def change(document: Document) -> None:
        message = document.get("message")
        for each in message.get("tool_calls", ()) if isinstance(message, dict) else ():
            each["function"]["arguments"] = json.dumps(each["function"]["arguments"])

    return _edited(change)(call)


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

    return _with_documents(call, change) if call.wire is OLLAMA else call.reply()


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
    "ended by stop": _ended_by("stop"),
    "null fields": _edited(_null_fields),
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
    "content in parts": _edited(_parts),
    "thought beside": _edited(_thought_beside),
    "blocks": _edited(_blocks),
}


def _failing(status: int, error: Any, **headers: str) -> Fault:
    return lambda call: json_reply({"type": "error", "error": error}, status, headers)


def _failed_inside(call: Call) -> Reply:
    """Report an overload in the middle of the answer."""
    reply = call.reply()
    half = reply.chunks[: max(1, len(reply.chunks) // 2)]
    error = {"type": "overloaded_error", "message": "Overloaded"}
    document = {"type": "error", "error": error}
    if not call.question.streamed:
        return json_reply(document)
    encode = {OPENAI.name: sse, ANTHROPIC.name: named_sse, OLLAMA.name: ndjson}[call.wire.name]
    return evolve(reply, chunks=(*half, *encode(document)))


def _limited_inside(call: Call) -> Reply:
    """Report a used-up rate in the middle of the answer."""
    reply = call.reply()
    document = {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}
    if not call.question.streamed:
        return json_reply(document)
    encode = {OPENAI.name: sse, ANTHROPIC.name: named_sse, OLLAMA.name: ndjson}[call.wire.name]
    return evolve(reply, chunks=(*reply.chunks[:-1], *encode(document)))


FAILURES: Mapping[str, Fault] = {
    "rate limited": _failing(429, {"message": "slow down"}, **{"retry-after": "0"}),
    "rate limited for long": _failing(429, {"message": "slow down"}, **{"retry-after": "4000"}),
    "rate limited in words": _failing(429, {"message": "Please try again in 20s."}),
    "no credit": _failing(429, {"message": "insufficient_quota", "code": "insufficient_quota"}),
    "payment required": _failing(402, {"message": "Insufficient Balance"}),
    "low credit": _failing(400, {"message": "Your credit balance is too low to access the API."}),
    "policy": _failing(400, {"message": "Your request was flagged by our content policy."}),
    "overloaded": _failing(529, {"message": "Overloaded", "type": "overloaded_error"}),
    "request too large": _failing(413, {"message": "Request too large"}),
    "context too long": _failing(400, {"message": "maximum context length is 8192 tokens"}),
    "no such model": _failing(404, {"message": "model not found"}),
    "wrong key": _failing(401, {"message": "invalid x-api-key"}),
    "failure inside": _failed_inside,
    "rate limit inside": _limited_inside,
}


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
