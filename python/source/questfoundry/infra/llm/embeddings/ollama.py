"""Compute text embeddings with a model of an Ollama server."""

from collections.abc import Sequence

from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.embeddings.sdk_embeddings import EmbeddingAnswer, SdkEmbeddingProvider
from questfoundry.infra.llm.ollama.chat import OllamaClient, translate_ollama_error


class OllamaEmbeddingProvider(SdkEmbeddingProvider[OllamaClient]):
    """An embedding provider for one Ollama model; the server truncates texts that are too long."""

    def _connect(self) -> OllamaClient:
        return OllamaClient(self._service)

    async def _disconnect(self, client: OllamaClient) -> None:
        await client.close()  # type: ignore[no-untyped-call]

    async def _send(self, client: OllamaClient, texts: Sequence[str]) -> EmbeddingAnswer:
        answer = await client.embed(model=self._service.model.model, input=list(texts))
        return EmbeddingAnswer(answer.embeddings, answer.prompt_eval_count)

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_ollama_error(exc, self._service)
