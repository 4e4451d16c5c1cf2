"""Compute what each part of a run of agents has cost, from the run's journal."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
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
    """Return whether a call such as ``refine:ann:1``, but not ``vote:ann``, is of ``agent``."""
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
