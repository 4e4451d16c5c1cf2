"""Runs of beats cut into passages of a length that suits the size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.size import Range
from questfoundry.domain.weaving.scenes import Unit

WORDS_OF_A_BEAT = Range(40, 60)
"""How long one beat, or one scene, becomes in prose."""


def lengths(passage_words: Range) -> range:
    """How many beats a passage may hold, the most first."""
    least = -(-passage_words.least // WORDS_OF_A_BEAT.most)
    most = max(least, passage_words.most // WORDS_OF_A_BEAT.most)
    return range(most, least - 1, -1)


def cut(units: Sequence[Unit], most: int) -> Iterator[tuple[Beat, ...]]:
    """The beats of each passage of a run: as few passages as ``most`` units allow, as even."""
    count = -(-len(units) // most)
    for number in range(count):
        part = units[number * len(units) // count : (number + 1) * len(units) // count]
        yield tuple(beat for unit in part for beat in unit)


def planned_words(beats: int, passage_words: Range) -> Range:
    """How long a passage of so many beats becomes in prose, within what the size allows."""

    def bounded(words: int) -> int:
        return min(max(beats * words, passage_words.least), passage_words.most)

    return Range(bounded(WORDS_OF_A_BEAT.least), bounded(WORDS_OF_A_BEAT.most))
