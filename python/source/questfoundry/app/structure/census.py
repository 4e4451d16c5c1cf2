"""What is counted in a structure: its size, its arcs, and where they part."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.story.dilemma import Residue, Weight
from questfoundry.domain.story.size import Range


@frozen(kw_only=True)
class EndingCount:
    """An ending, the passages that have it, and the arcs that reach it."""

    id: str
    name: str
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class PathCount:
    """A path: the passages that are told for it alone, and the arcs that take it."""

    id: str
    answer: str
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class DilemmaCount:
    """How a dilemma branches; ``forks`` are the passages in which a player settles it."""

    id: str
    question: str
    weight: Weight
    residue: Residue
    forks: tuple[str, ...]
    paths: tuple[PathCount, ...]


@frozen(kw_only=True)
class Route:
    """An arc by its passages and the choices that lead through them, and its words."""

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    words: Range


@frozen(kw_only=True)
class Census:
    """The numbers of a structure.

    ``written`` counts the passages whose prose is there; the words of the others are as
    planned. ``arcs``, and what is counted in arcs, is ``None`` where they cannot be counted;
    then ``uncounted`` says why. ``titles`` names the passages that have a title.
    """

    title: str
    passages: int
    choices: int
    written: int
    words: Range
    arcs: int | None
    uncounted: str
    endings: tuple[EndingCount, ...]
    dilemmas: tuple[DilemmaCount, ...]
    shortest: Route | None
    longest: Route | None
    titles: Mapping[str, str]
