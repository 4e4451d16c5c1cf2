"""Build requests for the chat completions API as JSON, and read its answers."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Message, Role, ToolCall
from questfoundry.domain.chat.pairing import pair_tool_calls
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.traits import Capabilities, WantedBack
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.offer import RequestTools, build_offer
from questfoundry.infra.llm.sdk.strict_schema import OPENAI, build_strict_schema

OPENAI_URL = "https://api.openai.com/v1"

_ROLES = {
    Role.SYSTEM: "system",
    Role.USER: "user",
    Role.ASSISTANT: "assistant",
    Role.TOOL_RESULT: "tool",
}
_MESSAGE_EXTRAS = {WantedBack.REASONING_CONTENT, WantedBack.REASONING_DETAILS}
# The signature that Gemini accepts for calls made by another model or by our own code.
_MISSING_SIGNATURE = {"google": {"thought_signature": "skip_thought_signature_validator"}}
_REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.REFUSED,
}


def request_body(request: ChatRequest, model: str, capabilities: Capabilities) -> dict[str, Any]:
    """Return ``request`` as JSON for ``model``, without parameters that the model would refuse."""
    offered = build_offer(
        request, has_tools=capabilities.tools, can_force=capabilities.forced_tool_choice
    )
    messages = pair_tool_calls(request.messages, keep_calls=bool(offered.tools))
    body: dict[str, Any] = {
        "model": model,
        "messages": [_build_message(each, capabilities.wants_back) for each in messages],
    }
    if offered.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in offered.tools
        ]
        body["tool_choice"] = _build_tool_choice(offered)
    if request.response_schema is not None and capabilities.json_schema:
        body["response_format"] = _build_response_format(request.response_schema)
    if request.temperature is not None and capabilities.temperature:
        body["temperature"] = request.temperature
    if request.max_tokens is not None:
        body[_select_limit_name(capabilities)] = request.max_tokens
    if request.seed is not None:
        body["seed"] = request.seed
    if request.stop:
        body["stop"] = list(request.stop)
    if request.thinking is False and capabilities.thinking:
        body["reasoning_effort"] = "low"
    return body


def read_document(
    answer: WireAnswer, document: Mapping[str, Any], wants_back: WantedBack | None = None
) -> str:
    """Add ``document``, a whole answer or one chunk of a stream, to ``answer``.

    Return the text in ``document``. ``wants_back`` names an extra field of answers that the server
    wants to receive again in later requests.
    """
    answer.model = document.get("model") or answer.model
    if isinstance(usage := document.get("usage"), Mapping):
        answer.usage = _parse_usage(usage)
    if not document.get("choices"):
        return ""
    choice = document["choices"][0]
    message = choice.get("message") or choice.get("delta") or {}
    if wants_back in _MESSAGE_EXTRAS and (beside := message.get(wants_back)):
        before = answer.extra.get(wants_back)
        answer.extra[wants_back] = beside if before is None else before + beside
    for position, call in enumerate(message.get("tool_calls") or ()):
        function = call.get("function", {})
        answer.add_tool_call(
            call.get("index", position if "message" in choice else 0),
            id=call.get("id") or "",
            name=function.get("name") or "",
            arguments=function.get("arguments") or "",
            extra=_get_call_extra(call, wants_back),
        )
    if reason := choice.get("finish_reason"):
        answer.finish_reason = _REASONS.get(reason)
    answer.count_thought(message.get("reasoning_content") or message.get("reasoning"))
    refusal = message.get("refusal") or ""
    answer.is_refused = answer.is_refused or bool(refusal)
    return answer.add_text((message.get("content") or "") + refusal)


def _get_call_extra(
    call: Mapping[str, Any], wants_back: WantedBack | None
) -> dict[str, Any] | None:
    if wants_back is not WantedBack.EXTRA_CONTENT or wants_back not in call:
        return None
    return {wants_back.value: call[wants_back]}


def _build_message(message: Message, wants_back: WantedBack | None) -> dict[str, Any]:
    document: dict[str, Any] = {"role": _ROLES[message.role], "content": message.content}
    if message.role is Role.TOOL_RESULT:
        document["tool_call_id"] = message.call_id
    if message.tool_calls:
        document["content"] = message.content or None
        document["tool_calls"] = [_build_call(call) for call in message.tool_calls]
        _add_extras(document, message.tool_calls, wants_back)
    return document


def _add_extras(
    document: dict[str, Any], calls: Sequence[ToolCall], wants_back: WantedBack | None
) -> None:
    if wants_back is WantedBack.EXTRA_CONTENT:
        for call, sent in zip(calls, document["tool_calls"], strict=True):
            if wants_back in call.extra:
                sent[wants_back] = call.extra[wants_back]
        document["tool_calls"][0].setdefault(wants_back, _MISSING_SIGNATURE)
    elif wants_back is WantedBack.REASONING_CONTENT:
        document[wants_back] = calls[0].extra.get(wants_back, "")
    elif wants_back is not None and wants_back in calls[0].extra:
        document[wants_back] = calls[0].extra[wants_back]


def _build_call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }


def _build_tool_choice(offered: RequestTools) -> str | dict[str, Any]:
    if offered.is_named:
        return {"type": "function", "function": {"name": offered.choice}}
    return offered.choice


def _build_response_format(schema: Schema) -> dict[str, Any]:
    fitted = build_strict_schema(schema, OPENAI)
    form = {"name": "answer", "strict": fitted is not None, "schema": fitted or schema}
    return {"type": "json_schema", "json_schema": form}


def _select_limit_name(capabilities: Capabilities) -> str:
    # Reasoning models reject max_tokens; older compatible servers know no other name.
    return "max_completion_tokens" if capabilities.can_reason else "max_tokens"


def _parse_usage(usage: Mapping[str, Any]) -> Usage:
    details = usage.get("prompt_tokens_details")
    return Usage(
        input_tokens=usage.get("prompt_tokens"),
        output_tokens=usage.get("completion_tokens"),
        cached_tokens=details.get("cached_tokens") if isinstance(details, Mapping) else 0,
    )
