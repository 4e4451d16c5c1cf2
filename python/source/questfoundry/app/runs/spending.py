"""Compute and report the cost of runs."""

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from questfoundry.app.run.spend_meter import Ledger, ledger_of, ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import DamagedRow
from questfoundry.domain.run.inputs import CandidateInputs
from questfoundry.domain.run.record import JournalEntry, PaidUsage, RunRecord
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import CANDIDATE, DELEGATED

VOTE_SCOPES = frozenset({"rubric", "vote"})


@frozen(kw_only=True)
class RunSpending:
    """The spending of a delegated run: in total, by each agent for drafts, and for the vote."""

    whole: Spending
    by_agent: dict[str, Spending]
    on_vote: Spending


def compute_run_spending(
    run: str, agents: Iterable[str], store: ProjectStore, prices: PriceBook
) -> RunSpending:
    """Return the spending of the delegated run ``run`` and of the runs that made its candidates."""
    paid = list(store.journal.list_paid([run]))
    by_agent: dict[str, Sequence[PaidUsage]] = {
        name: [each for each in paid if _is_draft(each, name)] for name in agents
    }
    on_vote = [each for each in paid if each.scope.partition(":")[0] in VOTE_SCOPES]
    for record in store.runs.list(task=CANDIDATE):
        if isinstance(record.inputs, CandidateInputs) and record.inputs.run == run:
            by_agent[record.inputs.agent] = store.journal.list_paid([record.id])
            paid += by_agent[record.inputs.agent]
    return RunSpending(
        whole=build_spending(ledger_of_paid(paid, prices)),
        by_agent={
            name: build_spending(ledger_of_paid(each, prices)) for name, each in by_agent.items()
        },
        on_vote=build_spending(ledger_of_paid(on_vote, prices)),
    )


def _is_draft(paid: PaidUsage, agent: str) -> bool:
    """Return whether the scope of a call, such as ``refine:ann:1``, is a draft of ``agent``.

    The scope of a vote, such as ``vote:ann``, is no draft.
    """
    part, *of = paid.scope.split(":")
    return part not in VOTE_SCOPES and of[:1] == [agent]


def build_spending(ledger: Ledger) -> Spending:
    """Convert ``ledger``, the totals of recorded calls, to a ``Spending`` value."""
    return Spending(
        calls=ledger.calls,
        input_tokens=ledger.usage.input_tokens,
        output_tokens=ledger.usage.output_tokens,
        cost=ledger.cost,
    )


@frozen(kw_only=True)
class RunReport:
    """A run with its cost and its journal entries; ``parts`` splits a delegated run's spending."""

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
