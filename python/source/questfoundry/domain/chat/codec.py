"""Convert messages, requests and responses to plain JSON, and compute the hash of a request.

Fields with their default value are omitted, so a field added later does not change the hash of an
old request. Fields that equality ignores, such as ``about``, are omitted, too. Keys are sorted, so
equal values give equal bytes.
"""

from collections.abc import Mapping
from typing import Any

from attrs import asdict, evolve, fields

from questfoundry.domain.chat.envelope import Envelope, ToolStatus, truncate_document
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Message, Role, ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.library.book import Excerpt


def message_to_dict(message: Message) -> dict[str, Any]:
    """Return ``message`` as a JSON object."""
    document = _non_default_fields(message)
    if message.tool_calls:
        document["tool_calls"] = [_call_to_dict(call) for call in message.tool_calls]
    if message.excerpts:
        document["excerpts"] = [asdict(excerpt) for excerpt in message.excerpts]
    return document


def message_from_dict(document: Mapping[str, Any]) -> Message:
    """Return the message that :func:`message_to_dict` converted to ``document``."""
    values = {
        **document,
        "role": Role(document["role"]),
        "tool_calls": _calls_from_dict(document),
        "excerpts": _excerpts_from_dict(document),
    }
    return Message(**values)


def request_to_dict(request: ChatRequest) -> dict[str, Any]:
    """Return ``request`` as a JSON object, without fields that have their default value."""
    document = _non_default_fields(request)
    # Stored excerpts are never sent to a model.
    document["messages"] = [
        message_to_dict(evolve(each, excerpts=()) if each.excerpts else each)
        for each in request.messages
    ]
    if request.tools:
        document["tools"] = [asdict(tool, recurse=False) for tool in request.tools]
    if request.stop:
        document["stop"] = list(request.stop)
    return document


def response_to_dict(response: ChatResponse) -> dict[str, Any]:
    """Return ``response`` as a JSON object."""
    document = asdict(response, recurse=False)
    document["usage"] = asdict(response.usage)
    document["tool_calls"] = [_call_to_dict(call) for call in response.tool_calls]
    if not response.tool_calls:
        del document["tool_calls"]
    return document


def response_from_dict(document: Mapping[str, Any]) -> ChatResponse:
    """Return the response that :func:`response_to_dict` converted to ``document``."""
    return ChatResponse(
        text=document["text"],
        tool_calls=_calls_from_dict(document),
        usage=Usage(**document["usage"]),
        finish_reason=FinishReason(document["finish_reason"]),
        model=document["model"],
    )


def envelope_to_dict(envelope: Envelope) -> dict[str, Any]:
    """Return ``envelope`` as a JSON object; values that JSON cannot represent become text."""
    document: dict[str, Any] = {
        "result": envelope.result.value,
        "body": truncate_document(envelope.body),
        "action": envelope.action,
    }
    if envelope.excerpts:
        document["excerpts"] = [asdict(excerpt) for excerpt in envelope.excerpts]
    if envelope.ends_turn:
        document["ends_turn"] = True
    return document


def envelope_from_dict(document: Mapping[str, Any]) -> Envelope:
    """Return the envelope that :func:`envelope_to_dict` converted to ``document``."""
    return Envelope(
        result=ToolStatus(document["result"]),
        body=document["body"],
        action=document["action"],
        excerpts=_excerpts_from_dict(document),
        ends_turn=document.get("ends_turn", False),
    )


_DEFAULTS = {
    kind: tuple((field.name, field.default) for field in fields(kind) if field.eq)
    for kind in (Message, ChatRequest, ToolCall)
}


def _non_default_fields(value: Message | ChatRequest | ToolCall) -> dict[str, Any]:
    """Return the fields that do not have their default value; ``attrs.asdict`` is too slow."""
    return {
        name: current
        for name, default in _DEFAULTS[type(value)]
        if (current := getattr(value, name)) is not default and current != default
    }


def _call_to_dict(call: ToolCall) -> dict[str, Any]:
    document = _non_default_fields(call)
    document["arguments"] = dict(call.arguments)
    if not call.extra:
        del document["extra"]
    return document


def _calls_from_dict(document: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(**call) for call in document.get("tool_calls", ()))


def _excerpts_from_dict(document: Mapping[str, Any]) -> tuple[Excerpt, ...]:
    return tuple(Excerpt(**excerpt) for excerpt in document.get("excerpts", ()))
