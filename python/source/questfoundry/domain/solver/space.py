"""Explore all states one by one, breadth-first, and find the longest playthrough among them.

A state is a passage with its live flags. States are found in the order of their distance from the
start, so the first route to a state is a shortest one. The longest playthrough is found by dynamic
programming over the acyclic graph of states. Time and memory are linear in the states and moves.
"""

from collections.abc import Iterable

from attrs import frozen

from questfoundry.domain.solver.graph import Graph, build_graph
from questfoundry.domain.solver.scc import compute_ranks, find_reachable, reverse_edges
from questfoundry.domain.story.passage import Structure

MAX_STATES_AND_MOVES = 250_000
"""The default limit on states and moves for one exploration."""


@frozen
class Move:
    """A choice with its target state or, in ``arrivals``, with the state before the choice."""

    choice: int
    state: int


@frozen(kw_only=True)
class StateSpace:
    """The states found so far, in the order of their distance from the start.

    ``passage[n]`` and ``flags[n]``: the passage of state ``n``, and the mask of its flags.
    ``arrivals[n]``: the choice by which state ``n`` was found, and the state before it; ``None``
    for the start.
    ``moves[n]``: the open choices of state ``n``, with the states that they lead to. If the
    exploration stopped early, the last states have no element in ``moves``.
    """

    graph: Graph
    passage: list[int]
    flags: list[int]
    arrivals: list[Move | None]
    moves: list[tuple[Move, ...]]

    @property
    def is_complete(self) -> bool:
        """Return whether the moves of every state were found."""
        return len(self.moves) == len(self.passage)

    def build_route(self, state: int) -> tuple[str, ...]:
        """Return the choice ids of a shortest route from the start to the state ``state``."""
        choices, route = self.graph.structure.choices, []
        while (arrival := self.arrivals[state]) is not None:
            route.append(choices[arrival.choice].id)
            state = arrival.state
        return tuple(reversed(route))

    def is_ending(self, state: int) -> bool:
        """Return whether the story ends in the state."""
        return bool(self.graph.structure.passages[self.passage[state]].ending)

    def list_predecessors(self) -> list[list[int]]:
        """Return, for each state, the states from which one choice leads to it."""
        successors = ((move.state for move in moves) for moves in self.moves)
        return reverse_edges(successors, len(self.passage))

    def find_states_leading_to(self, states: Iterable[int]) -> list[bool]:
        """Return, for each state, whether a route leads from it to one of ``states``."""
        return find_reachable(states, self.list_predecessors())


def explore(structure: Structure, *, max_work: int = MAX_STATES_AND_MOVES) -> StateSpace:
    """Explore the states of a well-formed structure.

    The search stops after ``max_work`` states and moves.
    """
    graph = build_graph(structure)
    space = StateSpace(graph=graph, passage=[graph.start], flags=[0], arrivals=[None], moves=[])
    numbers = {(graph.start, 0): 0}
    work = 1
    while len(space.moves) < len(space.passage) and work < max_work:
        state = len(space.moves)
        flags = space.flags[state]
        moves = []
        for edge in graph.edges[space.passage[state]]:
            if not edge.is_open(flags):
                continue
            next_state = (edge.target, edge.apply(flags) & graph.live[edge.target])
            number = numbers.setdefault(next_state, len(numbers))
            if number == len(space.passage):
                space.passage.append(next_state[0])
                space.flags.append(next_state[1])
                space.arrivals.append(Move(edge.choice, state))
                work += 1
            moves.append(Move(edge.choice, number))
        work += len(moves)
        space.moves.append(tuple(moves))
    return space


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
    """Return the useful states in topological order, or ``None`` if they contain a cycle."""
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
