"""Makes the embeddings that a project's settings name."""

from __future__ import annotations

from contextlib import AsyncExitStack

from questfoundry.composition.project_file import WORDLLAMA
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.protocols import Clock, EmbeddingProvider, EventSink


def embedding_provider(
    settings: ProjectSettings, clock: Clock, events: EventSink, closing: AsyncExitStack
) -> EmbeddingProvider:
    """The provider that ``library.embeddings`` names; ``closing`` closes its connections.

    A server is asked again after transport faults, and never too often at once.
    """
    named = settings.file.library.embeddings
    if named == WORDLLAMA:
        from questfoundry.infra.embeddings.wordllama import WordLlamaEmbeddingProvider

        return WordLlamaEmbeddingProvider()
    from questfoundry.infra.embeddings.retrying import RetryingEmbeddingProvider
    from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
    from questfoundry.infra.llm.transport.retries import Retries
    from questfoundry.infra.llm.transport.retry_policy import retry_policies

    limits = settings.file.limits
    chosen = Chosen(ref=ModelRef.parse(named), origin="library.embeddings")
    provider = settings.providers[chosen.ref.provider]
    adapter = provider.make_embeddings(chosen, settings.for_providers())
    closing.push_async_callback(adapter.close)
    return RetryingEmbeddingProvider(
        adapter,
        retries=Retries(
            model=named, clock=clock, events=events, policies=retry_policies(limits.total_wait)
        ),
        limiter=AdaptiveLimiter(clock=clock, concurrency=limits.concurrency),
    )
