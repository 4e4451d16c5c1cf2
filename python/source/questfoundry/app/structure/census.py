"""The statistics of a story's structure as data classes, and its counts of words.

A dilemma is a question that the player decides. A path is one answer of a dilemma.
"""

from collections.abc import Collection, Mapping

from attrs import frozen

from questfoundry.domain.solver import Spread
from questfoundry.domain.story.dilemma import Residue, Weight
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.story.report import DecisionCount
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.passage_lengths import plan_word_range


@frozen(kw_only=True)
class EndingCount:
    """An ending, with the numbers of passages that show it and of playthroughs that reach it."""

    id: str
    name: str
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class PathCount:
    """A path, the number of passages written only for it, and the number of arcs that take it.

    ``residue`` says how strongly the path shows after the dilemma's paths rejoin; ``None`` if they
    never do.
    """

    id: str
    answer: str
    residue: Residue | None
    passages: int
    arcs: int | None


@frozen(kw_only=True)
class DilemmaCount:
    """The statistics of one dilemma, which a player decides in the passages ``forks``.

    ``splits_end`` says whether the answers lead to different endings. If it is false and the paths
    never join, they remain separate until the end of the chapter.
    """

    id: str
    question: str
    weight: Weight
    splits_end: bool
    forks: tuple[str, ...]
    paths: tuple[PathCount, ...]


@frozen(kw_only=True)
class ClueCount:
    """A clue with the passages that reveal it; ``answers`` says whether it answers its question."""

    id: str
    text: str
    answers: bool
    passages: tuple[str, ...]


@frozen(kw_only=True)
class QuestionCount:
    """A central question with its clues; at endings ``unanswered``, players may lack the answer."""

    question: str
    clues: tuple[ClueCount, ...]
    unanswered: tuple[str, ...]


@frozen(kw_only=True)
class PaceCount:
    """The length of playthroughs in screens and in decisions.

    ``onward``: how many screens of a playthrough offer only one choice. ``options``: a mapping from
    the number of distinct choice labels, from two, to the number of passages that offer so many.
    """

    screens: Spread
    decisions: Spread
    onward: Spread
    options: Mapping[int, int]


@frozen(kw_only=True)
class Route:
    """A playthrough: its passages, its choices, and the number of words that the player reads."""

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    words: Range


@frozen(kw_only=True)
class StatReading:
    """A place where the story reads a stat.

    ``passage``: the id of the passage.
    ``reader``: the label of the choice, or "conditional text".
    ``values``: the values that the reader asks for, such as "at least +2".
    ``share``: the share of random players in the passage who have these values, from 0 to 1;
      ``None`` if it cannot be measured.
    """

    passage: str
    reader: str
    values: str
    share: float | None


@frozen(kw_only=True)
class StatCount:
    """A stat with the labels of the choices that raise or lower it, and where it is read."""

    id: str
    name: str
    question: str
    raised_by: tuple[str, ...]
    lowered_by: tuple[str, ...]
    readings: tuple[StatReading, ...]


@frozen(kw_only=True)
class Census:
    """The statistics of a structure.

    ``written`` is the number of passages with prose; for other passages, planned numbers of words
    are used. Every count of ``arcs`` is ``None`` if the playthroughs cannot be counted, for the
    reason ``uncounted``.
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
    stats: tuple[StatCount, ...]
    pace: PaceCount | None
    shortest: Route | None
    longest: Route | None
    titles: Mapping[str, str]


@frozen(kw_only=True)
class StoryFigures:
    """The counts of the story so far; ``written`` is the number of passages with prose."""

    passages: int
    written: int
    endings: int
    words: int


def count_passage_words(story: Story) -> Mapping[str, Range]:
    """Return the word count of each passage, as a range.

    For a written passage, all conditional texts count. For an unwritten passage, the range is the
    planned one.
    """
    words: dict[str, Range] = {}
    for passage in story.existing_structure.passages:
        prose = story.prose.get(passage.id)
        written = count_words(prose) if prose else 0
        words[passage.id] = Range(written, written) if written else plan_word_range(story, passage)
    return words


def count_words_read(story: Story, passage: str, flags: Collection[str]) -> Range | None:
    """Return the words that a player with ``flags`` reads; ``None`` if nothing is written."""
    if passage not in story.prose:
        return None
    parts = (each for each in story.paragraphs(passage) if each.is_visible_with(flags))
    count = sum(each.word_count for each in parts)
    return Range(count, count)


def estimate_passage_words(story: Story) -> Mapping[str, int]:
    """Return one word count for each passage: the middle of the passage's word count range."""
    return {
        name: (words.least + words.most) // 2 for name, words in count_passage_words(story).items()
    }


def count_story(story: Story) -> StoryFigures:
    """Return the figures of the story, whose structure must exist."""
    passages = story.existing_structure.passages
    return StoryFigures(
        passages=len(passages),
        written=sum(each.id in story.prose for each in passages),
        endings=len({each.ending for each in passages if each.ending}),
        words=sum(each.least for each in count_passage_words(story).values()),
    )
