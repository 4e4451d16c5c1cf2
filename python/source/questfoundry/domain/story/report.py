"""The report: what a finished story is, in numbers, and what it took to make it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from attrs import frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.story.chapter import ChapterCount


@frozen(kw_only=True)
class EndingShare:
    """An ending, and how many of all arcs reach it; ``None`` where arcs cannot be counted."""

    id: str
    name: str
    arcs: int | None


@frozen(kw_only=True)
class StageUse:
    """What all runs of a stage used: its models, seconds of them, and US dollars.

    ``cost`` is ``None`` where the price of a model is unknown.
    """

    stage: str
    models: tuple[str, ...]
    usage: Usage
    seconds: float
    cost: Decimal | None


@frozen(kw_only=True)
class ReportedFinding:
    """What is still said against the prose of a passage, which is named by its title."""

    passage: str
    problem: str


@frozen(kw_only=True)
class StoryReport:
    """The numbers of an edition; ``licences`` says what is known of each model that was used.

    ``findings`` are what checks and readers left, ``chapters`` those of a story that is to go on.
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

    @property
    def usage(self) -> Usage:
        """What all stages used."""
        return sum((each.usage for each in self.stages), NO_USAGE)

    @property
    def cost(self) -> Decimal | None:
        """What all stages cost; ``None`` where one of them is unknown."""
        costs = [each.cost for each in self.stages]
        return None if None in costs else sum((cost for cost in costs if cost), Decimal(0))
