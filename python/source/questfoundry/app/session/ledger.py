"""What a session has cost: its turns, its runs, and their candidates."""

from __future__ import annotations

from questfoundry.app.run.ledger import Ledger, ledger_of_paid
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.spend_meter import SpendMeter, SpentAmount
from questfoundry.app.runs.spending import build_spending
from questfoundry.domain.budget import Budget
from questfoundry.domain.session.result import Spending


class SessionLedger:
    """The paid calls of one session, in the journal of its project; ``meter`` holds its budget."""

    def __init__(self, runs: RunOpener, session: str, budget: Budget | None) -> None:
        self._store, self._prices, self._session = runs.store, runs.prices, session
        self._is_bounded = budget is not None
        self.meter = SpendMeter(prices=runs.prices, budget=budget)
        self.recount()

    def recount(self) -> None:
        """Let what runs of their own have spent count for the budget, where there is one."""
        if self._is_bounded:
            ledger = self._read_ledger()
            self.meter.total = SpentAmount(usage=ledger.usage, cost=ledger.cost)

    def compute_spending(self) -> Spending:
        """All that was paid for so far."""
        return build_spending(self._read_ledger())

    def _read_ledger(self) -> Ledger:
        """Of its turns, its delegated runs with their candidates, and its tools' runs."""
        runs = self._store.runs.list_session_run_ids(self._session)
        return ledger_of_paid(self._store.journal.list_paid(runs), self._prices)
