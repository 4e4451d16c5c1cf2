"""Define the chat provider that calls Anthropic's Messages API."""

from collections.abc import Mapping
from typing import Any

import anthropic
from anthropic import AsyncAnthropic, AsyncStream, DefaultAioHttpClient, DefaultAsyncHttpxClient

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.anthropic.wire import read_document, request_body
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.bounds import IDENTITY_ENCODING
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, build_http_options
from questfoundry.infra.llm.sdk.sdk_provider import TwoTransports, TwoTransportsProvider


class AnthropicChatProvider(TwoTransportsProvider):
    """A chat provider for one model of the Messages API.

    Requests are plain JSON, because the SDK's typed method rejects the parameter ``temperature``,
    which older models accept.
    """

    path = "/v1/messages"
    stream_class = AsyncStream[object]

    def _connect(self) -> TwoTransports[AsyncAnthropic]:
        whole = AsyncAnthropic(
            api_key=self._service.require_key(),
            base_url=self._service.url,
            max_retries=0,
            timeout=anthropic.Timeout(None, connect=CONNECT_TIMEOUT),
            http_client=DefaultAioHttpClient(**build_http_options()),
            default_headers=dict(IDENTITY_ENCODING),
        )
        over_httpx = DefaultAsyncHttpxClient(**build_http_options())
        return TwoTransports(whole, whole.with_options(http_client=over_httpx))

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        return read_document(answer, document)

    def _translate(self, exc: Exception) -> LLMError | None:
        service = self._service
        match exc:
            case anthropic.APIStatusError():
                error = exc.body.get("error", exc.body) if isinstance(exc.body, dict) else exc.body
                if exc.status_code < anthropic.BadRequestError.status_code:
                    return service.body_error(error)
                reason = error.get("message") if isinstance(error, dict) else error
                return service.status_error(exc.status_code, str(reason), exc.response.headers)
            # Our own time limits end first, so a timeout of the SDK is a broken connection.
            case anthropic.APIConnectionError():
                return service.connection_error(exc.__cause__ or exc)
            case _:
                return None
