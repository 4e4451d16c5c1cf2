"""Define size presets: the intended extent of a story as ranges of counts.

The ranges appear in prompts, schemas and checks, and they limit what a story can cost.
"""

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

    ``chapters``, ``entities``, ``questions``: the chapters, entities and central questions of the
      story.
    ``dilemmas``, ``hard_dilemmas``, ``setup_beats``: the dilemmas and opening beats of each
      chapter.
    ``passages``: the passages of each chapter. GROW never makes more, and makes fewer only if the
      plan has too few beats.
    ``shared_beats``: the beats of a dilemma before the player decides it.
    ``tail_beats``: the beats of one path after the decision.
    ``epilogue_beats``: the beats of an ending.
    ``endings``: the endings, with their variants for different paths.
    ``passage_beats``: the beats, or scenes, in a passage.
    ``link_words``: the words of a passage that connects events.
    ``moment_words``: the words of a passage with a turning point.
    ``topic_words``: the words of a topic of a hub.
    """

    chapters: Range
    entities: Range
    dilemmas: Range
    hard_dilemmas: Range
    shared_beats: Range
    tail_beats: Range
    setup_beats: Range
    epilogue_beats: Range
    endings: Range
    questions: Range
    passages: Range
    passage_beats: Range
    topic_words: Range
    link_words: Range
    moment_words: Range


PRESETS: Mapping[Size, Preset] = MappingProxyType(
    {
        Size.MICRO: Preset(
            chapters=Range(1, 1),
            entities=Range(4, 6),
            dilemmas=Range(2, 2),
            hard_dilemmas=Range(1, 1),
            shared_beats=Range(1, 1),
            tail_beats=Range(2, 2),
            setup_beats=Range(1, 1),
            epilogue_beats=Range(1, 1),
            endings=Range(2, 3),
            questions=Range(1, 1),
            passages=Range(6, 18),
            passage_beats=Range(1, 2),
            topic_words=Range(30, 50),
            link_words=Range(50, 80),
            moment_words=Range(100, 140),
        ),
        Size.SHORT: Preset(
            chapters=Range(1, 1),
            entities=Range(6, 10),
            dilemmas=Range(2, 3),
            hard_dilemmas=Range(1, 2),
            shared_beats=Range(1, 2),
            tail_beats=Range(2, 3),
            setup_beats=Range(1, 2),
            epilogue_beats=Range(1, 1),
            endings=Range(3, 5),
            questions=Range(1, 2),
            passages=Range(10, 34),
            passage_beats=Range(1, 3),
            topic_words=Range(55, 105),
            link_words=Range(115, 165),
            moment_words=Range(255, 380),
        ),
        Size.MEDIUM: Preset(
            chapters=Range(3, 5),
            entities=Range(10, 16),
            dilemmas=Range(4, 5),
            hard_dilemmas=Range(3, 3),
            shared_beats=Range(1, 2),
            tail_beats=Range(2, 3),
            setup_beats=Range(1, 2),
            epilogue_beats=Range(1, 2),
            endings=Range(4, 8),
            questions=Range(1, 3),
            passages=Range(28, 148),
            passage_beats=Range(1, 3),
            topic_words=Range(80, 160),
            link_words=Range(100, 150),
            moment_words=Range(220, 340),
        ),
        Size.LONG: Preset(
            chapters=Range(8, 12),
            entities=Range(16, 24),
            dilemmas=Range(4, 5),
            hard_dilemmas=Range(3, 3),
            shared_beats=Range(1, 2),
            tail_beats=Range(3, 4),
            setup_beats=Range(1, 2),
            epilogue_beats=Range(1, 2),
            endings=Range(6, 12),
            questions=Range(2, 3),
            passages=Range(44, 178),
            passage_beats=Range(1, 3),
            topic_words=Range(80, 180),
            link_words=Range(180, 270),
            moment_words=Range(430, 640),
        ),
    }
)
"""The ranges of each size."""

LONGEST_PLAY: Mapping[Size, int] = MappingProxyType({Size.MICRO: 980, Size.SHORT: 4_000})
"""The approximate number of common words on the longest route, for stories without chapters.

Text that only some players read adds a quarter to a half. Passage lengths scale with the total.
"""


@frozen(kw_only=True)
class InteractionCounts:
    """The number of interactions in a story of one size.

    ``decisions``: the least number of passages with several options in a playthrough.
    ``hubs``: the number of hubs (passages in which a player looks around).
    ``topics``: the number of topics (things to look at) of each hub.
    ``options``: the number of options that replace the only exit of a passage in the plan.
    ``gated_choices``: the number of options that only players with a certain flag have.
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
    locked: bool = False
    roams: bool = False
    grows: bool = False


INTERACTIONS: Mapping[Size, InteractionCounts] = MappingProxyType(
    {
        Size.MICRO: InteractionCounts(
            decisions=6, hubs=Range(1, 1), topics=Range(3, 4), options=Range(2, 4), gated_choices=1
        ),
        Size.SHORT: InteractionCounts(
            decisions=14, hubs=Range(1, 4), topics=Range(4, 6), options=Range(2, 4), gated_choices=3
        ),
        Size.MEDIUM: InteractionCounts(
            decisions=45, hubs=Range(3, 9), topics=Range(3, 6), options=Range(2, 4), gated_choices=8
        ),
        Size.LONG: InteractionCounts(
            decisions=140,
            hubs=Range(8, 24),
            topics=Range(3, 6),
            options=Range(2, 4),
            gated_choices=20,
        ),
    }
)
"""The interaction counts of each size."""
