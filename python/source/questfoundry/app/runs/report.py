"""Report the runs of a project: a list of all runs, and the log of one run."""

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.run.spend_meter import Ledger, ledger_of
from questfoundry.app.runs.spending import RunSpending, compute_run_spending
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.protocols.runs import DamagedRow
from questfoundry.domain.run.journal import JournalEntry
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.run.spec import DELEGATED


@frozen(kw_only=True)
class RunReport:
    """A run with its totals; ``parts`` splits the spending of a delegated run."""

    run: RunRecord
    ledger: Ledger
    entries: tuple[JournalEntry, ...] = ()
    damaged: tuple[DamagedRow, ...] = ()
    parts: RunSpending | None = None


@frozen(kw_only=True)
class RunsUseCase:
    """The use case that reads the stored runs of a project."""

    _store: ProjectStore
    _prices: PriceBook

    def list(self) -> Sequence[RunReport]:
        """Return reports of all runs, oldest first, without their journal entries."""
        return [evolve(self._build_report(run), entries=()) for run in self._store.runs.list()]

    def list_damaged_rows(self) -> Sequence[DamagedRow]:
        """Return the stored runs that cannot be read; :meth:`list` leaves them out."""
        return self._store.runs.list_damaged_rows()

    def log(self, run_id: str) -> RunReport:
        """Return the report of a run with its journal entries, or raise ``InputError``."""
        run = self._store.runs.get(run_id)
        if run is None:
            known = ", ".join(each.id for each in self._store.runs.list())
            raise InputError(f"There is no run {run_id!r}. The runs are: {known or 'none yet'}.")
        return self._build_report(run)

    def _build_report(self, run: RunRecord) -> RunReport:
        entries = tuple(self._store.journal.entries(run.id))
        return RunReport(
            run=run,
            ledger=ledger_of(entries, self._prices),
            entries=entries,
            damaged=tuple(self._store.journal.list_damaged_rows(run.id)),
            parts=(
                compute_run_spending(run.id, run.models, self._store, self._prices)
                if run.task == DELEGATED
                else None
            ),
        )
