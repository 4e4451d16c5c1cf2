"""Define the provider of embeddings for OpenAI and servers with a compatible API."""

from collections.abc import Sequence

from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.openai.chat import build_openai_client, translate_openai_error
from questfoundry.infra.llm.sdk.embeddings import EmbeddingAnswer, SdkEmbeddingProvider
from questfoundry.infra.llm.sdk.sdk_caller import build_http_options


class OpenAIEmbeddingProvider(SdkEmbeddingProvider[AsyncOpenAI]):
    """An embedding provider for one model; the API accepts at most 2,048 texts in one request."""

    def _connect(self) -> AsyncOpenAI:
        options = build_http_options(self._service.url)
        return build_openai_client(self._service, DefaultAsyncHttpxClient(**options))

    async def _disconnect(self, client: AsyncOpenAI) -> None:
        await client.close()

    async def _send(self, client: AsyncOpenAI, texts: Sequence[str]) -> EmbeddingAnswer:
        answer = await client.embeddings.create(
            model=self._service.model.model, input=list(texts), encoding_format="float"
        )
        found = sorted(answer.data, key=lambda each: each.index)
        tokens = getattr(answer.usage, "prompt_tokens", 0)
        return EmbeddingAnswer([each.embedding for each in found], tokens)

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_openai_error(exc, self._service)
