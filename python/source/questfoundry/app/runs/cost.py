"""Estimate the cost of a delegated run before it starts, and compute the cost of stored runs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from attrs import evolve, frozen

from questfoundry.app.run.spend_meter import Ledger, ledger_of, ledger_of_paid
from questfoundry.app.runs.team import Agent, choose_judges
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import DamagedRow, RunEstimate
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

StageUsage = Callable[[Agent], Mapping[str, PaidUsage]]
"""A function that returns the typical usage of an agent's model for each stage, by stage name."""

_INSTRUCTION_TOKENS, _REFINE_TOKENS, _CRITERIA_TOKENS = 400, 150, 220
"""Tokens of the instructions and tools of a draft, of refining it, and of choosing criteria."""
_VOTE_TOKENS, _VOTE_TOKENS_PER_DRAFT = 400, 60
_CRITERIA_ANSWER_TOKENS, _MARKS_TOKENS = 100, 180
"""Tokens of the answer with the criteria, and of a judge's marks for one draft."""
_DRAFT_TOKENS = 400
"""Tokens of a draft, if neither its task nor an earlier run of its model tells more.

The value is between those of a short answer and of a long one, so that neither is far off.
"""
_MIN_DRAFT_TOKENS = 40
_THINKING_TOKENS = 1_000
"""Tokens that a model that always thinks adds to an answer."""
_MAX_FILES, _FILE_TOKENS, _TOOL_CALL_TOKENS = 5, 1_400, 60
"""The files that an agent reads if the run names files, and tokens of a file and of the calls."""
_SAMPLE_RUNS = 5
"""The number of past runs whose drafts are averaged."""
_DRAFT_PARTS = frozenset({"draft", "refine", "execute"})
_SHORT_DRAFT_USAGE = Usage(input_tokens=100, output_tokens=150)
"""The usage of a draft by a model without comprehension, besides its task."""
_STAGE_USAGE = Usage(calls=8, input_tokens=30_000, output_tokens=6_000)
"""The usage of a stage of a plug-in that has not run in this project yet."""

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_UNIT_TOKENS = {"word": 1.4, "name": 15, "title": 15, "line": 15, "sentence": 35} | {
    "paragraph": 130,
    "page": 600,
}
_LENGTH = re.compile(
    rf"\b(\d{{1,5}}|{'|'.join(_NUMBERS)})[ -](?:[a-z]+ )?({'|'.join(_UNIT_TOKENS)})s?\b",
    re.IGNORECASE,
)


@frozen(kw_only=True)
class RunEstimator:
    """An estimator for the runs of one project, which learns from the project's earlier runs."""

    store: ProjectStore
    prices: PriceBook
    stage_usage: StageUsage = lambda _: {}

    def estimate(self, spec: RunSpec, agents: Sequence[Agent], briefing: str) -> RunEstimate:
        """Return the estimate for a run; the request of each agent contains ``briefing``."""
        if spec.stage:
            uses = [(each.model, self._find_stage_usage(spec.stage, each)) for each in agents]
            drafts = {
                each.id: use.output_tokens for each, (_, use) in zip(agents, uses, strict=True)
            }
        else:
            drafts = {each.id: self._guess_draft_tokens(spec, each.model) for each in agents}
            uses = list(_list_work(spec, agents, drafts, estimate_tokens(briefing)))
        if len(agents) > 1:
            uses += _list_votes(agents, drafts, estimate_tokens(briefing))
        costs = [self.prices.cost(model, use) for model, use in uses]
        known = [cost for cost in costs if cost is not None]
        return RunEstimate(
            calls=sum(use.calls for _, use in uses),
            tokens=sum(use.total_tokens for _, use in uses),
            cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
        )

    def _find_stage_usage(self, stage: str, agent: Agent) -> Usage:
        done = self.store.runs.list(task=stage, status=RunStatus.COMPLETED)
        for run in reversed(done):
            ledger = ledger_of_paid(self.store.journal.list_paid([run.id]), self.prices)
            if ledger.calls:
                return ledger.usage
        typical = self.stage_usage(agent).get(stage)
        return typical.usage if typical else _STAGE_USAGE

    def _guess_draft_tokens(self, spec: RunSpec, model: str) -> int:
        if not spec.planning_mode and (tokens := guess_length(spec.task)):
            return tokens
        done = self.store.runs.list(task=DELEGATED, status=RunStatus.COMPLETED)
        drafted = [
            run.id
            for run in done
            if isinstance(run.inputs, DelegatedInputs) and not run.inputs.spec.stage
        ]
        paid = [
            each.usage
            for run in drafted[-_SAMPLE_RUNS:]
            for each in collect_paid_usage(self.store.journal.entries(run))
            if each.model == model and each.scope.partition(":")[0] in _DRAFT_PARTS
        ]
        calls = sum(each.calls for each in paid)
        average = sum(each.output_tokens for each in paid) // calls if calls else _DRAFT_TOKENS
        return max(_MIN_DRAFT_TOKENS, average)


