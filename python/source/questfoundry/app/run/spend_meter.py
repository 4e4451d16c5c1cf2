"""What one execution spends on model calls, held against its budget.

Only calls that are made now are counted: what the journal answers is free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from attrs import frozen

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
    """Lets calls through as long as the budget lasts; without one, it only counts."""

    def __init__(self, *, prices: PriceBook, budget: Budget | None = None) -> None:
        self._prices = prices
        self._budget = budget
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.spent = Spent()

    def require_price(self, model: str) -> None:
        """``SettingsError`` where the budget is in dollars and the model's price is unknown."""
        in_dollars = self._budget is not None and self._budget.unit is Unit.DOLLARS
        if in_dollars and self._prices.cost(model, NO_USAGE) is None:
            raise SettingsError(
                f"The price of {model!r} is not known, so a budget in dollars cannot be kept.",
                remedies=(Act.BUDGET_IN_TOKENS,),
            )

    async def require(self) -> None:
        """Raise ``BudgetReachedError`` where nothing is left.

        The calls under way are waited for first: they are paid for, so their answers are kept.
        """
        if self._has_rest():
            return
        await self._quiet.wait()
        self.require_rest()

    def require_rest(self) -> None:
        """Raise ``BudgetReachedError`` where nothing is left, without waiting for anything."""
        if not self._has_rest():
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
        cost, so_far = self._prices.cost(model, usage), self.spent.cost
        self.spent = Spent(
            usage=self.spent.usage + usage,
            cost=None if cost is None or so_far is None else so_far + cost,
        )

    def _has_rest(self) -> bool:
        return self._budget is None or self._used(self._budget) < self._budget.amount

    def _used(self, budget: Budget) -> Decimal:
        if budget.unit is Unit.TOKENS:
            return Decimal(self.spent.usage.total_tokens)
        return self.spent.cost or Decimal(0)
