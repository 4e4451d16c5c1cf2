"""The longest way through a story, found by walking its states from the end."""

from __future__ import annotations

from questfoundry.domain.play.scc import compute_ranks
from questfoundry.domain.play.space import StateSpace


def find_longest_playthrough(space: StateSpace) -> tuple[str, ...] | None:
    """The ids of the choices of the first of the longest arcs.

    ``None`` where there is no arc, one may go round for ever, or not all states are known.
    """
    if not space.is_complete:
        return None
    ends = [state for state in range(len(space.passage)) if space.is_ending(state)]
    useful = space.find_states_leading_to(ends)
    order = order_topologically(space, useful) if ends else None
    return None if order is None else _trace_longest(space, useful, order)


def order_topologically(space: StateSpace, useful: list[bool]) -> list[int] | None:
    """The useful states, each before those it leads to; ``None`` where one comes back."""
    successors = [
        [move.state for move in moves if useful[move.state]] if useful[state] else []
        for state, moves in enumerate(space.moves)
    ]
    rank = compute_ranks(successors)
    if rank is None:
        return None
    states = (state for state in range(len(space.passage)) if useful[state])
    return sorted(states, key=lambda state: -rank[state])


def _trace_longest(space: StateSpace, useful: list[bool], order: list[int]) -> tuple[str, ...]:
    length = [0] * len(space.passage)
    for state in reversed(order):
        steps = (length[move.state] + 1 for move in space.moves[state] if useful[move.state])
        length[state] = max(steps, default=0)
    route, state = [], 0
    while length[state]:
        move = next(
            move
            for move in space.moves[state]
            if useful[move.state] and length[move.state] == length[state] - 1
        )
        route.append(space.graph.structure.choices[move.choice].id)
        state = move.state
    return tuple(route)
