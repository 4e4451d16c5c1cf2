"""Embeddings by OpenAI, and by every server that speaks its embeddings API."""

from __future__ import annotations

from collections.abc import Sequence

from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from questfoundry.domain.errors import LLMError
from questfoundry.infra.embeddings.sdk_embeddings import Embedded, SdkEmbeddingProvider
from questfoundry.infra.llm.openai.chat import build_openai_client, translate_openai_error
from questfoundry.infra.llm.sdk.sdk_caller import build_http_options


class OpenAIEmbeddingProvider(SdkEmbeddingProvider[AsyncOpenAI]):
    """Asks one model, for at most 2,048 texts at once."""

    def _connect(self) -> AsyncOpenAI:
        return build_openai_client(self._service, DefaultAsyncHttpxClient(**build_http_options()))

    async def _disconnect(self, client: AsyncOpenAI) -> None:
        await client.close()

    async def _ask(self, client: AsyncOpenAI, texts: Sequence[str]) -> Embedded:
        answer = await client.embeddings.create(
            model=self._service.model.model, input=list(texts), encoding_format="float"
        )
        found = sorted(answer.data, key=lambda each: each.index)
        tokens = getattr(answer.usage, "prompt_tokens", 0)
        return Embedded([each.embedding for each in found], tokens)

    def _translated(self, exc: Exception) -> LLMError | None:
        return translate_openai_error(exc, self._service)
