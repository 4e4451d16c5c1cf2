"""Makes the embeddings that a project's settings name."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from questfoundry.composition.project_file import WORDLLAMA
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.protocols import Clock, EmbeddingProvider, EventSink

if TYPE_CHECKING:
    from questfoundry.infra.embeddings.ollama import OllamaEmbeddingProvider
    from questfoundry.infra.embeddings.openai import OpenAIEmbeddingProvider


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
    ref = ModelRef.parse(named)
    adapter = _ollama(ref, settings) if ref.provider == "ollama" else _openai(ref, settings)
    closing.push_async_callback(adapter.close)
    return RetryingEmbeddingProvider(
        adapter,
        retries=Retries(
            model=named, clock=clock, events=events, policies=retry_policies(limits.total_wait)
        ),
        limiter=AdaptiveLimiter(clock=clock, concurrency=limits.concurrency),
    )


def _ollama(ref: ModelRef, settings: ProjectSettings) -> OllamaEmbeddingProvider:
    from questfoundry.infra.embeddings.ollama import OllamaEmbeddingProvider

    environment = settings.environment
    return OllamaEmbeddingProvider(
        model=ref, host=environment.ollama_host, api_key=environment.ollama_api_key
    )


def _openai(ref: ModelRef, settings: ProjectSettings) -> OpenAIEmbeddingProvider:
    from questfoundry.infra.embeddings.openai import OpenAIEmbeddingProvider

    environment = settings.environment
    if not (environment.openai_base_url or environment.openai_api_key):
        raise SettingsError(
            f"library.embeddings chose {str(ref)!r}, but OPENAI_API_KEY is not set. Set it in the "
            "environment: export OPENAI_API_KEY=..."
        )
    return OpenAIEmbeddingProvider(
        model=ref,
        api_key=environment.openai_api_key,
        base_url=environment.openai_base_url,
        timeout=settings.file.limits.timeout,
    )
