"""The numbers of a structure, as values."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.play.play_length import Spread
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.path import Residue
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
    """A path: the passages that are told for it alone, and the arcs that take it.

    ``residue`` says how it is felt later, ``None`` where it never rejoins.
    """

    id: str
    answer: str
    residue: Residue | None
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class DilemmaCount:
    """How a dilemma branches; ``forks`` are the passages in which a player settles it.

    One that splits the story, and not its end, splits its chapter.
    """

    id: str
    question: str
    weight: Weight
    splits_end: bool
    forks: tuple[str, ...]
    paths: tuple[PathCount, ...]


@frozen(kw_only=True)
class ClueCount:
    """A clue: the passages that teach it, and whether it answers its question."""

    id: str
    text: str
    answers: bool
    passages: tuple[str, ...]


@frozen(kw_only=True)
class QuestionCount:
    """A central question with its clues; ``unanswered`` are the endings that may leave it open."""

    question: str
    clues: tuple[ClueCount, ...]
    unanswered: tuple[str, ...]


@frozen(kw_only=True)
class PaceCount:
    """What a playthrough comes to: screens, those with a decision, those with one way on.

    ``options`` counts the decisions of the structure by how many labels they offer.
    """

    screens: Spread
    decisions: Spread
    onward: Spread
    options: Mapping[int, int]


@frozen(kw_only=True)
class Route:
    """An arc by its passages and the choices through them, and the words that its player reads."""

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    words: Range


@frozen(kw_only=True)
class Census:
    """The numbers of a structure.

    ``written`` counts the passages whose prose is there; the words of the others are as
    planned. ``arcs``, and what is counted in arcs, is ``None`` where they cannot be counted;
    then ``uncounted`` says why; ``pace`` is ``None`` as well where it cannot be told. ``titles``
    names the passages that have a title.
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
    questions: tuple[QuestionCount, ...]
    pace: PaceCount | None
    shortest: Route | None
    longest: Route | None
    titles: Mapping[str, str]
