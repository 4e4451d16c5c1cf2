"""The ledger contains everything that was paid for, even answers that could not be used."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.run.spend_meter import (
    CountedEmbeddingProvider,
    SpendMeter,
    ledger_of,
    meter_embeddings,
)
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.chat.usage import NO_USAGE, Usage, report_spending
from questfoundry.domain.errors import BudgetReachedError, MalformedAnswerError, SettingsError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import EmbeddingProvider, PriceBook, TextSink
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import EntryKind, RunStatus
from questfoundry.domain.run.spec import EMBEDDING, Budget
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.infra.prices import GenaiPriceBook
from questfoundry.testing.scripted import (
    ManualClock,
    RecordingEventSink,
    ScriptedChatProvider,
    says,
)
from tests.support.calls import BehavingChatProvider
from tests.support.stage_runs import PennyPrices, Workshop, one_provider

REQUEST = ChatRequest(messages=(user("Go."),))
BILLED = Usage(input_tokens=900, output_tokens=100)


class Empty(BehavingChatProvider):
    """A provider that bills for empty answers; only call number ``good`` returns text."""

    def __init__(self, good: int = 3) -> None:
        super().__init__(self._behave)
        self._good = good

    async def _behave(self, request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        if self.calls == self._good:
            return says("Here.")
        report_spending(str(self.model), BILLED)
        raise MalformedAnswerError("It is empty.")


async def test_answers_that_could_not_be_used_are_paid_for() -> None:
    """An empty answer that a retry replaces was still billed. (JRN-6.1)"""
    workshop = Workshop()
    provider = RetryingChatProvider(Empty(good=2), clock=ManualClock(), events=RecordingEventSink())
    run = workshop.begun(one_provider(provider))
    await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    entries = workshop.store.journal.entries(run.id)
    kinds = [entry.key.kind for entry in entries]
    assert kinds == [EntryKind.UNUSED_ANSWER, EntryKind.MODEL_CALL]
    ledger = ledger_of(entries, PennyPrices())
    assert (ledger.calls, ledger.usage.total_tokens) == (2, 1011)


async def test_what_asked_no_model_is_a_call_that_used_nothing() -> None:
    """A free answer counts zero tokens instead of an estimate. (JRN-6.1)"""
    workshop = Workshop()
    free = evolve(says("Chosen."), usage=NO_USAGE)
    run = workshop.begun(one_provider(ScriptedChatProvider([free])))
    await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    ledger = ledger_of(workshop.store.journal.entries(run.id), PennyPrices())
    assert ledger.calls == ledger.usage.calls == 1
    assert (ledger.usage.total_tokens, ledger.usage.estimated) == (0, False)


async def test_a_budget_counts_them_and_bounds_retries() -> None:
    """Unusable answers and retries cost money too, so they must hit the budget. (JRN-6.1)"""
    empty, meter = Empty(), SpendMeter(prices=PennyPrices(), budget=Budget.parse("1500tokens"))
    run = Workshop().begun(one_provider(empty), meter)
    with pytest.raises(MalformedAnswerError):
        await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    for _ in range(2):
        with pytest.raises(BudgetReachedError):
            await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    assert empty.calls == 2

    empty, meter = Empty(), SpendMeter(prices=PennyPrices(), budget=Budget.parse("1000tokens"))
    retrying = RetryingChatProvider(empty, clock=ManualClock(), events=RecordingEventSink())
    run = Workshop().begun(one_provider(retrying), meter)
    with pytest.raises(BudgetReachedError):
        await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    assert empty.calls == 1


async def test_a_provider_that_counts_nothing_is_estimated() -> None:
    """Without an estimate, a provider that reports no usage would have an endless budget."""
    silent = ScriptedChatProvider([ChatResponse(text="word " * 400)] * 9)
    meter = SpendMeter(prices=PennyPrices(), budget=Budget.parse("900tokens"))
    run = Workshop().begun(one_provider(silent), meter)
    for _ in range(2):
        response = await run.bind_model(Phase.DISCUSS).complete(REQUEST)
        assert response.usage.estimated
    with pytest.raises(BudgetReachedError):
        await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    assert meter.total.usage.estimated


class Wrong(PriceBook):
    """A price book that raises an error."""

    def cost(self, model: str, usage: Usage) -> Any:
        raise ValueError("no such usage")


async def test_an_answer_is_written_down_before_it_is_priced() -> None:
    """A pricing error must not lose an answer that is paid for."""
    workshop = Workshop()
    run = workshop.begun(
        one_provider(ScriptedChatProvider([says("Here.")])), SpendMeter(prices=Wrong())
    )
    with pytest.raises(ValueError, match="no such usage"):
        await run.bind_model(Phase.DISCUSS).complete(REQUEST)
    assert len(workshop.store.journal.entries(run.id)) == 1


@pytest.mark.parametrize(("read", "cached"), [(5, 9), (2**63, 2**70), (-4, -9), (0, 7)])
def test_no_usage_is_without_a_price(read: int, cached: int) -> None:
    """Odd token counts from a provider must still get a price instead of an error."""
    usage = Usage(input_tokens=read, output_tokens=3, cached_tokens=cached)
    cost = GenaiPriceBook().cost("openai/gpt-4o", usage)
    assert cost > 0
    assert GenaiPriceBook().cost("no model at all", usage) is None


async def test_embeddings_within_a_run_are_counted() -> None:
    """Embeddings that a search makes during a run belong to the costs of that run."""
    workshop = Workshop()
    providers = one_provider(ScriptedChatProvider())
    opener = workshop.opener(providers)
    record = opener.begin("dream", StageInputs(), providers)
    with opener.open(record, providers) as run:
        report_spending("openai/text-embedding-3-small", Usage(input_tokens=40))
        assert opener.read_ledger(run).usage.input_tokens == 40


class Embedding(EmbeddingProvider):
    """An embedding provider that counts one token for each text."""

    embedded = 0

    @property
    def model(self) -> str:
        return "openai/text-embedding-3-small"

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.embedded += len(texts)
        report_spending(self.model, Usage(input_tokens=len(texts)))
        return [[1.0] for _ in texts]


async def test_embeddings_that_no_run_asks_for_are_one_run_a_sitting() -> None:
    """Embeddings outside a run get a run of their own, so their costs still appear."""
    store = Workshop().store
    counted = CountedEmbeddingProvider(
        Embedding(), runs=store.runs, journal=store.journal, clock=ManualClock()
    )
    assert store.runs.list() == []
    for texts in (["a", "b"], ["c"]):
        await counted.embed(texts)
    [run] = store.runs.list()
    assert (run.task, run.status) == (EMBEDDING, RunStatus.COMPLETED)
    ledger = ledger_of(store.journal.entries(run.id), GenaiPriceBook())
    assert (ledger.calls, ledger.usage.input_tokens) == (2, 3)
    assert ledger.cost


async def test_a_budget_bounds_what_is_embedded() -> None:
    """A large book must not embed past the budget; without a budget nothing is limited."""
    store, inner = Workshop().store, Embedding()
    counted = CountedEmbeddingProvider(
        inner, runs=store.runs, journal=store.journal, clock=ManualClock()
    )
    meter = SpendMeter(prices=GenaiPriceBook(), budget=Budget.parse("3tokens"))
    with meter_embeddings(meter):
        await counted.embed(["a", "b"])
        await counted.embed(["c", "d"])
        with pytest.raises(BudgetReachedError):
            await counted.embed(["e"])
    assert meter.total.usage.input_tokens == inner.embedded == 4
    await counted.embed(["e"])
    dollars = SpendMeter(prices=PriceOfNothing(), budget=Budget.parse("1usd"))
    with meter_embeddings(dollars), pytest.raises(SettingsError):
        await counted.embed(["f"])
    assert inner.embedded == 5


class PriceOfNothing(PriceBook):
    """A price book without any price."""

    def cost(self, model: str, usage: Usage) -> None:
        del model, usage
