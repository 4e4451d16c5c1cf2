"""Compute the cost of a session, which includes its turns and all runs that they launched."""

from questfoundry.app.run.ledger import Ledger, ledger_of_paid
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.spend_meter import SpendMeter, SpentAmount
from questfoundry.app.runs.spending import build_spending
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import Budget


class SessionLedger:
    """A reader of one session's spending; ``meter`` enforces the budget of the session."""

    def __init__(self, runs: RunOpener, session: str, budget: Budget | None) -> None:
        self._store, self._prices, self._session = runs.store, runs.prices, session
        self._is_bounded = budget is not None
        self.meter = SpendMeter(prices=runs.prices, budget=budget)
        self.recount()

    def recount(self) -> None:
        """Set the meter's total to the session's recorded spending, if there is a budget.

        This adds the spending of delegated runs, which have meters of their own.
        """
        if self._is_bounded:
            ledger = self._read_ledger()
            self.meter.total = SpentAmount(usage=ledger.usage, cost=ledger.cost)

    def compute_spending(self) -> Spending:
        """Return the total spending of the session so far, including its runs."""
        return build_spending(self._read_ledger())

    def _read_ledger(self) -> Ledger:
        runs = self._store.runs.list_session_run_ids(self._session)
        return ledger_of_paid(self._store.journal.list_paid(runs), self._prices)
