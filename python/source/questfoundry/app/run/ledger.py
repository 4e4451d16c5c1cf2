"""Compute a run's totals (calls, tokens, time and cost) from the run's journal alone."""

from collections.abc import Sequence
from decimal import Decimal

from attrs import frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.run.journal import JournalEntry, PaidUsage, collect_paid_usage


@frozen(kw_only=True)
class Ledger:
    """The totals of a run; ``cost`` in US dollars is ``None`` if a price is unknown."""

    calls: int
    usage: Usage
    seconds: float
    cost: Decimal | None


def ledger_of(entries: Sequence[JournalEntry], prices: PriceBook) -> Ledger:
    """Return the totals of all paid calls in ``entries``, even of calls with unusable answers."""
    return ledger_of_paid(collect_paid_usage(entries), prices)


def ledger_of_paid(paid: Sequence[PaidUsage], prices: PriceBook) -> Ledger:
    """Return the totals of the calls in ``paid``."""
    usage = sum((each.usage for each in paid), NO_USAGE)
    return Ledger(
        calls=usage.calls,
        usage=usage,
        seconds=sum(each.seconds for each in paid),
        cost=_add_costs([prices.cost(each.model, each.usage) for each in paid]),
    )


def add_ledgers(ledgers: Sequence[Ledger]) -> Ledger:
    """Return the totals of several runs."""
    return Ledger(
        calls=sum(each.calls for each in ledgers),
        usage=sum((each.usage for each in ledgers), NO_USAGE),
        seconds=sum(each.seconds for each in ledgers),
        cost=_add_costs([each.cost for each in ledgers]),
    )


def _add_costs(costs: Sequence[Decimal | None]) -> Decimal | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if len(known) == len(costs) else None
