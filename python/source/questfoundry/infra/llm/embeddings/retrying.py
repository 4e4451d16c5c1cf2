"""Retry failed requests for embeddings, and limit the number of concurrent requests."""

from collections.abc import Sequence

from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
from questfoundry.infra.llm.transport.retries import Retries


class RetryingEmbeddingProvider(EmbeddingProvider):
    """An embedding provider that retries failed requests and limits how many run at once.

    ``inner`` is the embedding provider that makes the requests. ``limiter`` is shared with chat
    calls to the same service.
    """

    def __init__(
        self, inner: EmbeddingProvider, *, retries: Retries, limiter: AdaptiveLimiter
    ) -> None:
        self._inner = inner
        self._retries = retries
        self._limiter = limiter

    @property
    def model(self) -> str:
        """The model of the inner provider, as ``provider/model``."""
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the vectors of ``texts``; retry failed requests as the given ``Retries`` allow."""
        return await self._retries.run(
            lambda: self._limiter.run(lambda: self._inner.embed(texts)),
            request_text=lambda: "\n".join(texts),
        )

    async def close(self) -> None:
        """Close the inner provider."""
        await self._inner.close()
