"""Define size presets: the intended extent of a story as ranges of counts."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import frozen


class Size(StrEnum):
    """The size presets, smallest first."""

    MICRO = "micro"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


@frozen
class Range:
    """A range of counts from ``least`` to ``most``, both inclusive."""

    least: int
    most: int

    def __contains__(self, count: int) -> bool:
        return self.least <= count <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@frozen(kw_only=True)
class Preset:
    """The ranges of counts for stories of one size.

    ``chapters``, ``entities``, ``questions``, ``stats``: the chapters, entities, central questions
      and stats of the story.
    ``wants``: the characters besides the player who want something and act for it.
    ``dilemmas``, ``hard_dilemmas``, ``setup_beats``: the dilemmas and opening beats of each
      chapter.
    ``passages``: the passages of each chapter. GROW never makes more, and makes fewer only if the
      plan has too few beats.
    ``shared_beats``: the beats of a dilemma before the player decides it.
    ``tail_beats``: the beats of one path after the decision.
    ``epilogue_beats``: the beats of an ending.
    ``endings``: the endings, with their variants for different paths. A stat can divide each of
      them into two.
    ``passage_beats``: the beats, or scenes, in a passage.
    ``words``: the words of a passage with the weight 2; ``WEIGHT_SHARES`` has the other weights.
    """

    chapters: Range
    entities: Range
    wants: Range
    dilemmas: Range
    hard_dilemmas: Range
    shared_beats: Range
    tail_beats: Range
    setup_beats: Range
    epilogue_beats: Range
    endings: Range
    questions: Range
    stats: Range
    passages: Range
    passage_beats: Range
    words: Range


_RANGES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "chapters": ((1, 1), (1, 1), (3, 5), (8, 12)),
    "entities": ((4, 6), (6, 10), (10, 16), (16, 24)),
    "wants": ((1, 1), (1, 2), (1, 3), (1, 3)),
    "dilemmas": ((2, 2), (2, 3), (4, 5), (4, 5)),
    "hard_dilemmas": ((1, 1), (1, 2), (3, 3), (3, 3)),
    "shared_beats": ((1, 1), (1, 2), (1, 2), (1, 2)),
    "tail_beats": ((2, 2), (2, 3), (2, 3), (3, 4)),
    "setup_beats": ((1, 1), (1, 2), (1, 2), (1, 2)),
    "epilogue_beats": ((1, 1), (1, 1), (1, 2), (1, 2)),
    "endings": ((2, 3), (3, 5), (4, 8), (6, 12)),
    "questions": ((1, 1), (1, 2), (1, 3), (2, 3)),
    "stats": ((1, 1), (2, 2), (3, 3), (3, 3)),
    "passages": ((6, 18), (10, 34), (28, 148), (44, 178)),
    "passage_beats": ((1, 2), (1, 3), (1, 3), (1, 3)),
    "words": ((50, 80), (115, 165), (120, 185), (210, 315)),
}
"""The least and the greatest value of each count, for the sizes in their order."""

PRESETS: Mapping[Size, Preset] = MappingProxyType(
    {
        size: Preset(**{name: Range(*ranges[number]) for name, ranges in _RANGES.items()})
        for number, size in enumerate(Size)
    }
)
"""The ranges of each size."""

WEIGHT_SHARES: Mapping[int, float] = MappingProxyType({1: 0.6, 2: 1, 3: 2, 4: 3})
"""The share of the story's words that a passage gets, by the weight of its heaviest beat."""

LONGEST_PLAY: Mapping[Size, int] = MappingProxyType({Size.MICRO: 900, Size.SHORT: 3_500})
"""The approximate number of words on the longest route, in stories without chapters.

Text that only some players read does not count; it adds a quarter to a half. Passage lengths scale
with the total.
"""


@frozen(kw_only=True)
class InteractionCounts:
    """The number of interactions in a story of one size.

    ``decisions``: the least number of passages with several options in a playthrough.
    ``hubs``: the number of hubs (passages in which a player looks around).
    ``topics``: the number of topics (things to look at) of each hub.
    ``options``: the number of options of a minor choice, which replace the only exit of a passage.
    ``branching_share``: the share of the minor choices whose options have passages of their own, in
      a story with stats.
    ``gated_choices``: the number of options that only players with a certain flag have.
    ``played_scenes``: the most scenes that are played in turns, in a story with stats.
    ``locked``: whether a player must read a certain topic of each hub before leaving the hub.
    ``roams``: whether the topics of a hub are at other locations.
    ``grows``: whether a hub starts with two topics, and each topic opens others. The last topic
      then opens the exit.
    """

    decisions: int
    hubs: Range
    topics: Range
    options: Range
    gated_choices: int
    branching_share: float = 0
    played_scenes: int = 0
    locked: bool = False
    roams: bool = False
    grows: bool = False


INTERACTIONS: Mapping[Size, InteractionCounts] = MappingProxyType(
    {
        size: InteractionCounts(
            decisions=decisions,
            hubs=hubs,
            topics=topics,
            options=Range(2, 4),
            gated_choices=gated,
            branching_share=branching,
            played_scenes=played,
        )
        for size, decisions, hubs, topics, gated, branching, played in (
            (Size.MICRO, 6, Range(1, 1), Range(3, 4), 1, 0.5, 0),
            (Size.SHORT, 14, Range(1, 4), Range(4, 6), 3, 0.4, 0),
            (Size.MEDIUM, 45, Range(3, 9), Range(3, 6), 8, 0, 2),
            (Size.LONG, 140, Range(8, 24), Range(3, 6), 20, 0, 4),
        )
    }
)
"""The interaction counts of each size."""
