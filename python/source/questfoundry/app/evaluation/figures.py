"""Compute the figures of a story in an evaluation, and their means."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from statistics import fmean

from attrs import frozen

from questfoundry.app.run.spend_meter import ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.agency import AgencyFigure, StoryAgency
from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.chat.codec import response_from_dict
from questfoundry.domain.errors import LLMFault
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.run.record import EntryKind
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.story import Story

CONTINUITY = frozenset(
    {ProseRule.READING, ProseRule.STRANGER, ProseRule.ABSENT, ProseRule.CONTRADICTION}
)
"""The rules whose findings count as contradictions."""


@frozen(kw_only=True)
class EvaluationFigures:
    """The figures of a story.

    ``influence``, ``differs``, ``memory`` and ``opens``: the agency of its players, from 0 to 1.
    ``contradictions``: the findings of continuity checks and reviewers that are left.
    ``refusals``: the answers in which a model refused.
    ``cost``: in US dollars; ``None`` if the price of a model is unknown.
    """

    influence: float
    differs: float | None
    memory: float | None
    opens: float
    contradictions: float
    words: float
    refusals: float
    calls: float
    tokens: float
    cost: Decimal | None


def compute_figures(
    story: Story, agency: StoryAgency, check: CheckResult, store: ProjectStore, prices: PriceBook
) -> EvaluationFigures:
    """Return the figures of a finished story from its artifacts and its journal alone."""
    runs = [run.id for run in store.runs.list()]
    ledger = ledger_of_paid(store.journal.list_paid(runs), prices)
    return EvaluationFigures(
        influence=agency.influence.value,
        differs=_value_of(agency.differs),
        memory=_value_of(agency.memory),
        opens=agency.opens.value,
        contradictions=sum(each.item.rule in CONTINUITY for each in check.prose),
        words=sum(map(count_words, story.prose.values())),
        refusals=_count_refusals(store, runs),
        calls=ledger.calls,
        tokens=ledger.usage.total_tokens,
        cost=ledger.cost,
    )


def average_figures(figures: Sequence[EvaluationFigures]) -> EvaluationFigures:
    """Return the mean of each figure, over the stories that have the figure.

    The mean cost is ``None`` if the cost of a story is unknown.
    """

    def mean(name: str) -> float:
        return fmean(getattr(each, name) for each in figures)

    costs = [each.cost for each in figures if each.cost is not None]
    return EvaluationFigures(
        influence=mean("influence"),
        differs=_mean_of_known(each.differs for each in figures),
        memory=_mean_of_known(each.memory for each in figures),
        opens=mean("opens"),
        contradictions=mean("contradictions"),
        words=mean("words"),
        refusals=mean("refusals"),
        calls=mean("calls"),
        tokens=mean("tokens"),
        cost=sum(costs, Decimal(0)) / len(costs) if len(costs) == len(figures) else None,
    )


def _value_of(figure: AgencyFigure | None) -> float | None:
    return None if figure is None else figure.value


def _mean_of_known(values: Iterable[float | None]) -> float | None:
    known = [each for each in values if each is not None]
    return fmean(known) if known else None


def _count_refusals(store: ProjectStore, runs: Sequence[str]) -> int:
    answers = (
        response_from_dict(entry.response)
        for run in runs
        for entry in store.journal.entries(run)
        if entry.key.kind is EntryKind.MODEL_CALL
    )
    return sum(each.lack is LLMFault.REFUSED for each in answers)
