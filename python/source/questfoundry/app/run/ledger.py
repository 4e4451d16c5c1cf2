"""What a run used, counted from its journal and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from attrs import evolve, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.journal import PAID, JournalEntry
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
    made = [entry for entry in entries if entry.key.kind in PAID]
    costs = [prices.cost(entry.model, entry.usage) for entry in made]
    known = [cost for cost in costs if cost is not None]
    usage = sum((entry.usage for entry in made), NO_USAGE)
    return Ledger(
        calls=len(made),
        # A request that was answered without a model is a call, too, as the journal has it.
        usage=evolve(usage, calls=len(made)),
        seconds=sum(entry.seconds for entry in made),
        cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
    )
