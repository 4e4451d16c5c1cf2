"""Faults of a server beside the answer: other endings, refused manners, failures, limits."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from tests.chaos.forging import Document, edit, encode
from tests.chaos.server import OPENAI, Call, Fault
from tests.support.loopback import Reply, json_reply


def end_by(word: str) -> Fault:
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

    return edit(change)


_GOOD = ("eos", "EOS_TOKEN", "end_turn", "COMPLETE", "stop_sequence", "function_call", "tool_use")
_BAD = ("error", "insufficient_system_resource", "MALFORMED_FUNCTION_CALL", "unknown_error")
_REFUSING = ("content_filter", "content_filter: VIOLENCE", "SAFETY", "guardrail_intervened")
ENDINGS: Mapping[str, Fault] = {
    f"ended by {word}": end_by(word)
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
    return evolve(reply, chunks=(*half, *encode(call, document)))


def _limited_inside(call: Call) -> Reply:
    """Report a used-up rate in the middle of the answer."""
    reply = call.reply()
    document = {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}
    if not call.question.streamed:
        return json_reply(document)
    return evolve(reply, chunks=(*reply.chunks[:-1], *encode(call, document)))


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
