"""Estimate token counts.

Exact counts need the tokeniser tables of each model, which would have to be downloaded. A quarter
of the number of UTF-8 bytes is within a third of the true count for prose and JSON in any script.
That is enough to keep a budget or to warn before a call.
"""

import json
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.usage import Usage

BYTES_PER_TOKEN = 4
LARGEST_CALL = 10**9
"""Largest plausible token count of a call; a provider's larger count is ignored as an error."""
TOKENS_PER_MESSAGE = 4
"""Tokens of the role markers around a message."""


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens of ``text``; 0 for the empty string."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -(-size // BYTES_PER_TOKEN)


def estimate_message_tokens(message: Message) -> int:
    """Return the estimated number of tokens of ``message``, including the message's tool calls."""
    calls = sum(
        estimate_tokens(call.name) + _json_tokens(call.arguments) for call in message.tool_calls
    )
    return TOKENS_PER_MESSAGE + estimate_tokens(message.content) + calls


def estimate_request_tokens(request: ChatRequest) -> int:
    """Return the estimated input tokens of ``request``: messages, tools and response schema."""
    tokens = sum(estimate_message_tokens(message) for message in request.messages)
    for tool in request.tools:
        tokens += estimate_tokens(tool.name) + estimate_tokens(tool.description)
        tokens += _json_tokens(tool.parameters)
    if request.response_schema is not None:
        tokens += _json_tokens(request.response_schema)
    return tokens


def complete_usage(request: ChatRequest, response: ChatResponse, thinking_tokens: int = 0) -> Usage:
    """Return the usage of a call, with estimates for the counts that were not reported."""
    reported = response.usage
    if not reported.calls:
        return reported
    estimated_output = (
        thinking_tokens
        + estimate_tokens(response.text)
        + sum(
            estimate_tokens(call.name) + estimate_tokens(call.malformed or _json(call.arguments))
            for call in response.tool_calls
        )
    )
    read, wrote = (
        count if count <= LARGEST_CALL else 0
        for count in (reported.input_tokens, reported.output_tokens)
    )
    whole = evolve(
        reported,
        input_tokens=read or estimate_request_tokens(request),
        output_tokens=wrote or estimated_output,
    )
    return whole if whole == reported else evolve(whole, estimated=True)


def _json_tokens(document: Mapping[str, Any]) -> int:
    return estimate_tokens(_json(document))


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, default=dict)
