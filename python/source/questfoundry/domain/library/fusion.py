"""One ranking made of several, by reciprocal rank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

SMOOTHING = 60
"""How little the first places differ: the k of Cormack, Clarke and Büttcher (SIGIR 2009)."""

Item = TypeVar("Item", bound=Hashable)


def fused(rankings: Iterable[Sequence[Item]]) -> Mapping[Item, float]:
    """The items with their scores, best first; of equals the one that came earlier.

    Only places count, so the rankings' own scores need not compare.
    """
    scores: dict[Item, float] = defaultdict(float)
    for ranking in rankings:
        for place, item in enumerate(ranking, start=1):
            scores[item] += 1 / (SMOOTHING + place)
    best_first = sorted(scores, key=scores.__getitem__, reverse=True)
    return {item: scores[item] for item in best_first}
