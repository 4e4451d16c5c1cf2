"""Estimate the calls, tokens and cost of a run of agents before it begins."""

from collections.abc import Sequence
from decimal import Decimal

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.runs.team import Agent, choose_judges
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols import PriceBook, RunEstimate
from questfoundry.domain.run.inputs import DelegatedInputs
from questfoundry.domain.run.journal import collect_paid_usage
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.spec import DELEGATED, RunMode, RunSpec

_INSTRUCTION_TOKENS = 350
"""Tokens of the instructions that an agent gets besides its task."""
_DRAFT_TOKENS, _MARKS_TOKENS = 900, 600
"""Tokens of a draft by a model without earlier runs, and of a judge's marks."""
_SAMPLE_RUNS, _MIN_DRAFT_TOKENS = 5, 100
"""The number of runs for the average length of a draft, and the minimum of that length."""
_SHORT_DRAFT_USAGE = Usage(input_tokens=100, output_tokens=150)
"""The usage of a draft by a model without comprehension, besides its task."""
_STAGE_USAGE = Usage(calls=8, input_tokens=30_000, output_tokens=6_000)
"""The usage of a stage that has not run in this project yet."""


def estimate_run(
    spec: RunSpec, agents: Sequence[Agent], briefing: str, *, store: ProjectStore, prices: PriceBook
) -> RunEstimate:
    """Return the estimated calls, tokens and dollars of a run; all agents get ``briefing``."""
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
