"""Define the budget of a run: a number of tokens, or an amount in US dollars."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names

_AMOUNT = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(tokens|usd)", re.IGNORECASE)


class BudgetUnit(StrEnum):
    """The unit in which a budget is counted."""

    TOKENS = "tokens"
    DOLLARS = "usd"


@former_names(holds="can_cover")
@frozen(kw_only=True)
class Budget:
    """A limit on tokens or US dollars.

    Once the limit is reached, no new model call starts. A running call may exceed the limit.
    """

    amount: Decimal
    unit: BudgetUnit

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget that a text such as ``50000tokens`` or ``2.50usd`` describes.

        Raise ``InputError`` for any other text, for zero, and for a fraction of a token.
        """
        found = _AMOUNT.fullmatch(text.strip())
        amount = Decimal(found[1]) if found else Decimal(0)
        unit = BudgetUnit(found[2].lower()) if found else BudgetUnit.TOKENS
        if not amount or (unit is BudgetUnit.TOKENS and amount != int(amount)):
            raise InputError(
                f"{text!r} is not a budget. Give tokens, such as 50000tokens, or US dollars, such "
                "as 2.50usd."
            )
        return cls(amount=amount, unit=unit)

    def can_cover(self, tokens: int, cost: Decimal | None) -> bool:
        """Return whether the budget is large enough for a use of ``tokens`` that costs ``cost``.

        If ``cost`` is unknown (``None``), a budget in dollars counts as large enough.
        """
        if self.unit is BudgetUnit.TOKENS:
            return tokens <= self.amount
        return cost is None or cost <= self.amount

    def __str__(self) -> str:
        return f"{self.amount:,} tokens" if self.unit is BudgetUnit.TOKENS else f"${self.amount:,}"
