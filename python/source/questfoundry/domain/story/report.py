"""The report: the figures of a finished story and the cost of making it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from attrs import frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.story.chapter import ChapterCount
from questfoundry.domain.story.decisions import DecisionCount


@frozen(kw_only=True)
class EndingShare:
    """An ending and the number of playthroughs that reach it; ``None`` if not countable."""

    id: str
    name: str
    arcs: int | None


@frozen(kw_only=True)
class StageUse:
    """The total use of all runs of a stage: models, tokens, seconds and US dollars.

    ``cost`` is ``None`` if the price of a model is unknown.
    """

    stage: str
    models: tuple[str, ...]
    usage: Usage
    seconds: float
    cost: Decimal | None


@frozen(kw_only=True)
class ReportedFinding:
    """An open problem with the prose of a passage; ``passage`` is its title."""

    passage: str
    problem: str


@frozen(kw_only=True)
class StoryReport:
    """The figures of an edition; ``licences`` describes the licence of each model that was used.

    ``findings`` are the problems left by checks and reviewers. ``chapters`` is set for a story with
    chapters still to come, ``decisions`` if the decisions were counted.
    """

    title: str
    ifid: str
    language: str
    words: int
    passages: int
    choices: int
    arcs: int | None
    endings: tuple[EndingShare, ...]
    stages: tuple[StageUse, ...]
    licences: Mapping[str, str]
    findings: tuple[ReportedFinding, ...] = ()
    chapters: ChapterCount | None = None
    decisions: DecisionCount | None = None

    @property
    def usage(self) -> Usage:
        """The token usage of all stages together."""
        return sum((each.usage for each in self.stages), NO_USAGE)

    @property
    def cost(self) -> Decimal | None:
        """The cost of all stages in US dollars; ``None`` if the cost of one stage is unknown."""
        costs = [each.cost for each in self.stages]
        return None if None in costs else sum((cost for cost in costs if cost), Decimal(0))
