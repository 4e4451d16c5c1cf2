"""Define the chat provider for the chat completions API of OpenAI and compatible servers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

import httpx2
import openai
from attrs import evolve
from openai import AsyncOpenAI, AsyncStream, DefaultAioHttpClient, DefaultAsyncHttpxClient, Omit

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.openai.wire import OPENAI_URL, read_document, request_body
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.bounds import IDENTITY_ENCODING
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, build_http_options
from questfoundry.infra.llm.sdk.sdk_provider import TwoTransports, TwoTransportsProvider
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.llm.sdk.strict_schema import drop_added_nulls


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
        whole = build_openai_client(self._service, DefaultAioHttpClient(**build_http_options()))
        over_httpx = DefaultAsyncHttpxClient(**build_http_options())
        return TwoTransports(whole, whole.with_options(http_client=over_httpx))

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        return read_document(answer, document, self.traits.capabilities.wants_back)

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
            reason = exc.body.get("message") if isinstance(exc.body, dict) else exc.body
            if exc.code == "insufficient_quota":
                return service.credit_error(str(reason))
            return service.status_error(exc.status_code, str(reason), exc.response.headers)
        # Our own time limits end first, so a timeout of the SDK is a broken connection.
        case openai.APIConnectionError():
            return service.connection_error(exc.__cause__ or exc)
        case openai.APIError():
            return service.body_error(exc.body or exc.message)
        case _:
            return None
