"""Define the chat provider that calls Anthropic's Messages API, and the API's JSON format."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import anthropic
from anthropic import AsyncAnthropic, AsyncStream, DefaultAioHttpClient, DefaultAsyncHttpxClient

from questfoundry.domain.chat.exchange import AUTO, REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import Message, Role, pair_tool_calls
from questfoundry.domain.chat.usage import Usage, to_token_count
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.traits import Capabilities
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.json_schema import (
    ANTHROPIC,
    RequestTools,
    build_offer,
    build_parameters,
    build_strict_schema,
)
from questfoundry.infra.llm.sdk.sdk_caller import (
    CONNECT_TIMEOUT,
    IDENTITY_ENCODING,
    build_http_options,
    uses_socks,
)
from questfoundry.infra.llm.sdk.sdk_provider import TwoTransports, TwoTransportsProvider


class AnthropicChatProvider(TwoTransportsProvider):
    """A chat provider for one model of the Messages API.

    Requests are plain JSON, because the SDK's typed method rejects the parameter ``temperature``,
    which older models accept.
    """

    path = "/v1/messages"
    stream_class = AsyncStream[object]

    def _connect(self) -> TwoTransports[AsyncAnthropic]:
        options = build_http_options(self._service.url)
        over_httpx = DefaultAsyncHttpxClient(**options)
        whole = AsyncAnthropic(
            api_key=self._service.require_key(),
            base_url=self._service.url,
            max_retries=0,
            timeout=anthropic.Timeout(None, connect=CONNECT_TIMEOUT),
            http_client=over_httpx if uses_socks(options) else DefaultAioHttpClient(**options),
            default_headers=dict(IDENTITY_ENCODING),
        )
        return TwoTransports(whole, whole.with_options(http_client=over_httpx))

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        # Proxies leave out types, so the fields decide.
        match document.get("type") or ("message" if "content" in document else None):
            case "message":
                _read_header(answer, document)
                answer.ending = document.get("stop_reason") or ""
                blocks = enumerate(document["content"])
                return "".join(_read_block(answer, index, block) for index, block in blocks)
            case "message_start":
                _read_header(answer, document["message"])
            case "content_block_start":
                return _read_block(answer, document["index"], document["content_block"])
            case "content_block_delta":
                return _read_delta(answer, document["index"], document["delta"])
            case "message_delta":
                answer.usage = _merge_usage(document.get("usage"), answer.usage)
                answer.ending = document["delta"].get("stop_reason") or answer.ending
            case "message_stop":
                answer.ending = answer.ending or ""
        return ""

    def _translate(self, exc: Exception) -> LLMError | None:
        service = self._service
        match exc:
            case anthropic.APIStatusError():
                if exc.status_code < anthropic.BadRequestError.status_code:
                    return service.body_error(exc.body)
                return service.status_error(exc.status_code, exc.body, exc.response.headers)
            # Our own time limits end first, so a timeout of the SDK is a broken connection.
            case anthropic.APIConnectionError():
                return service.connection_error(exc.__cause__ or exc)
            case _:
                return None


_DEFAULT_LIMIT = 4096
_HIGHEST_TEMPERATURE = 1.0
# The API requires a user message first, but a shortened history may begin with the model's.
_OPENING = "…"


def request_body(request: ChatRequest, model: str, capabilities: Capabilities) -> dict[str, Any]:
    """Return ``request`` as JSON for ``model``, without parameters that the model would refuse.

    The API has no parameter for a seed. Thinking is requested only if the request has no tools:
    with tools, the API wants the model's earlier thoughts back, and stored conversations lack them.
    """
    offered = build_offer(
        request, has_tools=capabilities.tools, can_force=capabilities.forced_tool_choice
    )
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": request.max_tokens or capabilities.max_output_tokens or _DEFAULT_LIMIT,
        "messages": _build_messages(
            pair_tool_calls(request.messages, keep_calls=bool(offered.tools))
        ),
    }
    words = [each.content for each in request.messages if each.role is Role.SYSTEM]
    if any(words):
        body["system"] = "\n\n".join(filter(None, words))
    if offered.tools:
        body["tools"] = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": build_parameters(tool, full=capabilities.full_schemas),
            }
            for tool in offered.tools
        ]
        if capabilities.forced_tool_choice or offered.choice != AUTO:
            body["tool_choice"] = _build_tool_choice(offered)
    elif request.thinking and capabilities.thinking:
        body["thinking"] = {"type": "adaptive"}
    if request.response_schema is not None and capabilities.json_schema:
        schema = build_strict_schema(request.response_schema, ANTHROPIC) or request.response_schema
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    if request.temperature is not None and capabilities.temperature:
        body["temperature"] = min(request.temperature, _HIGHEST_TEMPERATURE)
    if request.stop:
        body["stop_sequences"] = list(request.stop)
    return body


def _build_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Return the messages, except system messages, as alternating user and assistant turns.

    If a reply contains several tool calls, their results share one user turn.
    """
    spoken = [message for message in messages if message.role is not Role.SYSTEM]
    turns = [
        {"role": role, "content": [block for message in group for block in _build_blocks(message)]}
        for role, group in groupby(spoken, key=_role)
    ]
    turns = [turn for turn in turns if turn["content"]]
    if not turns or turns[0]["role"] != "user":
        turns.insert(0, {"role": "user", "content": [{"type": "text", "text": _OPENING}]})
    return turns


