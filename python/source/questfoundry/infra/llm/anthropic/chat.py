"""The chat provider for Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import anthropic
from anthropic import AsyncAnthropic, AsyncStream, DefaultAioHttpClient, DefaultAsyncHttpxClient

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.anthropic.wire import read, request_body
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, trusted_certificates
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider, TwoTransports

_PATH = "/v1/messages"


class AnthropicChatProvider(SdkChatProvider[TwoTransports[AsyncAnthropic]]):
    """Asks one model through the Messages API.

    Requests go through the SDK's low-level
    ``post``, which also carries the temperature that its typed method no longer takes.
    """

    def _connect(self) -> TwoTransports[AsyncAnthropic]:
        whole = AsyncAnthropic(
            api_key=self._service.usable_key(),
            base_url=self._service.url,
            max_retries=0,
            timeout=anthropic.Timeout(None, connect=CONNECT_TIMEOUT),
            http_client=DefaultAioHttpClient(verify=trusted_certificates()),
        )
        over_httpx = DefaultAsyncHttpxClient(verify=trusted_certificates())
        return TwoTransports(whole, whole.with_options(http_client=over_httpx))

    async def _disconnect(self, client: TwoTransports[AsyncAnthropic]) -> None:
        await client.whole.close()
        await client.streamed.close()

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    async def _ask(
        self, client: TwoTransports[AsyncAnthropic], body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        if not streamed:
            yield await client.whole.post(_PATH, body=body, cast_to=object)
            return
        stream = await client.streamed.post(
            _PATH,
            body=body | {"stream": True},
            cast_to=object,
            stream=True,
            stream_cls=AsyncStream[object],
        )
        async with stream:
            async for event in stream:
                yield event

    def _read(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        return read(answer, document)

    def _translated(self, exc: Exception) -> LLMError | None:
        service = self._service
        match exc:
            case anthropic.APIStatusError():
                error = exc.body.get("error", exc.body) if isinstance(exc.body, dict) else exc.body
                if exc.status_code < anthropic.BadRequestError.status_code:
                    return service.reported(error)
                reason = error.get("message") if isinstance(error, dict) else error
                return service.failed(exc.status_code, str(reason), exc.response.headers)
            # Our own clock runs out before the SDK's, so its timeouts are broken connections.
            case anthropic.APIConnectionError():
                return service.unreachable(exc.__cause__ or exc)
            case _:
                return None
