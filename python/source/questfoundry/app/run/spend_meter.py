"""What one execution spends on model calls, held against its budget.

Only calls that are made now are counted: what the journal answers is free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from attrs import evolve, frozen

from questfoundry.domain.budget import Budget, Unit
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import BudgetReachedError, SettingsError
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.remedy import Act


@frozen(kw_only=True)
class Spent:
    """Tokens and calls, and US dollars, ``None`` where a price is unknown."""

    usage: Usage = NO_USAGE
    cost: Decimal | None = Decimal(0)


class SpendMeter:
    """Lets calls through as long as the budget lasts; without one, it only counts.

    ``spent`` is what counts from the beginning. What is spent counts ``within`` another meter,
    too, whose budget holds as well.
    """

    def __init__(
        self,
        *,
        prices: PriceBook,
        budget: Budget | None = None,
        spent: Spent | None = None,
        within: SpendMeter | None = None,
    ) -> None:
        self._prices = prices
        self._budget = budget
        self._within = within
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.spent = spent or Spent()

    def left(self) -> Budget | None:
        """What may still be spent, none of it or more; ``None`` without a budget."""
        if self._budget is None:
            return None
        rest = max(Decimal(0), self._budget.amount - self._used(self._budget))
        return Budget(amount=rest, unit=self._budget.unit)

    def require_price(self, model: str) -> None:
        """``SettingsError`` where the budget is in dollars and the model's price is unknown."""
        in_dollars = self._budget is not None and self._budget.unit is Unit.DOLLARS
        if self._within is not None:
            self._within.require_price(model)
        if in_dollars and self._prices.cost(model, NO_USAGE) is None:
            raise SettingsError(
                f"The price of {model!r} is not known, so a budget in dollars cannot be kept.",
                remedies=(Act.BUDGET_IN_TOKENS,),
            )

    async def require(self) -> None:
        """Raise ``BudgetReachedError`` where nothing is left.

        The calls under way are waited for first: they are paid for, so their answers are kept.
        """
        if self.has_rest():
            return
        await self._quiet.wait()
        self.require_rest()

    def require_rest(self) -> None:
        """Raise ``BudgetReachedError`` where nothing is left, without waiting for anything."""
        if self._within is not None:
            self._within.require_rest()
        if not self._lasts():
            raise BudgetReachedError(
                f"The budget of {self._budget} is reached. All that was made is kept."
            )

    @contextmanager
    def call(self) -> Iterator[None]:
        """While a call is under way."""
        self._under_way += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()

    def add(self, model: str, usage: Usage) -> None:
        """Count a call that was answered."""
        if self._within is not None:
            self._within.add(model, usage)
        cost, so_far = self._prices.cost(model, usage), self.spent.cost
        self.spent = Spent(
            # As in the journal, an answer is one call, however many a model below made for it.
            usage=self.spent.usage + evolve(usage, calls=1),
            cost=None if cost is None or so_far is None else so_far + cost,
        )

    def has_rest(self) -> bool:
        """Whether a call may be made."""
        return self._lasts() and (self._within is None or self._within.has_rest())

    def _lasts(self) -> bool:
        return self._budget is None or self._used(self._budget) < self._budget.amount

    def _used(self, budget: Budget) -> Decimal:
        if budget.unit is Unit.TOKENS:
            return Decimal(self.spent.usage.total_tokens)
        return self.spent.cost or Decimal(0)
