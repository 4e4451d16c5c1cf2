"""Compute what each part of a run of agents has cost, from the run's journal."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from attrs import frozen

from questfoundry.app.run.ledger import Ledger, ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.run.inputs import CandidateInputs
from questfoundry.domain.run.journal import PaidUsage
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import CANDIDATE

VOTE_SCOPES = frozenset({"rubric", "vote"})


@frozen(kw_only=True)
class RunSpending:
    """The spending of a delegated run: the total, the drafts of each agent, and the vote."""

    whole: Spending
    by_agent: dict[str, Spending]
    on_vote: Spending


def compute_run_spending(
    run: str, agents: Iterable[str], store: ProjectStore, prices: PriceBook
) -> RunSpending:
    """Return the spending of the delegated run ``run``, also split by agent.

    The result includes the runs in which agents make candidates for a stage's artifact.
    """
    parts = _split_by_agent(store.journal.list_paid([run]), agents, prices)
    made = {
        record.inputs.agent: _sum_paid(store.journal.list_paid([record.id]), prices)
        for record in store.runs.list(task=CANDIDATE)
        if isinstance(record.inputs, CandidateInputs) and record.inputs.run == run
    }
    return RunSpending(
        whole=sum_spending([parts.whole, *made.values()]),
        by_agent={**parts.by_agent, **made},
        on_vote=parts.on_vote,
    )


def _split_by_agent(
    paid: Sequence[PaidUsage], agents: Iterable[str], prices: PriceBook
) -> RunSpending:
    """Split payments by the names under which the journal records the calls.

    For example, ``refine:ann:1`` counts for the agent ``ann``, and ``vote:ann`` for the vote.
    """
    by_agent: dict[str, list[PaidUsage]] = {each: [] for each in agents}
    on_vote: list[PaidUsage] = []
    for each in paid:
        part, *of = each.scope.split(":")
        if part in VOTE_SCOPES:
            on_vote.append(each)
        elif of and of[0] in by_agent:
            by_agent[of[0]].append(each)
    return RunSpending(
        whole=_sum_paid(paid, prices),
        by_agent={name: _sum_paid(each, prices) for name, each in by_agent.items()},
        on_vote=_sum_paid(on_vote, prices),
    )


def _sum_paid(paid: Sequence[PaidUsage], prices: PriceBook) -> Spending:
    return build_spending(ledger_of_paid(paid, prices))


def build_spending(ledger: Ledger) -> Spending:
    """Convert ``ledger``, the totals of recorded calls, to a ``Spending`` value."""
    return Spending(
        calls=ledger.calls,
        input_tokens=ledger.usage.input_tokens,
        output_tokens=ledger.usage.output_tokens,
        cost=ledger.cost,
    )


def sum_spending(parts: Iterable[Spending]) -> Spending:
    """Return the sum of ``parts``; the cost is ``None`` if the cost of a part is unknown."""
    values = tuple(parts)
    known = [each.cost for each in values if each.cost is not None]
    return Spending(
        calls=sum(each.calls for each in values),
        input_tokens=sum(each.input_tokens for each in values),
        output_tokens=sum(each.output_tokens for each in values),
        cost=sum(known, Decimal(0)) if len(known) == len(values) else None,
    )
