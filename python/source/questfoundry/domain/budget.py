"""What one execution may spend on models: a number of tokens, or US dollars."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.errors import InputError

_AMOUNT = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(tokens|usd)", re.IGNORECASE)


class BudgetUnit(StrEnum):
    """What a budget is counted in."""

    TOKENS = "tokens"
    DOLLARS = "usd"


@frozen(kw_only=True)
class Budget:
    """An amount after which no new call is made; those under way then may go beyond it."""

    amount: Decimal
    unit: BudgetUnit

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read ``50000tokens`` or ``2.50usd``; ``InputError`` where it is neither."""
        found = _AMOUNT.fullmatch(text.strip())
        amount = Decimal(found[1]) if found else Decimal(0)
        unit = BudgetUnit(found[2].lower()) if found else BudgetUnit.TOKENS
        if not amount or (unit is BudgetUnit.TOKENS and amount != int(amount)):
            raise InputError(
                f"{text!r} is no budget. Give tokens, as 50000tokens, or US dollars, as 2.50usd."
            )
        return cls(amount=amount, unit=unit)

    def can_cover(self, tokens: int, cost: Decimal | None) -> bool:
        """Whether that is within it; what costs nobody knows is within one in dollars."""
        if self.unit is BudgetUnit.TOKENS:
            return tokens <= self.amount
        return cost is None or cost <= self.amount

    def __str__(self) -> str:
        return f"{self.amount:,} tokens" if self.unit is BudgetUnit.TOKENS else f"${self.amount:,}"
