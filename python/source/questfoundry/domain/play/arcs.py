"""Arcs, the complete playthroughs: how many there are and where they lead, without walking them.

How many arcs go on from a state depends on the state alone, so they are added up, once
for each state, and not enumerated: the numbers are exact, however large.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.play.graph import ranks
from questfoundry.domain.play.space import Space


@frozen(kw_only=True)
class Arcs:
    """The arcs of a structure whose loops run out; ``shortest`` and ``longest`` are choice ids.

    ``through`` and ``endings`` count the arcs by passage and by the name of the ending.
    Without any arc all counts are 0, and the two examples are ``None``.
    """

    total: int
    through: Mapping[str, int]
    endings: Mapping[str, int]
    shortest: tuple[str, ...] | None
    longest: tuple[str, ...] | None


def arcs_of(space: Space) -> Arcs | None:
    """The arcs; ``None`` where one may go round for ever, or not all states are known."""
    if not space.complete:
        return None
    ends = [state for state in range(len(space.passage)) if space.ended(state)]
    useful = space.leading_to(ends)
    order = in_order(space, useful)
    if order is None:
        return None
    before, after = _routes_before(space, order), _routes_after(space, order)
    passages = space.graph.structure.passages
    through = dict.fromkeys((passage.id for passage in passages), 0)
    endings = {passage.ending: 0 for passage in passages if passage.ending}
    for state in order:
        passage = passages[space.passage[state]]
        through[passage.id] += before[state] * after[state]
        if passage.ending:
            endings[passage.ending] += before[state]
    return Arcs(
        total=after[0],
        through=through,
        endings=endings,
        shortest=space.route_to(ends[0]) if ends else None,
        longest=_longest(space, useful, order) if ends else None,
    )


def in_order(space: Space, useful: list[bool]) -> list[int] | None:
    """The useful states, each before those it leads to; ``None`` where one comes back."""
    following = [
        [move.state for move in moves if useful[move.state]] if useful[state] else []
        for state, moves in enumerate(space.moves)
    ]
    rank = ranks(following)
    if rank is None:
        return None
    states = (state for state in range(len(space.passage)) if useful[state])
    return sorted(states, key=lambda state: -rank[state])


def _routes_before(space: Space, order: list[int]) -> list[int]:
    """How many routes lead from the start to each state."""
    count = [0] * len(space.passage)
    count[0] = 1
    for state in order:
        for move in space.moves[state]:
            count[move.state] += count[state]
    return count


def _routes_after(space: Space, order: list[int]) -> list[int]:
    """How many routes lead from each state to an ending."""
    count = [0] * len(space.passage)
    for state in reversed(order):
        if space.ended(state):
            count[state] = 1
        else:
            count[state] = sum(count[move.state] for move in space.moves[state])
    return count


def _longest(space: Space, useful: list[bool], order: list[int]) -> tuple[str, ...]:
    """The choices of the first one of the longest arcs."""
    length = [0] * len(space.passage)
    for state in reversed(order):
        steps = (length[move.state] + 1 for move in space.moves[state] if useful[move.state])
        length[state] = max(steps, default=0)
    taken, state = [], 0
    while length[state]:
        move = next(
            move
            for move in space.moves[state]
            if useful[move.state] and length[move.state] == length[state] - 1
        )
        taken.append(space.graph.structure.choices[move.choice].id)
        state = move.state
    return tuple(taken)
