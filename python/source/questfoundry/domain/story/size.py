"""Size presets: how large a story is meant to become.

The ranges go into prompts, schemas and checks, and bound what a story can cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import frozen


class Size(StrEnum):
    """The presets, smallest first."""

    MICRO = "micro"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


@frozen
class Range:
    """A count from ``least`` to ``most``, both included."""

    least: int
    most: int

    def __contains__(self, count: int) -> bool:
        return self.least <= count <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@frozen(kw_only=True)
class Preset:
    """The ranges of one size.

    ``chapters`` are those of the story; ``dilemmas``, ``hard_dilemmas``, which split it,
    ``setup_beats`` and ``passages`` are those of each chapter. ``shared_beats`` are those of a
    dilemma before its commit, ``tail_beats`` those of one path after it, ``epilogue_beats`` those
    of an ending. ``endings`` counts their variants, too, where a choice rejoins that can give an
    ending one; ``questions`` are those that the story answers. ``passages`` is what weaving comes
    to: never more, and fewer only where a plan has too few beats.
    ``passage_beats`` is how many beats, or scenes, a passage may hold; ``link_words`` how long
    a passage becomes that leads from one thing to the next, ``moment_words`` one that the story
    turns on, and ``topic_words`` one that tells what a hub has to look at.
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
"""What each size allows."""

LONGEST_PLAY: Mapping[Size, int] = MappingProxyType({Size.MICRO: 980, Size.SHORT: 4_000})
"""About how many words all players read on the longest way through a story without chapters.

What only some read makes a quarter more to a half more of it. Words of passages are in proportion.
"""


@frozen(kw_only=True)
class InteractionCounts:
    """How much there is to do in a story of one size.

    ``decisions`` are the moments of a playthrough in which a player has several things to do, at
    least. ``hubs`` is how many passages players look around in, ``topics`` what there is in each;
    ``options`` is what there is to do where the plan has one way on, ``dares`` how many options
    of the story are for some players only. Of a hub that is ``locked`` some topic must be read
    before there is a way on; where it ``roams``, its topics are at other places of the story;
    where it ``grows``, two topics are open at first, each opens others, and the last the way on.
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
"""What there is to do in each size."""
