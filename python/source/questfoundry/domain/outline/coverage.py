"""Which points of an outline a plan tells, and whether in its order.

Whoever plans says of each moment which points it tells; that is held to the words. Of a plan that
says nothing of it, as of an author's own, words are all there is: a moment and a point are of the
same thing where they share rare words. So one in other words altogether seems to tell little.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.outline.lines import find_quoted_points
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import PlannedOrder

_STEM_LENGTH = 6
"""The beginning of a word, which its forms have in common."""

_MIN_LIKENESS = 0.12
"""From which likeness on a moment tells a point."""

_SECOND_POINT = 0.85
"""Share of a moment's best likeness from which on it tells another point, too."""

_MIN_SHARE_TOLD = 0.22
"""The share of a point, by the weight of its words, that the moments which tell it say at least.

For a plan that names no points. Measured on two outlines of 3,000 words; of five others, planned
in words of their own, it called three times too many left out (decision 0103).
"""

_NEAR_BEST = 0.6
"""Share of the best likeness from which on a moment tells a point as well as the best does."""

_MIN_DECLARED = 0.5
"""Share of a moment's best likeness from which on it is believed to tell the point that it names.

Of 85 true ones in five outlines 78 have more, and some for each point; of others a third.
"""

_Follows = Callable[[str, str], bool]
"""Whether some player meets a beat after another one."""


@frozen(kw_only=True)
class DisplacedPoints:
    """Two points, by their numbers from 1, that are told the other way round.

    ``moved`` is the one of them without which others stand right, too. ``late`` is the beat that
    tells the ``first`` point behind ``early``, which tells the ``second``.
    """

    moved: int
    first: int
    second: int
    late: str
    early: str


@frozen(kw_only=True)
class OutlineCoverage:
    """What of an outline's ``points`` a plan has ``left_out``, and which it has ``moved``.

    Moved are few, so that the others stand in the outline's order: that of a structure, or before
    there is one the nearest that the plan allows. ``displaced`` has for each of them a pair of
    points that stand the other way round.
    """

    points: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    displaced: tuple[DisplacedPoints, ...] = ()


def measure_coverage(points: Sequence[str], story: Story, *, reads: bool = True) -> OutlineCoverage:
    """Which points the moments of a plan tell, and whether in order; a moment may tell several.

    Of a planner that never ``reads`` an outline a moment tells what was laid down in it, word by
    word, whatever else it has in common.
    """
    if not points:
        return OutlineCoverage()
    telling = (
        _find_telling_beats(points, story) if reads else find_quoted_points(points, story.beats)
    )
    displaced = tuple(_find_displaced(telling, _build_order(story, telling))) if telling else ()
    moved = sorted(each.moved for each in displaced)
    return OutlineCoverage(
        points=tuple(points),
        left_out=tuple(
            each for number, each in enumerate(points, start=1) if number not in telling
        ),
        moved=tuple(points[each - 1] for each in moved),
        displaced=displaced,
    )


def _find_telling_beats(points: Sequence[str], story: Story) -> Mapping[int, Sequence[str]]:
    texts = _WordOverlap.from_texts(points, [each.summary for each in story.beats])
    return _match_declared(story, texts) or _match_words(story, texts)


def _match_declared(story: Story, texts: _WordOverlap) -> dict[int, list[str]]:
    """The beats that tell a point as their planner said, as far as the words bear it."""
    found = dict[int, list[str]]()
    for beat, row in zip(story.beats, texts.likeness, strict=True):
        for point in sorted({*beat.points}):
            if point <= len(row) and row[point - 1] >= max(row) * _MIN_DECLARED:
                found.setdefault(point, []).append(beat.id)
    return dict(sorted(found.items()))


def _match_words(story: Story, texts: _WordOverlap) -> dict[int, list[str]]:
    """The beats that tell a point, as far as words show."""
    found = dict[int, list[str]]()
    for point, said in enumerate(texts.measure_shares()):
        alike = [row[point] for row in texts.likeness]
        if said >= _MIN_SHARE_TOLD:
            least = max(alike) * _NEAR_BEST
            pairs = zip(story.beats, alike, strict=True)
            found[point + 1] = [beat.id for beat, each in pairs if each >= least]
    return found


