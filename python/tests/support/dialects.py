"""The server side of the three wire formats: replies, and rules about tool calls and results.

Written from the providers' documentation, independent of the tested adapters.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from tests.support.loopback import Reply, Script, json_reply

_SSE = {"content-type": "text/event-stream"}
_NDJSON = {"content-type": "application/x-ndjson"}


def sse(*documents: Any, done: bool = False) -> tuple[bytes, ...]:
    lines = [f"data: {json.dumps(document)}\n\n".encode() for document in documents]
    return (*lines, b"data: [DONE]\n\n") if done else tuple(lines)


def named_sse(*events: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events)


def ndjson(*documents: Any) -> tuple[bytes, ...]:
    return tuple(json.dumps(document).encode() + b"\n" for document in documents)


def pieces_of(text: str) -> list[str]:
    """Split a text as a stream does: word by word, each with the space after it."""
    return re.findall(r"\S+\s*|\s+", text)


def _answering(
    headers: Mapping[str, str],
    chunks: Callable[[ChatResponse], tuple[bytes, ...]],
    whole: Callable[[ChatResponse], dict[str, Any]],
) -> Callable[[ChatResponse], Script]:
    """Return a function that scripts an answer, streamed if the request asks for a stream."""

    def answer(response: ChatResponse) -> Script:
        return lambda asked: (
            Reply(headers=headers, chunks=chunks(response))
            if asked.body.get("stream")
            else json_reply(whole(response))
        )

    return answer


def _find_unpaired(body: Any, of_result: str, of_call: Callable[[Any], str]) -> str | None:
    """Return why the results in a request do not follow their calls, or ``None``."""
    waiting: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            if message[of_result] not in waiting:
                return "a tool result must follow its call"
            waiting.remove(message[of_result])
            continue
        if waiting:
            return "a tool call must be followed by its result"
        waiting = [of_call(call) for call in message.get("tool_calls", ())]
    return "tool calls without an answer" if waiting else None


# OpenAI


def openai_whole(response: ChatResponse) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": response.text or None}
    if response.finish_reason is FinishReason.REFUSED:
        message |= {"content": None, "refusal": response.text}
    if response.tool_calls:
        message["tool_calls"] = [_openai_call(call) for call in response.tool_calls]
    choice = {"index": 0, "message": message, "finish_reason": _openai_reason(response)}
    return {"model": response.model, "choices": [choice], "usage": _openai_usage(response)}


def openai_chunks(response: ChatResponse) -> list[dict[str, Any]]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {"model": response.model, "choices": [choice]}

    field = "refusal" if response.finish_reason is FinishReason.REFUSED else "content"
    chunks = [chunk({"role": "assistant", "content": ""})]
    chunks += [chunk({field: piece}) for piece in pieces_of(response.text)]
    for index, call in enumerate(response.tool_calls):
        whole = _openai_call(call)
        start = whole | {"index": index, "function": {"name": call.name, "arguments": ""}}
        chunks.append(chunk({"tool_calls": [start]}))
        chunks += [
            chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
            for piece in pieces_of(whole["function"]["arguments"])
        ]
    chunks.append(chunk({}, _openai_reason(response)))
    usage = {"model": response.model, "choices": [], "usage": _openai_usage(response)}
    return [*chunks, usage]


def _openai_call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(call.arguments) if call.malformed is None else call.malformed
    function = {"name": call.name, "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def _openai_reason(response: ChatResponse) -> str:
    refused = response.finish_reason is FinishReason.REFUSED
    return "content_filter" if refused else response.finish_reason.value


def _openai_usage(response: ChatResponse) -> dict[str, Any]:
    return {
        "prompt_tokens": response.usage.input_tokens,
        "completion_tokens": response.usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": response.usage.cached_tokens},
    }


def openai_rules(body: Any) -> str | None:
    """Return why OpenAI would refuse these messages, or ``None``."""
    return _find_unpaired(body, "tool_call_id", lambda call: call["id"])


openai_answer = _answering(
    _SSE, lambda response: sse(*openai_chunks(response), done=True), openai_whole
)

# Anthropic


def _arguments_of(call: ToolCall) -> Any:
    """Return the arguments; servers of other companies send text that they cannot parse."""
    return dict(call.arguments) if call.malformed is None else call.malformed


def _text_of(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


_ANTHROPIC_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
    FinishReason.REFUSED: "refusal",
}


def anthropic_whole(response: ChatResponse) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "thinking", "thinking": "hm", "signature": "s"}]
    if response.text:
        content.append({"type": "text", "text": response.text})
    content += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _arguments_of(call)}
        for call in response.tool_calls
    ]
    return {
        "type": "message",
        "role": "assistant",
        "model": response.model,
        "content": content,
        "stop_reason": _ANTHROPIC_REASONS[response.finish_reason],
        "usage": _anthropic_usage(response),
    }


def anthropic_events(response: ChatResponse) -> list[dict[str, Any]]:
    whole = anthropic_whole(response)
    usage = whole["usage"] | {"output_tokens": 1}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": whole | {"content": [], "usage": usage}},
        {"type": "ping"},
    ]
    for index, block in enumerate(whole["content"]):
        match block["type"]:
            case "text":
                start = block | {"text": ""}
                deltas = [{"type": "text_delta", "text": t} for t in pieces_of(block["text"])]
            case "tool_use":
                start = block | {"input": {}}
                deltas = [
                    {"type": "input_json_delta", "partial_json": t}
                    for t in pieces_of(_text_of(block["input"]))
                ]
            case _:
                start = block | {"thinking": ""}
                deltas = [{"type": "thinking_delta", "thinking": block["thinking"]}]
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    final = {"output_tokens": response.usage.output_tokens}
    delta = {"stop_reason": whole["stop_reason"]}
    events.append({"type": "message_delta", "delta": delta, "usage": final})
    return [*events, {"type": "message_stop"}]


def _anthropic_usage(response: ChatResponse) -> dict[str, Any]:
    return {
        "input_tokens": response.usage.input_tokens - response.usage.cached_tokens,
        "cache_read_input_tokens": response.usage.cached_tokens,
        "output_tokens": response.usage.output_tokens,
    }


def anthropic_rules(body: Any) -> str | None:
    """Return why Anthropic would refuse these messages, or ``None``."""
    waiting: list[str] = []
    seen: set[str] = set()
    turns = body["messages"]
    if not turns or turns[0]["role"] != "user":
        return "the first message must be the user's"
    for turn in turns:
        results = [b["tool_use_id"] for b in turn["content"] if b["type"] == "tool_result"]
        uses = [b["id"] for b in turn["content"] if b["type"] == "tool_use"]
        if sorted(results) != sorted(waiting):
            return f"tool_use {waiting} must be answered at once, found {results}"
        if any(b["type"] == "tool_result" for b in turn["content"][len(results) :]):
            return "tool_result blocks must come first"
        if any(not re.fullmatch("[a-zA-Z0-9_-]+", name) for name in uses):
            return "tool_use ids are letters, digits, _ and -"
        if seen & set(uses) or len(set(uses)) < len(uses):
            return "tool_use ids must be unique"
        if not turn["content"] or any(b.get("text", "x").strip() == "" for b in turn["content"]):
            return "text content blocks must be non-empty"
        if (uses or results) and not body.get("tools"):
            return "tool blocks need tools"
        seen |= set(uses)
        waiting = uses
    return "tool_use without tool_result" if waiting else None


anthropic_answer = _answering(
    _SSE, lambda response: named_sse(*anthropic_events(response)), anthropic_whole
)

# Ollama


def ollama_whole(response: ChatResponse) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": response.text, "thinking": "hm"}
    if response.tool_calls:
        message["tool_calls"] = [
            {"function": {"name": call.name, "arguments": _arguments_of(call)}}
            for call in response.tool_calls
        ]
    length = response.finish_reason is FinishReason.LENGTH
    return {
        "model": response.model,
        "message": message,
        "done": True,
        "done_reason": "length" if length else "stop",
        "prompt_eval_count": response.usage.input_tokens,
        "eval_count": response.usage.output_tokens,
    }


def ollama_lines(response: ChatResponse) -> list[dict[str, Any]]:
    whole = ollama_whole(response)
    model, calls = response.model, whole["message"].pop("tool_calls", None)

    def line(**message: Any) -> dict[str, Any]:
        return {"model": model, "message": {"role": "assistant", **message}, "done": False}

    lines = [line(content="", thinking="hm")]
    lines += [line(content=piece) for piece in pieces_of(response.text)]
    lines += [line(content="", tool_calls=[call]) for call in calls or ()]
    return [*lines, whole | {"message": {"role": "assistant", "content": ""}}]


def ollama_rules(body: Any) -> str | None:
    """Return why a tool result without its call would confuse an Ollama model, or ``None``."""
    return _find_unpaired(body, "tool_name", lambda call: call["function"]["name"])


ollama_answer = _answering(_NDJSON, lambda response: ndjson(*ollama_lines(response)), ollama_whole)
