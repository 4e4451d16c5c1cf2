"""Count the spending on new model calls, record it, and check it against the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from decimal import Decimal

from attrs import define, evolve, field, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage, has_spending_sink, report_spending_to
from questfoundry.domain.errors import BudgetReachedError, SettingsError
from questfoundry.domain.protocols.provider import EmbeddingProvider, PriceBook
from questfoundry.domain.protocols.runs import Journal, RunRepository
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.inputs import EmbeddingInputs
from questfoundry.domain.run.record import (
    EntryKind,
    JournalEntry,
    JournalKey,
    PaidUsage,
    collect_paid_usage,
)
from questfoundry.domain.run.spec import EMBEDDING, Budget, BudgetUnit


@frozen(kw_only=True)
class Ledger:
    """The totals of model calls; ``cost`` in US dollars is ``None`` if a price is unknown."""

    usage: Usage = NO_USAGE
    seconds: float = 0.0
    cost: Decimal | None = Decimal(0)

    @property
    def calls(self) -> int:
        """The number of calls."""
        return self.usage.calls


def ledger_of(entries: Sequence[JournalEntry], prices: PriceBook) -> Ledger:
    """Return the totals of all paid calls in ``entries``, even of calls with unusable answers."""
    return ledger_of_paid(collect_paid_usage(entries), prices)


def ledger_of_paid(paid: Sequence[PaidUsage], prices: PriceBook) -> Ledger:
    """Return the totals of the calls in ``paid``."""
    return Ledger(
        usage=sum((each.usage for each in paid), NO_USAGE),
        seconds=sum(each.seconds for each in paid),
        cost=_add_costs([prices.cost(each.model, each.usage) for each in paid]),
    )


def add_ledgers(ledgers: Sequence[Ledger]) -> Ledger:
    """Return the totals of several runs."""
    return Ledger(
        usage=sum((each.usage for each in ledgers), NO_USAGE),
        seconds=sum(each.seconds for each in ledgers),
        cost=_add_costs([each.cost for each in ledgers]),
    )


def _add_costs(costs: Sequence[Decimal | None]) -> Decimal | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(costs) else None


class SpendMeter:
    """A counter of spending that blocks new calls beyond the budget.

    All spending is also added to the meter ``parent``, if any.
    """

    def __init__(
        self, *, prices: PriceBook, budget: Budget | None = None, parent: SpendMeter | None = None
    ) -> None:
        self._prices = prices
        self._budget = budget
        self._parent = parent
        self._open_calls = 0
        self._priced: set[str] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.total = Ledger()

    def get_remaining(self) -> Budget | None:
        """Return what is left of this meter's own budget, at least 0; ``None`` without a budget."""
        if self._budget is None:
            return None
        rest = max(Decimal(0), self._budget.amount - self._compute_used_amount(self._budget))
        return Budget(amount=rest, unit=self._budget.unit)

    def require_price(self, model: str) -> None:
        """Raise ``SettingsError`` if the budget is in dollars and the model has no known price."""
        in_dollars = self._budget is not None and self._budget.unit is BudgetUnit.DOLLARS
        if self._parent is not None:
            self._parent.require_price(model)
        if in_dollars and self._prices.cost(model, NO_USAGE) is None:
            raise SettingsError(
                f"The price of {model!r} is unknown, so a budget in dollars cannot be enforced.",
                remedies=(SimpleAction.BUDGET_IN_TOKENS,),
            )

    async def await_budget(self) -> None:
        """Return at once if the budget allows a call; else wait for open calls and raise an error.

        The error is ``BudgetReachedError``. Open calls are paid for, so their answers have to be
        recorded before the run ends.
        """
        if self.has_budget_left():
            return
        await self._idle.wait()
        self.require_budget()

    def require_budget(self) -> None:
        """Raise ``BudgetReachedError`` if the budget is used up, without waiting for open calls."""
        if self._parent is not None:
            self._parent.require_budget()
        if not self._has_own_budget_left():
            raise BudgetReachedError(
                f"The budget of {self._budget} is reached. Everything finished so far is saved."
            )

    @contextmanager
    def track_call(self) -> Iterator[None]:
        """Return a context that counts a model call as open until its ``with`` block ends."""
        self._open_calls += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._open_calls -= 1
            if not self._open_calls:
                self._idle.set()

    def load_price(self, model: str) -> None:
        """Begin to look up the price of ``model`` in a thread, if this is the first call.

        The first lookup in a process loads a price list, which would stop the event loop for half a
        second. An answer does not wait for the lookup, because it must be stored at once.
        """
        if model not in self._priced:
            self._priced.add(model)
            asyncio.get_running_loop().run_in_executor(None, self._look_up, model)

    def _look_up(self, model: str) -> None:
        with suppress(Exception):  # it is raised after the answer is stored
            self._prices.cost(model, NO_USAGE)

    def add(self, model: str, usage: Usage) -> None:
        """Add the usage of a completed call of ``model``."""
        if self._parent is not None:
            self._parent.add(model, usage)
        cost, so_far = self._prices.cost(model, usage), self.total.cost
        self.total = Ledger(
            # As in the journal, an answer counts as one call, even if an adapter made several.
            usage=self.total.usage + evolve(usage, calls=1),
            cost=None if cost is None or so_far is None else so_far + cost,
        )

    def has_budget_left(self) -> bool:
        """Return whether this meter and its parents all have budget left for another call."""
        return self._has_own_budget_left() and (
            self._parent is None or self._parent.has_budget_left()
        )

    def _has_own_budget_left(self) -> bool:
        return self._budget is None or self._compute_used_amount(self._budget) < self._budget.amount

    def _compute_used_amount(self, budget: Budget) -> Decimal:
        if budget.unit is BudgetUnit.TOKENS:
            return Decimal(self.total.usage.total_tokens)
        return self.total.cost or Decimal(0)