def _build_order(story: Story, telling: Mapping[int, Sequence[str]]) -> _Follows:
    if story.structure:
        return _BeatOrder(story.structure)
    first = {beat: point for point in sorted(telling, reverse=True) for beat in telling[point]}
    return PlannedOrder.from_story(story, first)


def _find_displaced(
    telling: Mapping[int, Sequence[str]], follows: _Follows
) -> Iterable[DisplacedPoints]:
    """The points to take away until no two stand the other way round, the worst first.

    Of what several moments tell each has to stand the other way round.
    """
    wrong = [
        (one, other)
        for one, other in combinations(telling, 2)
        if all(
            follows(here, there) and not follows(there, here)
            for here in telling[one]
            for there in telling[other]
        )
    ]
    while wrong:
        worst = Counter(each for pair in wrong for each in pair).most_common(1)[0][0]
        one, other = next(pair for pair in wrong if worst in pair)
        late, early = telling[one][0], telling[other][-1]
        yield DisplacedPoints(moved=worst, first=one, second=other, late=late, early=early)
        wrong = [pair for pair in wrong if worst not in pair]


@frozen
class _WordOverlap:
    """Points and moments as the words that they have in common, each by how rare it is.

    ``likeness`` is that of each moment to each point: the cosine of their words.
    """

    points: Sequence[frozenset[str]]
    moments: Sequence[frozenset[str]]
    weight: Mapping[str, float]
    likeness: Sequence[Sequence[float]]

    @classmethod
    def from_texts(cls, points: Sequence[str], moments: Sequence[str]) -> _WordOverlap:
        """Those of these texts."""
        words = [
            frozenset(word[:_STEM_LENGTH] for word in split_plain_words(text))
            for text in (*points, *moments)
        ]
        count = Counter(word for each in words for word in each)
        weight = {word: math.log(len(words) / many) for word, many in count.items()}
        length = [math.sqrt(sum(weight[word] for word in each)) or 1.0 for each in words]
        likeness = [
            [
                sum(weight[word] for word in words[moment] & words[point])
                / (length[moment] * length[point])
                for point in range(len(points))
            ]
            for moment in range(len(points), len(words))
        ]
        return cls(words[: len(points)], words[len(points) :], weight, likeness)

    def measure_shares(self) -> Iterable[float]:
        """How much of each point the moments say that are most like it, from 0 to 1.

        What is more like another point says nothing of this one: names and places are everywhere.
        """
        found = [set[str]() for _ in self.points]
        for moment, row in zip(self.moments, self.likeness, strict=True):
            least = max(_MIN_LIKENESS, _SECOND_POINT * max(row, default=0.0))
            for point, alike in enumerate(row):
                if alike >= least:
                    found[point] |= moment & self.points[point]
        return [
            self._total_weight(here) / (self._total_weight(all_of) or 1.0)
            for here, all_of in zip(found, self.points, strict=True)
        ]

    def _total_weight(self, words: Iterable[str]) -> float:
        return sum(self.weight[word] for word in words)


class _BeatOrder:
    """Says of two beats whether some player meets the first after the second."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._places = defaultdict[str, list[tuple[str, int]]](list)
        for passage in structure.passages:
            for at, beat in enumerate(passage.beats):
                self._places[beat].append((passage.id, at))
        self._reached = dict[str, frozenset[str]]()

    def __call__(self, beat: str, earlier: str) -> bool:
        return any(
            at > from_at
            if passage == from_passage
            else passage in self._reachable_from(from_passage)
            for passage, at in self._places[beat]
            for from_passage, from_at in self._places[earlier]
        )

    def _reachable_from(self, passage: str) -> frozenset[str]:
        if passage not in self._reached:
            found, waiting = set[str](), [passage]
            while waiting:
                targets = {each.target for each in self._structure.outgoing_choices(waiting.pop())}
                waiting += targets - found
                found |= targets
            self._reached[passage] = frozenset(found)
        return self._reached[passage]
