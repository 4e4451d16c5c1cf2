"""Tests of embedding providers: their contract, their HTTP traffic and their errors."""

import importlib.util

import pytest

from questfoundry.domain import errors
from questfoundry.domain.chat.usage import report_spending_to
from questfoundry.domain.errors import SettingsError
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import Retries, RetryingEmbeddingProvider
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from questfoundry.testing.contracts.world import EmbeddingProviderContract
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.embedding_servers import OLLAMA, OPENAI, WIRES
from tests.support.loopback import Ending, Reply, json_reply
from tests.support.small_model import SharedWords
from tests.support.wire_providers import KEY, free_port_url


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


ALL = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)


@ALL
async def test_one_request_carries_all_texts_the_model_and_the_key(wire):
    """One request per text would multiply the time and the cost of adding a book."""
    async with wire.served() as (server, provider):
        await provider.embed(["one", "two"])
        await provider.embed(["three"])

    assert [asked.body["input"] for asked in server.asked] == [["one", "two"], ["three"]]
    assert server.asked[0].body["model"] == "embed-test"
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.connections == 1


@ALL
async def test_what_the_texts_took_is_told(wire):
    """Uncounted spending would be missing in the ledger; servers without counts are estimated."""
    told = []
    async with wire.served() as (_, provider):
        with report_spending_to(lambda model, usage: told.append((model, usage))):
            await provider.embed(["one", "two three four"])
    [(model, usage)] = told
    assert model == provider.model
    assert usage.input_tokens > 0
    assert usage.estimated is (wire.name == "ollama")


@ALL
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, errors.AuthenticationError),
        (404, errors.RefusedError),
        (429, errors.RateLimitedError),
        (500, errors.ProviderFaultError),
    ],
)
async def test_a_refusal_becomes_the_error_of_who_must_react(wire, status, kind):
    """The error shows whether to fix the key, wait or report, and no key."""
    async with wire.served(json_reply({"error": {"message": "No."}}, status)) as (_, provider):
        with pytest.raises(kind) as caught:
            await provider.embed(["one"])

    assert KEY not in str(caught.value)


@ALL
async def test_no_server_or_a_broken_connection_is_told_with_the_address(wire):
    """The address in the message shows the author which server to start."""
    url = free_port_url()
    async with wire.asked_of(url) as provider:
        with pytest.raises(errors.UnreachableError, match=url):
            await provider.embed(["one"])
    async with wire.served(Reply(ending=Ending.DROPPED)) as (_, provider):
        with pytest.raises(errors.UnreachableError):
            await provider.embed(["one"])


@ALL
async def test_silence_ends_in_time(wire):
    """A silent server would otherwise block the command forever."""
    async with (
        wire.served(Reply(ending=Ending.STALLED)) as (server, _),
        wire.asked_of(server.url, timeout=0.05) as provider,
    ):
        with pytest.raises(errors.TimedOutError):
            await provider.embed(["one"])


@ALL
@pytest.mark.parametrize(
    "document",
    [
        {"data": [], "embeddings": []},
        {"data": [{"index": 0, "embedding": [1.0]}] * 2, "embeddings": [[1.0], [1.0]]},
        {"choices": []},
        ["nothing"],
    ],
)
async def test_an_answer_that_does_not_fit_is_no_answer(wire, document):
    """A wrong number of vectors would be stored with the wrong texts."""
    async with wire.served(json_reply(document)) as (_, provider):
        with pytest.raises(errors.MalformedAnswerError):
            await provider.embed(["one"])


def retrying(provider, events):
    clock = ManualClock()
    return RetryingEmbeddingProvider(
        provider,
        retries=Retries(model=provider.model, clock=clock, events=events),
        limiter=AdaptiveLimiter(RateLimit(clock), concurrency=2),
    )


@ALL
async def test_a_fault_on_the_way_is_retried_and_told(wire):
    """One busy reply must not abort a long import, and the author sees each retry."""
    events = RecordingEventSink()
    busy = json_reply({"error": {"message": "Busy."}}, 503)
    async with wire.served(busy, busy, wire.reply) as (server, provider):
        (vector,) = await retrying(provider, events).embed(["one"])

    assert vector
    assert len(server.asked) == 3
    assert [event.model for event in events.events] == [f"{wire.name}/embed-test"] * 2


def cosine_similarity(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_meaning_and_not_spelling_makes_texts_near():
    """Search by meaning is useless if the vectors only compare spelling. (LOC-8.1)"""
    provider = WordLlamaEmbeddingProvider()
    crime, detective, cakes = await provider.embed(
        ["a murder in the city", "the detective and her suspect", "flour, butter and sugar"]
    )
    assert cosine_similarity(crime, detective) > cosine_similarity(crime, cakes) + 0.1


async def test_without_the_package_it_says_what_to_install(monkeypatch):
    """An import error would not show the author which package to install. (LOC-6.4)"""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r'pip install "questfoundry\[local\]"'):
        await WordLlamaEmbeddingProvider().embed(["rain"])
