"""What a run used, counted from its journal and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from attrs import evolve, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.journal import PAID, JournalEntry, Paid
from questfoundry.domain.protocols import PriceBook


@frozen(kw_only=True)
class Ledger:
    """Calls, tokens, seconds of models, and US dollars, ``None`` where a price is unknown."""

    calls: int
    usage: Usage
    seconds: float
    cost: Decimal | None


def ledger_of(entries: Sequence[JournalEntry], prices: PriceBook) -> Ledger:
    """Add up what was paid for among ``entries``, whether it could be used or not."""
    made = [
        Paid(model=each.model, usage=each.usage, seconds=each.seconds)
        for each in entries
        if each.key.kind in PAID
    ]
    return ledger_of_paid(made, prices)


def ledger_of_paid(made: Sequence[Paid], prices: PriceBook) -> Ledger:
    """Add it up."""
    costs = [prices.cost(each.model, each.usage) for each in made]
    known = [cost for cost in costs if cost is not None]
    usage = sum((each.usage for each in made), NO_USAGE)
    return Ledger(
        calls=len(made),
        # A request that was answered without a model is a call, too, as the journal has it.
        usage=evolve(usage, calls=len(made)),
        seconds=sum(each.seconds for each in made),
        cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
    )
