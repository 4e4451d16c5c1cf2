"""Find the longest playthrough, by dynamic programming over the acyclic graph of states.

After a topological sort, the cost is linear in the states and moves.
"""

from __future__ import annotations

from questfoundry.domain.solver.scc import compute_ranks
from questfoundry.domain.solver.space import StateSpace


def find_longest_playthrough(space: StateSpace) -> tuple[str, ...] | None:
    """Return the choice ids of a longest playthrough that reaches an ending.

    The result is ``None`` if no playthrough reaches an ending, if a playthrough can repeat a state,
    or if the state space is incomplete.
    """
    if not space.is_complete:
        return None
    ends = [state for state in range(len(space.passage)) if space.is_ending(state)]
    useful = space.find_states_leading_to(ends)
    order = order_topologically(space, useful) if ends else None
    return None if order is None else _trace_longest(space, useful, order)


def order_topologically(space: StateSpace, useful: list[bool]) -> list[int] | None:
    """Return the useful states in topological order, or ``None`` if they contain a cycle.

    ``useful`` says for each state whether it is useful; the other states are ignored.
    """
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
