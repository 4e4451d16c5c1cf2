"""Define the provider of chats for OpenAI and servers with a compatible API."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import httpx2
import openai
from attrs import evolve
from openai import AsyncOpenAI, AsyncStream, DefaultAioHttpClient, DefaultAsyncHttpxClient, Omit

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.chat.exchange import AUTO, ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, Role, ToolCall, pair_tool_calls
from questfoundry.domain.chat.usage import Usage, to_token_count
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.traits import Capabilities, WantedBack
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.json_schema import (
    OPENAI,
    ROLES,
    RequestTools,
    build_offer,
    build_parameters,
    build_strict_schema,
    drop_added_nulls,
    function_tool,
)
from questfoundry.infra.llm.sdk.sdk_caller import (
    CONNECT_TIMEOUT,
    IDENTITY_ENCODING,
    build_http_options,
    uses_socks,
)
from questfoundry.infra.llm.sdk.sdk_provider import TwoTransports, TwoTransportsProvider
from questfoundry.infra.llm.sdk.service import OPENAI_URL, Service


class OpenAIChatProvider(TwoTransportsProvider):
    """A chat provider for one model of a chat completions API."""

    path = "/chat/completions"
    stream_class = AsyncStream[object]
    stream_options = MappingProxyType({"stream": True, "stream_options": {"include_usage": True}})

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` once and return the response.

        If the request has a response schema, ``on_text`` receives the whole text at once. The
        strict schema makes the model write extra nulls, which can only be removed from complete
        JSON.
        """
        schema = request.response_schema
        if schema is None:
            return await super().complete(request, on_text)
        response = await super().complete(request)
        response = evolve(response, text=drop_added_nulls(response.text, schema))
        if on_text is not None and response.text:
            on_text(response.text)
        return response

    def _connect(self) -> TwoTransports[AsyncOpenAI]:
        options = build_http_options(self._service.url)
        over_httpx = DefaultAsyncHttpxClient(**options)
        http_client = over_httpx if uses_socks(options) else DefaultAioHttpClient(**options)
        whole = build_openai_client(self._service, http_client)
        return TwoTransports(whole, whole.with_options(http_client=over_httpx))

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        return read_document(answer, document, self.traits.capabilities.wants_back)

    def _find_error(self, document: Mapping[str, Any]) -> Any:
        choices: Sequence[Mapping[str, Any]] = document.get("choices") or ({},)
        return super()._find_error(document) or choices[0].get("error")

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_openai_error(exc, self._service)


def build_openai_client(service: Service, http_client: httpx2.AsyncClient) -> AsyncOpenAI:
    """Return the SDK's client for ``service``.

    The SDK reads OpenAI account headers from environment variables. They are sent only to OpenAI's
    own URL.
    """
    key = service.require_key()
    # Environment variables would override the constructor's arguments, so set the headers here.
    headers: dict[str, str | Omit] = {"Authorization": f"Bearer {key}", **IDENTITY_ENCODING}
    if service.url != OPENAI_URL:
        headers |= {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}
    return AsyncOpenAI(
        api_key=key,
        base_url=service.url,
        max_retries=0,
        timeout=openai.Timeout(None, connect=CONNECT_TIMEOUT),
        http_client=http_client,
        default_headers=cast("dict[str, str]", headers),
    )


def translate_openai_error(exc: Exception, service: Service) -> LLMError | None:
    """Return our own error for an exception of the OpenAI SDK, or ``None`` for other exceptions."""
    match exc:
        case openai.APIStatusError():
            return service.status_error(exc.status_code, exc.body, exc.response.headers)
        # Our own time limits end first, so a timeout of the SDK is a broken connection.
        case openai.APIConnectionError():
            return service.connection_error(exc.__cause__ or exc)
        case openai.APIError():
            return service.body_error(exc.body or exc.message)
        case _:
            return None


_MESSAGE_EXTRAS = {WantedBack.REASONING_CONTENT, WantedBack.REASONING_DETAILS}
# The signature that Gemini accepts for calls made by another model or by our own code.
_MISSING_SIGNATURE = {"google": {"thought_signature": "skip_thought_signature_validator"}}


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
        full = capabilities.full_schemas
        body["tools"] = [
            function_tool(tool, build_parameters(tool, full=full)) for tool in offered.tools
        ]
        if capabilities.forced_tool_choice or offered.choice != AUTO:
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
    answer: WireAnswer, document: Mapping[str, Any], wants_back: WantedBack | None
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
    is_whole = "message" in choice
    message = choice.get("message") or choice.get("delta") or {}
    if wants_back in _MESSAGE_EXTRAS and (beside := message.get(wants_back)):
        before = answer.extra.get(wants_back)
        answer.extra[wants_back] = beside if before is None else before + beside
    for position, call in enumerate(message.get("tool_calls") or ()):
        function = call.get("function") or {}
        index = call.get("index")
        answer.add_tool_call(
            position if is_whole or index is None else index,
            id=call.get("id") or "",
            name=function.get("name") or "",
            arguments=function.get("arguments") or "",
            extra=_get_call_extra(call, wants_back),
        )
    if (ending := choice.get("finish_reason")) or is_whole:
        answer.ending = str(ending or "")
    answer.count_thought(message.get("reasoning_content") or message.get("reasoning"))
    refusal = message.get("refusal") or ""
    answer.is_refused = answer.is_refused or bool(refusal)
    return answer.add_text(read_content(answer, message.get("content")) + refusal)


def read_content(answer: WireAnswer, content: object) -> str:
    """Return the text of ``content``, a text or a list of parts; count the parts with thoughts."""
    match content:
        case str():
            return content
        case list():
            return "".join(read_content(answer, part) for part in content)
        case (
            {"thinking": thoughts}
            | {"reasoning": thoughts}
            | {
                "type": "thinking" | "reasoning" | "reasoning_text" | "summary_text",
                "text": thoughts,
            }
        ):
            answer.count_thought(read_content(WireAnswer(), thoughts))
            return ""
        case {"text": text}:
            return read_content(answer, text)
        case _:
            return ""


def _get_call_extra(
    call: Mapping[str, Any], wants_back: WantedBack | None
) -> dict[str, Any] | None:
    if wants_back is not WantedBack.EXTRA_CONTENT or wants_back not in call:
        return None
    return {wants_back.value: call[wants_back]}


def _build_message(message: Message, wants_back: WantedBack | None) -> dict[str, Any]:
    document: dict[str, Any] = {"role": ROLES[message.role], "content": message.content}
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
    cached = to_token_count(details.get("cached_tokens") if isinstance(details, Mapping) else 0)
    read = to_token_count(usage.get("prompt_tokens"))
    return Usage(
        # Some gateways leave cached tokens out of the sum.
        input_tokens=read + cached if cached > read > 0 else read,
        output_tokens=usage.get("completion_tokens"),
        cached_tokens=cached,
    )


class MistralChatProvider(OpenAIChatProvider):
    """A chat provider for one Mistral model."""

    stream_options = MappingProxyType({"stream": True})

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        body = super()._build_body(request)
        if "seed" in body:
            body["random_seed"] = body.pop("seed")
        return body
