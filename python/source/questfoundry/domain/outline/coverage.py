"""Find the points of an author's outline that a plan tells, and whether their order is kept.

The planning model declares which points each moment of the plan tells. A declaration counts only if
the words of the moment and the point are similar enough. In a plan without declarations, only words
decide: a moment tells a point if both share rare words. A plan in entirely different words
therefore seems to tell little.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.outline.points import find_quoted_points
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import PlannedOrder

_STEM_LENGTH = 6  # The number of letters that the forms of a word have in common, a crude stemmer
_MIN_LIKENESS = 0.12  # The minimum likeness at which a moment tells a point

_SECOND_POINT = 0.85
"""A moment tells each point whose likeness is at least this share of the moment's best likeness."""

_MIN_SHARE_TOLD = 0.22
"""The minimum weighted share of a point's words that must occur in the moments that tell it.

It applies to a plan that names no points. Measured on two outlines of 3,000 words; for five others,
planned in different words, it reported three times too many points as left out (decision 0024).
"""

_NEAR_BEST = 0.6
"""A moment tells a point if its likeness is at least this share of the best moment's likeness."""

_MIN_DECLARED = 0.5
"""The minimum likeness of a declared point, as a share of the moment's best likeness.

Of 85 correct declarations in five outlines, 78 are above this share, at least one for each point;
of the wrong declarations, a third is above.
"""

_Follows = Callable[[str, str], bool]
"""A function that returns whether some player meets the first beat after the second."""


@frozen(kw_only=True)
class DisplacedPoints:
    """Two points that the plan tells in the opposite order; ``moved`` counts as out of order.

    ``first`` and ``second``: the numbers of the points, in the order of the outline, from 1.
    ``early``: the id of a beat that tells ``second``.
    ``late``: the id of a later beat that tells ``first``.
    """

    moved: int
    first: int
    second: int
    late: str
    early: str


@frozen(kw_only=True)
class OutlineCoverage:
    """The points of an outline that a plan leaves out or tells out of order.

    ``moved``: a small set of points without which the plan tells the others in order.
    ``displaced``: for each point of ``moved``, a pair of points that shows the wrong order.
    """

    points: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    displaced: tuple[DisplacedPoints, ...] = ()


def measure_coverage(points: Sequence[str], story: Story, *, reads: bool = True) -> OutlineCoverage:
    """Find the ``points`` that the beats of ``story`` leave out or tell out of order.

    ``reads`` is false if the planning model cannot follow an outline. A beat then tells a point
    only if it repeats one of the point's sentences.
    """
    if not points:
        return OutlineCoverage()
    if reads:
        texts = _WordOverlap.from_texts(points, [each.summary for each in story.beats])
        telling: Mapping[int, Sequence[str]] = _match_declared(story, texts)
        telling = telling or _match_words(story, texts)
    else:
        telling = find_quoted_points(points, story.beats)
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


def _match_declared(story: Story, texts: _WordOverlap) -> dict[int, list[str]]:
    found = dict[int, list[str]]()
    for beat, row in zip(story.beats, texts.likeness, strict=True):
        for point in sorted({*beat.points}):
            if point <= len(row) and row[point - 1] >= max(row) * _MIN_DECLARED:
                found.setdefault(point, []).append(beat.id)
    return dict(sorted(found.items()))


def _match_words(story: Story, texts: _WordOverlap) -> dict[int, list[str]]:
    found = dict[int, list[str]]()
    for point, share in enumerate(texts.measure_shares()):
        likeness = [row[point] for row in texts.likeness]
        if share >= _MIN_SHARE_TOLD:
            least = max(likeness) * _NEAR_BEST
            pairs = zip(story.beats, likeness, strict=True)
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
    """Yield a small set of points without which the plan tells the other points in order.

    The points are chosen by a greedy vertex cover, so the set is not always the smallest.
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
    """The words that plot points and moments share, weighted by inverse document frequency.

    ``likeness`` holds the cosine similarity of each moment (row) to each point (column).
    """

    points: Sequence[frozenset[str]]
    moments: Sequence[frozenset[str]]
    weight: Mapping[str, float]
    likeness: Sequence[Sequence[float]]

    @classmethod
    def from_texts(cls, points: Sequence[str], moments: Sequence[str]) -> _WordOverlap:
        """Compare the words of ``points`` and ``moments``, each cut to ``_STEM_LENGTH`` letters."""
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
        """Return, for each point, the share (0 to 1) of its words that occur in similar moments.

        Rare words weigh more. A moment that is much more similar to another point does not count.
        Otherwise names and places, which recur everywhere, would raise every share.
        """
        found = [set[str]() for _ in self.points]
        for moment, row in zip(self.moments, self.likeness, strict=True):
            least = max(_MIN_LIKENESS, _SECOND_POINT * max(row, default=0.0))
            for point, likeness in enumerate(row):
                if likeness >= least:
                    found[point] |= moment & self.points[point]
        return [
            self._total_weight(here) / (self._total_weight(all_of) or 1.0)
            for here, all_of in zip(found, self.points, strict=True)
        ]

    def _total_weight(self, words: Iterable[str]) -> float:
        return sum(self.weight[word] for word in words)


class _BeatOrder:
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
