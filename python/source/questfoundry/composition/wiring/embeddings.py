"""The embedding provider chosen in the project settings."""

from __future__ import annotations

from contextlib import AsyncExitStack

from questfoundry.app.run.spending import CountedEmbeddingProvider
from questfoundry.app.store import ProjectStore
from questfoundry.composition.registries import plugins
from questfoundry.composition.registries.providers import RESERVED
from questfoundry.composition.settings.project_file import WORDLLAMA
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.protocols import Clock, EmbeddingProvider, EventSink


def embedding_provider(
    settings: ProjectSettings,
    store: ProjectStore,
    clock: Clock,
    events: EventSink,
    closing: AsyncExitStack,
) -> EmbeddingProvider:
    """Build the embedding provider that ``library.embeddings`` names.

    A provider that calls a server retries after transport errors, limits parallel requests and
    records its usage in the journal; ``closing`` closes its connections.
    """
    named = settings.file.library.embeddings
    if named == WORDLLAMA:
        from questfoundry.infra.llm.embeddings.wordllama import WordLlamaEmbeddingProvider

        return WordLlamaEmbeddingProvider()
    from questfoundry.infra.llm.embeddings.retrying import RetryingEmbeddingProvider
    from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
    from questfoundry.infra.llm.transport.retries import Retries
    from questfoundry.infra.llm.transport.retry_policy import retry_policies

    limits = settings.file.limits
    adapter = _adapter(named, settings)
    closing.push_async_callback(adapter.close)
    asking = RetryingEmbeddingProvider(
        adapter,
        retries=Retries(
            model=named, clock=clock, events=events, policies=retry_policies(limits.total_wait)
        ),
        limiter=AdaptiveLimiter(clock=clock, concurrency=limits.concurrency),
    )
    return CountedEmbeddingProvider(asking, runs=store.runs, journal=store.journal, clock=clock)


def _adapter(named: str, settings: ProjectSettings) -> EmbeddingProvider:
    name, _, model = named.partition("/")
    if name not in RESERVED and name not in settings.file.endpoints:
        make = plugins.load_named(plugins.EMBEDDINGS, name)
        if make is not None:
            made: EmbeddingProvider = make(model, settings.provider_settings())
            return made
    chosen = Chosen(ref=ModelRef.parse(named), origin="library.embeddings")
    settings.providers.require([chosen])
    provider = settings.providers[name]
    if not provider.embeds:
        raise SettingsError(
            f"library.embeddings names {named!r}, but {name!r} offers no embeddings. Use "
            f"{WORDLLAMA}, or a model of another provider."
        )
    return provider.make_embeddings(chosen, settings.provider_settings())