@frozen
class SpendingLog:
    """A writer that adds numbered spending entries to the journal of one run."""

    _run_id: str
    _journal: Journal = field(kw_only=True)
    _clock: Clock = field(kw_only=True)
    _next_occurrences: dict[JournalKey, int] = field(factory=dict, init=False)

    def record(self, kind: EntryKind, scope: str, digest: str, model: str, usage: Usage) -> None:
        """Add an entry with ``usage`` to the journal; ``digest`` is the request's hash, if any."""
        first = JournalKey(run_id=self._run_id, kind=kind, scope=scope, digest=digest, occurrence=0)
        key = evolve(first, occurrence=self._next_occurrences.get(first, 0))
        while self._journal.find(key) is not None:
            key = evolve(key, occurrence=key.occurrence + 1)
        self._next_occurrences[first] = key.occurrence + 1
        self._journal.record(
            JournalEntry(
                key=key,
                request={},
                response={},
                model=model,
                usage=usage,
                recorded_at=self._clock.now(),
            )
        )


_METER: ContextVar[SpendMeter | None] = ContextVar("embedding_meter", default=None)


@contextmanager
def meter_embeddings(meter: SpendMeter) -> Iterator[None]:
    """Return a context that charges embeddings outside of any run to ``meter``."""
    token = _METER.set(meter)
    try:
        yield
    finally:
        _METER.reset(token)


@define
class CountedEmbeddingProvider(EmbeddingProvider):
    """An embedding provider that records its costs in the current run.

    Outside of runs, it records them in one extra run per process.
    """

    _inner: EmbeddingProvider
    _runs: RunRepository = field(kw_only=True)
    _journal: Journal = field(kw_only=True)
    _clock: Clock = field(kw_only=True)
    _log: SpendingLog | None = field(default=None, init=False)

    @property
    def model(self) -> str:
        """The name of the wrapped provider's model."""
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the wrapped provider's embeddings of ``texts``, and record their cost.

        Within :func:`meter_embeddings`, raise ``BudgetReachedError`` if the budget is used up.
        """
        meter = _METER.get()
        if meter is not None:
            meter.require_price(self.model)
            meter.require_budget()
        with nullcontext() if has_spending_sink() else report_spending_to(self._record):
            return await self._inner.embed(texts)

    async def close(self) -> None:
        """Close the wrapped provider."""
        await self._inner.close()

    def _record(self, model: str, usage: Usage) -> None:
        if self._log is None:
            run = self._runs.begin(
                EMBEDDING,
                inputs=EmbeddingInputs(),
                models={},
                started_at=self._clock.now(),
                complete=True,
            )
            self._log = SpendingLog(run.id, journal=self._journal, clock=self._clock)
        self._log.record(EntryKind.EMBEDDING, EntryKind.EMBEDDING.value, "", model, usage)
        if (meter := _METER.get()) is not None:
            meter.add(model, usage)