def guess_length(task: str) -> int:
    """Return the tokens of the text that ``task`` asks for, such as "300 words", or 0."""
    found = [
        int((_NUMBERS.get(number.casefold()) or int(number)) * _UNIT_TOKENS[unit.casefold()])
        for number, unit in _LENGTH.findall(task)
    ]
    return max(_MIN_DRAFT_TOKENS, *found) if found else 0


def _list_work(
    spec: RunSpec, agents: Sequence[Agent], drafts: Mapping[str, int], briefing: int
) -> Iterator[tuple[str, Usage]]:
    """Yield the usage of each part of the agents' work; ``drafts`` maps agents to tokens."""
    opening, all_drafts = _INSTRUCTION_TOKENS + briefing, sum(drafts.values())
    rounds = spec.coordination_overrides.max_rounds if spec.has_refinement else 0
    for agent in agents:
        if not agent.can_comprehend:
            yield agent.model, _SHORT_DRAFT_USAGE + Usage(calls=0, input_tokens=briefing)
            continue
        refined = opening + _REFINE_TOKENS + all_drafts
        for read in (opening, *([refined] * rounds)):
            yield agent.model, _build_usage(agent, read, drafts[agent.id])
        yield agent.model, _estimate_reading(spec, agent, opening)
    if spec.mode is RunMode.PLAN_AND_EXECUTE:
        longest = max(drafts.values())
        written = guess_length(spec.task) or 2 * longest
        yield agents[0].model, _build_usage(agents[0], opening + longest, written)


def _estimate_reading(spec: RunSpec, agent: Agent, opening: int) -> Usage:
    """Return the usage of the call with which an agent reads the files that the run names."""
    count = min(len(spec.context_paths), _MAX_FILES)
    if not count or not agent.providers.discuss.traits.capabilities.tools:
        return NO_USAGE
    return _build_usage(agent, opening + count * _FILE_TOKENS, _TOOL_CALL_TOKENS)


def _list_votes(
    agents: Sequence[Agent], drafts: Mapping[str, int], briefing: int
) -> Iterator[tuple[str, Usage]]:
    """Yield the usage of choosing criteria and of each judge's ballot."""
    judges = choose_judges(agents)
    for at, judge in enumerate(judges):
        model = str(judge.providers.serialize.model)
        if not at:
            read = _CRITERIA_TOKENS + briefing
            yield model, _build_usage(judge, read, _CRITERIA_ANSWER_TOKENS)
        marked = [n for name, n in drafts.items() if name != judge.id or len(judges) == 1]
        read = _VOTE_TOKENS + briefing + sum(each + _VOTE_TOKENS_PER_DRAFT for each in marked)
        yield model, _build_usage(judge, read, _MARKS_TOKENS * len(marked))


def _build_usage(agent: Agent, read: int, written: int) -> Usage:
    """Return the usage of a call: none for a model without comprehension, which is not called."""
    if not agent.can_comprehend:
        return Usage()
    always_thinks = not agent.providers.discuss.traits.capabilities.temperature
    thought = _THINKING_TOKENS if always_thinks else 0
    return Usage(input_tokens=read, output_tokens=written + thought)


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