def _role(message: Message) -> str:
    return "assistant" if message.role is Role.ASSISTANT else "user"


def _build_blocks(message: Message) -> list[dict[str, Any]]:
    if message.role is Role.TOOL_RESULT:
        block = {"type": "tool_result", "tool_use_id": message.call_id, "content": message.content}
        return [block | {"is_error": True} if message.is_error else block]
    text = [{"type": "text", "text": message.content}] if message.content.strip() else []
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}
        for call in message.tool_calls
    ]
    return text + calls


def _build_tool_choice(offered: RequestTools) -> dict[str, Any]:
    if offered.is_named:
        return {"type": "tool", "name": offered.choice}
    return {"type": "any" if offered.choice == REQUIRED else offered.choice}


def _read_header(answer: WireAnswer, message: Mapping[str, Any]) -> None:
    answer.model = message.get("model") or answer.model
    answer.usage = _merge_usage(message.get("usage"), answer.usage)


def _read_block(answer: WireAnswer, index: int, block: Mapping[str, Any]) -> str:
    match block.get("type") or ("tool_use" if "input" in block else "text"):
        case "text":
            return answer.add_text(block.get("text") or "")
        case "tool_use":
            # A streamed call begins with an empty or missing input; its text follows in deltas.
            given = block.get("input") or ""
            answer.add_tool_call(index, id=block["id"], name=block["name"], arguments=given)
    return ""


def _read_delta(answer: WireAnswer, index: int, delta: Mapping[str, Any]) -> str:
    match delta["type"]:
        case "text_delta":
            return answer.add_text(delta.get("text") or "")
        case "input_json_delta":
            answer.add_tool_call(index, arguments=delta["partial_json"])
        case "thinking_delta":
            answer.count_thought(delta.get("thinking"))
    return ""


def _merge_usage(usage: Any, before: Usage) -> Usage:
    """Return the token counts in ``usage``, completed by the token counts in ``before``.

    The API does not count cached tokens as ``input_tokens``, but the returned ``Usage`` does.
    """
    if not isinstance(usage, Mapping):
        return before
    given = {name: to_token_count(count) for name, count in usage.items() if count is not None}
    read = before.input_tokens
    cached = given.get("cache_read_input_tokens", before.cached_tokens)
    if "input_tokens" in given:
        read = given["input_tokens"] + cached + given.get("cache_creation_input_tokens", 0)
    return Usage(
        input_tokens=read,
        cached_tokens=cached,
        output_tokens=given.get("output_tokens", before.output_tokens),
    )
