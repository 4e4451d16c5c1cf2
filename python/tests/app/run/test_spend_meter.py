"""A budget limits new model calls; answers from the journal are free."""

import asyncio
import threading
from contextlib import suppress
from decimal import Decimal

import pytest

from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import BudgetReachedError, SettingsError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PriceBook, TextSink
from questfoundry.domain.run.spec import Budget
from tests.support.pipelines import CALLS, STAGES, Line, Obliging
from tests.support.stage_runs import PennyPrices, Workshop, one_provider

REQUEST = ChatRequest(messages=(user("Go."),))


class NoPrices(PriceBook):
    """A price book without any price."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return None


class WatchedPrices(PennyPrices):
    """A price book that notes the threads in which it is used."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[int] = []

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        self.threads.append(threading.get_ident())
        return super().cost(model, usage)


async def test_the_price_list_is_loaded_while_the_model_writes() -> None:
    """Loading it takes half a second, in which no other project could continue."""
    prices = WatchedPrices()
    meter = SpendMeter(prices=prices)

    meter.load_price("a/b")
    meter.load_price("a/b")
    await asyncio.get_running_loop().shutdown_default_executor()
    assert len(prices.threads) == 1
    assert prices.threads[0] != threading.get_ident()


@pytest.mark.parametrize("budget", ["30tokens", "0.30usd"])
async def test_no_call_is_made_once_the_budget_is_reached(budget: str) -> None:
    """Repeated runs with new budgets still finish the story. (PIP-6.1)"""
    line = Line()
    with pytest.raises(BudgetReachedError, match=r"The budget of .* is reached"):
        await line.run(budget=budget)
    stopped = len(line.model.requests)
    executions = 1
    while line.versions != [1, 1, 1]:
        executions += 1
        with suppress(BudgetReachedError):
            await line.run(budget=budget)
    assert executions > 2
    assert 1 < stopped < len(line.model.requests) == CALLS * len(STAGES)


async def test_what_the_journal_answers_is_free() -> None:
    """A resumed run must not use up its budget on answers that were paid for earlier."""
    line = Line()
    line.model = Obliging(breaks=3)
    with pytest.raises(Exception, match="dead"):
        await line.run(end="dream")
    line.model = Obliging()
    result = await line.run(end="dream", budget="1tokens")
    assert len(line.model.requests) == result.spending.usage.calls == 1


class Slow(Obliging):
    """A model that answers only when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        await self.may.wait()
        return await super().complete(request, on_text)


async def test_calls_under_way_are_waited_for() -> None:
    """Calls in progress are paid for, so a reached budget must not throw away their answers."""
    slow = Slow()
    meter = SpendMeter(prices=PennyPrices(), budget=Budget.parse("1tokens"))
    paid = Workshop().begun(one_provider(slow), meter).bind_model(Phase.DISCUSS)
    under_way = [asyncio.create_task(paid.complete(REQUEST)) for _ in range(2)]
    for _ in range(5):
        await asyncio.sleep(0)
    meter.add("scripted/model", Usage(input_tokens=1))
    refused = asyncio.create_task(paid.complete(REQUEST))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not refused.done()
    slow.may.set()
    with pytest.raises(BudgetReachedError):
        await refused
    assert all(task.done() and task.result().text for task in under_way)


async def test_dollars_need_prices_and_calls_are_counted_as_in_the_journal() -> None:
    """Reports must not contradict the budget, which needs a known price."""
    model = "openai/unheard-of"
    SpendMeter(prices=NoPrices(), budget=Budget.parse("5tokens")).require_price(model)
    SpendMeter(prices=NoPrices()).require_price(model)
    with pytest.raises(SettingsError, match=r"price of 'openai/unheard-of' is unknown.*tokens"):
        SpendMeter(prices=NoPrices(), budget=Budget.parse("5usd")).require_price(model)

    whole = SpendMeter(prices=PennyPrices())
    meter = SpendMeter(prices=PennyPrices(), parent=whole)
    for calls in (0, 1, 3):
        meter.add("local/tiny", Usage(input_tokens=1, output_tokens=1, calls=calls))
    assert meter.total.usage.calls == whole.total.usage.calls == 3
