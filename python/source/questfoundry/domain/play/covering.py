"""A few arcs that together show all there is to read: every passage, with each insert and without.

Each arc is the one that shows most of what the arcs before it do not, found in one walk over the
states; what the later ones show as well is taken out at the end. How many arcs are needed at least
cannot be told in reasonable time; these are at most 1 + 1/2 + ... + 1/n times as many, where an
arc shows n things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from questfoundry.domain.play.longest import in_order
from questfoundry.domain.play.space import Space


@frozen
class Sight:
    """A passage as some player reads it: with the insert for a flag, or without it.

    Without a flag it is the passage itself; numbers and bits are those of the graph.
    """

    passage: int
    flag: int = 0
    held: bool = True


def covering_arcs(space: Space) -> tuple[tuple[str, ...], ...]:
    """The arcs, as ids of choices, those that show most first.

    What lies on no arc is not shown. There are none where a player may go round for ever, or not
    all states are known, those told apart by inserts among them.
    """
    ends = [state for state in range(len(space.passage)) if space.ended(state)]
    useful = space.leading_to(ends) if space.complete else []
    order = in_order(space, useful) if any(useful) else None
    if order is None:
        return ()
    shown = {state: frozenset(sights_of(space, state)) for state in order}
    missing = set[Sight]().union(*shown.values())
    found: list[tuple[int, ...]] = []
    while missing:
        arc = _showing_most(space, order, {each: len(shown[each] & missing) for each in order})
        missing.difference_update(*(shown[state] for state in arc))
        found.append(arc)
    return tuple(_choices(space, arc) for arc in _needed(found, shown))


def sights_of(space: Space, state: int) -> Iterator[Sight]:
    """What a player in that state reads."""
    number, graph = space.passage[state], space.graph
    yield Sight(number)
    for flag in sorted(graph.structure.passages[number].reads):
        bit = graph.bits[flag]
        yield Sight(number, bit, held=bool(space.flags[state] & bit))


def _showing_most(space: Space, order: Sequence[int], gain: Mapping[int, int]) -> tuple[int, ...]:
    """The states of the arc of most gain; of several a shortest, by the first choices."""
    best: dict[int, tuple[int, int]] = {}
    after: dict[int, int] = {}
    for state in reversed(order):
        if not space.ended(state):
            ahead = [move.state for move in space.moves[state] if move.state in best]
            after[state] = max(ahead, key=best.__getitem__)
        more, length = best[after[state]] if state in after else (0, 0)
        best[state] = gain[state] + more, length - 1
    arc = [order[0]]
    while arc[-1] in after:
        arc.append(after[arc[-1]])
    return tuple(arc)


def _needed(
    arcs: Sequence[tuple[int, ...]], shown: Mapping[int, frozenset[Sight]]
) -> Iterator[tuple[int, ...]]:
    """The arcs without those of which the others show everything."""
    seen = [frozenset[Sight]().union(*(shown[state] for state in arc)) for arc in arcs]
    times = Counter(sight for each in seen for sight in each)
    for arc, sights in zip(arcs, seen, strict=True):
        if all(times[each] > 1 for each in sights):
            times.subtract(sights)
        else:
            yield arc


def _choices(space: Space, arc: Sequence[int]) -> tuple[str, ...]:
    """The first choice between each two states that follow one another."""
    choices = space.graph.structure.choices
    return tuple(
        choices[next(move.choice for move in space.moves[one] if move.state == other)].id
        for one, other in pairwise(arc)
    )
