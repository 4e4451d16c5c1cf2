"""The statistics of a story's structure, as values.

An arc is a possible playthrough; a path is one answer of a dilemma.
"""

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

    ``residue`` is the strength of the path's later effect; ``None`` if it never joins the other
    path.
    """

    id: str
    answer: str
    residue: Residue | None
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class DilemmaCount:
    """The branching of a dilemma.

    ``forks`` are the passages in which a player decides the dilemma. If its paths never join, they
    divide either the end of the story (``splits_end``) or the end of the chapter.
    """

    id: str
    question: str
    weight: Weight
    splits_end: bool
    forks: tuple[str, ...]
    paths: tuple[PathCount, ...]


@frozen(kw_only=True)
class ClueCount:
    """A clue with the passages that reveal it; ``answers`` is true if it answers its question."""

    id: str
    text: str
    answers: bool
    passages: tuple[str, ...]


@frozen(kw_only=True)
class QuestionCount:
    """A central question with its clues.

    ``unanswered`` are the endings that a player may reach without the answer.
    """

    question: str
    clues: tuple[ClueCount, ...]
    unanswered: tuple[str, ...]


@frozen(kw_only=True)
class PaceCount:
    """The length of playthroughs in screens and in decisions.

    ``onward`` counts the screens with only one choice. ``options`` says how many passages offer one
    distinct choice label, two, and so on.
    """

    screens: Spread
    decisions: Spread
    onward: Spread
    options: Mapping[int, int]


@frozen(kw_only=True)
class Route:
    """An arc, with its passages, the choices between them, and the words that its player reads."""

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    words: Range


@frozen(kw_only=True)
class Census:
    """The statistics of a structure.

    ``written``: the number of passages with prose; the words of other passages are planned values.
    ``arcs``: the number of arcs. This and every other count of arcs is ``None`` if they cannot be
        counted.
    ``uncounted``: the reason why the arcs cannot be counted, or empty.
    ``pace``: the pace of playthroughs; ``None`` if it cannot be computed.
    ``titles``: the titles of passages by id, where there is a title.
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
