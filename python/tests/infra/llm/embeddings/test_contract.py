"""The contract of embedding providers; providers on SDKs run against loopback servers."""

import pytest

from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import Retries, RetryingEmbeddingProvider
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from questfoundry.testing.contracts.world import EmbeddingProviderContract
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.embedding_servers import OLLAMA, OPENAI
from tests.support.small_model import SharedWords


class TestWordLlama(EmbeddingProviderContract):
    @pytest.fixture
    def embeddings(self):
        return WordLlamaEmbeddingProvider()


class TestSharedWords(EmbeddingProviderContract):
    @pytest.fixture
    def embeddings(self):
        return SharedWords()


class TestOpenAIEmbeddingProvider(EmbeddingProviderContract):
    @pytest.fixture
    async def embeddings(self):
        async with OPENAI.served() as (_, provider):
            yield provider


class TestOllamaEmbeddingProvider(EmbeddingProviderContract):
    @pytest.fixture
    async def embeddings(self):
        async with OLLAMA.served() as (_, provider):
            yield provider


class TestRetrying(EmbeddingProviderContract):
    @pytest.fixture
    def embeddings(self):
        clock = ManualClock()
        return RetryingEmbeddingProvider(
            SharedWords(),
            retries=Retries(model="shared-words", clock=clock, events=RecordingEventSink()),
            limiter=AdaptiveLimiter(RateLimit(clock), concurrency=2),
        )
