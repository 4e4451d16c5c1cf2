"""Embeddings by a model of an Ollama server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
import ollama

from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.infra.embeddings.sdk_embeddings import SdkEmbeddingProvider
from questfoundry.infra.llm.ollama.chat import ollama_error, ollama_service
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, trusted_certificates


class OllamaEmbeddingProvider(SdkEmbeddingProvider[ollama.AsyncClient]):
    """Asks one model; what is longer than it can take is cut by the server."""

    def __init__(
        self,
        *,
        model: ModelRef,
        host: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
    ) -> None:
        super().__init__(ollama_service(model, host, api_key), timeout=timeout)

    def _connect(self) -> ollama.AsyncClient:
        headers = {}
        if self._service.key:
            headers["Authorization"] = f"Bearer {self._service.usable_key()}"
        return ollama.AsyncClient(
            host=self._service.url,
            headers=headers,
            timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT),
            verify=trusted_certificates(),
        )

    async def _disconnect(self, client: ollama.AsyncClient) -> None:
        await client.close()  # type: ignore[no-untyped-call]

    async def _ask(self, client: ollama.AsyncClient, texts: Sequence[str]) -> Any:
        return (await client.embed(model=self._service.model.model, input=list(texts))).embeddings

    def _translated(self, exc: Exception) -> LLMError | None:
        return ollama_error(exc, self._service)
