"""Estimate, compute and report the cost of runs."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from attrs import evolve, frozen

from questfoundry.app.run.spend_meter import Ledger, ledger_of, ledger_of_paid
from questfoundry.app.runs.team import Agent, choose_judges
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import PriceBook, RunEstimate
from questfoundry.domain.protocols.runs import DamagedRow
from questfoundry.domain.run.inputs import CandidateInputs, DelegatedInputs
from questfoundry.domain.run.record import (
    JournalEntry,
    PaidUsage,
    RunRecord,
    RunStatus,
    collect_paid_usage,
)
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import CANDIDATE, DELEGATED, RunMode, RunSpec

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


_INSTRUCTION_TOKENS = 350
"""Tokens of the instructions that an agent gets besides its task."""
_DRAFT_TOKENS, _MARKS_TOKENS = 900, 600
"""Tokens of a draft, if its model has no earlier runs, and tokens of a judge's marks."""
_SAMPLE_RUNS, _MIN_DRAFT_TOKENS = 5, 100
"""The number of past runs whose drafts are averaged, and the minimum of the average, in tokens."""
_SHORT_DRAFT_USAGE = Usage(input_tokens=100, output_tokens=150)
"""The usage of a draft by a model without comprehension, besides its task."""
_STAGE_USAGE = Usage(calls=8, input_tokens=30_000, output_tokens=6_000)
"""The usage of a stage that has not run in this project yet."""


def estimate_run(
    spec: RunSpec, agents: Sequence[Agent], briefing: str, *, store: ProjectStore, prices: PriceBook
) -> RunEstimate:
    """Return the estimated cost of the run; the request of each agent contains ``briefing``."""
    briefing_usage = Usage(calls=0, input_tokens=estimate_tokens(briefing))
    input_tokens = _INSTRUCTION_TOKENS + briefing_usage.input_tokens
    count, judges = len(agents), choose_judges(agents)
    lengths = {each.model: _average_draft_tokens(each.model, store) for each in agents}
    longest = max(lengths.values(), default=_DRAFT_TOKENS)
    uses: list[tuple[str, Usage]] = []
    for agent in agents:
        model, judge = agent.model, str(agent.providers.serialize.model)
        if spec.stage:
            uses.append((model, _find_stage_usage(spec.stage, store, prices)))
        else:
            drafted = Usage(input_tokens=input_tokens, output_tokens=lengths[model])
            uses.append(
                (model, drafted if agent.can_comprehend else _SHORT_DRAFT_USAGE + briefing_usage)
            )
            rounds = spec.coordination_overrides.max_rounds if spec.has_refinement else 0
            again = Usage(input_tokens=input_tokens + count * longest, output_tokens=lengths[model])
            uses += [(model, again)] * (rounds if agent.can_comprehend else 0)
        if count > 1 and agent in judges:
            judged = Usage(input_tokens=input_tokens + count * longest, output_tokens=_MARKS_TOKENS)
            uses.append((judge, judged if agent.can_comprehend else Usage()))
    if count > 1 and judges:
        criteria = Usage(input_tokens=input_tokens, output_tokens=_MARKS_TOKENS // 4)
        uses.append((uses[0][0], criteria if judges[0].can_comprehend else Usage()))
    if spec.mode is RunMode.PLAN_AND_EXECUTE:
        executed = Usage(input_tokens=input_tokens + longest, output_tokens=2 * longest)
        uses.append((agents[0].model, executed))
    costs = [prices.cost(model, use) for model, use in uses]
    known = [cost for cost in costs if cost is not None]
    return RunEstimate(
        calls=sum(use.calls for _, use in uses),
        tokens=sum(use.total_tokens for _, use in uses),
        cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
    )


def _find_stage_usage(stage: str, store: ProjectStore, prices: PriceBook) -> Usage:
    done = store.runs.list(task=stage, status=RunStatus.COMPLETED)
    for run in reversed(done):
        ledger = ledger_of_paid(store.journal.list_paid([run.id]), prices)
        if ledger.calls:
            return ledger.usage
    return _STAGE_USAGE


def _average_draft_tokens(model: str, store: ProjectStore) -> int:
    done = store.runs.list(task=DELEGATED, status=RunStatus.COMPLETED)
    drafted = [
        run.id
        for run in done
        if isinstance(run.inputs, DelegatedInputs) and not run.inputs.spec.stage
    ]
    paid = [
        each.usage
        for run in drafted[-_SAMPLE_RUNS:]
        for each in collect_paid_usage(store.journal.entries(run))
        if each.model == model
    ]
    calls = sum(each.calls for each in paid)
    return (
        max(_MIN_DRAFT_TOKENS, sum(each.output_tokens for each in paid) // calls)
        if calls
        else _DRAFT_TOKENS
    )
