"""Embeddings asked for again after transport faults, and never too many at once."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
from questfoundry.infra.llm.transport.retries import Retries


class RetryingEmbeddingProvider(EmbeddingProvider):
    """Asks ``inner`` through the gate of its service, as chat calls are asked."""

    def __init__(
        self, inner: EmbeddingProvider, *, retries: Retries, limiter: AdaptiveLimiter
    ) -> None:
        self._inner = inner
        self._retries = retries
        self._limiter = limiter

    @property
    def model(self) -> str:
        """The inner provider's model."""
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Ask until an answer comes, or until retries are used up."""
        return await self._retries.run(
            lambda: self._limiter.run(lambda: self._inner.embed(texts)),
            request_text=lambda: "\n".join(texts),
        )

    async def close(self) -> None:
        """Close the inner provider."""
        await self._inner.close()
