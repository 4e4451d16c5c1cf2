"""Plain JSON for messages, requests and responses, and the hash of a request.

Defaults are left out, so a field added later does not change the hash of an old
request; keys keep one order, so equal values give equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat.exchange import AUTO, ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.chat.usage import Usage


def message_to_dict(message: Message) -> dict[str, Any]:
    """A message as a JSON object."""
    document: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        document["tool_calls"] = [_call_to_dict(call) for call in message.tool_calls]
    if message.call_id is not None:
        document["call_id"] = message.call_id
    if message.tool_name is not None:
        document["tool_name"] = message.tool_name
    if message.is_error:
        document["is_error"] = True
    return document


def message_from_dict(document: Mapping[str, Any]) -> Message:
    """The inverse of :func:`message_to_dict`."""
    return Message(
        role=Role(document["role"]),
        content=document["content"],
        tool_calls=tuple(_call_from_dict(call) for call in document.get("tool_calls", ())),
        call_id=document.get("call_id"),
        tool_name=document.get("tool_name"),
        is_error=document.get("is_error", False),
    )


def request_to_dict(request: ChatRequest) -> dict[str, Any]:
    """A request as a JSON object, without what is left at its default."""
    document: dict[str, Any] = {
        "messages": [message_to_dict(message) for message in request.messages]
    }
    if request.tools:
        document["tools"] = [_definition_to_dict(tool) for tool in request.tools]
    if request.tool_choice != AUTO:
        document["tool_choice"] = request.tool_choice
    if request.response_schema is not None:
        document["response_schema"] = request.response_schema
    if request.stop:
        document["stop"] = list(request.stop)
    for name in ("temperature", "max_tokens", "seed", "thinking"):
        value = getattr(request, name)
        if value is not None:
            document[name] = value
    return document


def response_to_dict(response: ChatResponse) -> dict[str, Any]:
    """A response as a JSON object."""
    usage = response.usage
    document: dict[str, Any] = {
        "text": response.text,
        "finish_reason": response.finish_reason.value,
        "model": response.model,
        "usage": {
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cached_tokens": usage.cached_tokens,
            "calls": usage.calls,
        },
    }
    if response.tool_calls:
        document["tool_calls"] = [_call_to_dict(call) for call in response.tool_calls]
    return document


def response_from_dict(document: Mapping[str, Any]) -> ChatResponse:
    """The inverse of :func:`response_to_dict`."""
    return ChatResponse(
        text=document["text"],
        tool_calls=tuple(_call_from_dict(call) for call in document.get("tool_calls", ())),
        usage=Usage(**document["usage"]),
        finish_reason=FinishReason(document["finish_reason"]),
        model=document["model"],
    )


def canonical(document: Mapping[str, Any]) -> str:
    """JSON text in which equal values have equal bytes."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _call_to_dict(call: ToolCall) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": call.id,
        "name": call.name,
        "arguments": dict(call.arguments),
    }
    if call.malformed is not None:
        document["malformed"] = call.malformed
    if call.extra:
        document["extra"] = dict(call.extra)
    return document


def _call_from_dict(document: Mapping[str, Any]) -> ToolCall:
    return ToolCall(
        id=document["id"],
        name=document["name"],
        arguments=document["arguments"],
        malformed=document.get("malformed"),
        extra=document.get("extra", {}),
    )


def _definition_to_dict(tool: ToolDefinition) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
