"""The statistics of a structure, as values."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.play.play_length import Spread
from questfoundry.domain.story.decisions import DecisionCount
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import Range


@frozen(kw_only=True)
class EndingCount:
    """An ending, the number of passages that show it, and the number of arcs that reach it."""

    id: str
    name: str
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class PathCount:
    """A path, the number of passages written only for it, and the number of arcs that take it.

    ``residue`` is the strength of its delayed effect, ``None`` if the path never rejoins.
    """

    id: str
    answer: str
    residue: Residue | None
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class DilemmaCount:
    """The branching of a dilemma; ``forks`` are the passages in which a player decides it.

    A dilemma with paths that never rejoin splits the end of the story if ``splits_end``, else the
    end of its chapter.
    """

    id: str
    question: str
    weight: Weight
    splits_end: bool
    forks: tuple[str, ...]
    paths: tuple[PathCount, ...]


@frozen(kw_only=True)
class ClueCount:
    """A clue, the passages that reveal it, and whether it answers its question."""

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
    """The length of playthroughs in screens, in decisions, and in screens with only one choice.

    ``options`` maps a number of distinct choice labels to the number of passages that offer so
    many.
    """

    screens: Spread
    decisions: Spread
    onward: Spread
    options: Mapping[int, int]


@frozen(kw_only=True)
class Route:
    """An arc: its passages, the choices between them, and the words that its player reads."""

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    words: Range


@frozen(kw_only=True)
class Census:
    """The statistics of a structure.

    ``written`` counts the passages with prose; the words of the others are planned values.
    ``arcs``, and every count in arcs, is ``None`` if the arcs cannot be counted, and ``uncounted``
    gives the reason. ``pace`` is ``None`` if it cannot be computed. ``titles`` maps passage ids to
    titles, where there is a title.
    """

    title: str
    passages: int
    choices: int
    written: int
    words: Range
    arcs: int | None
    uncounted: str
    decisions: DecisionCount
    endings: tuple[EndingCount, ...]
    dilemmas: tuple[DilemmaCount, ...]
    questions: tuple[QuestionCount, ...]
    pace: PaceCount | None
    shortest: Route | None
    longest: Route | None
    titles: Mapping[str, str]
