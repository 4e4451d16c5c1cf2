"""Explore all states one by one, breadth-first, and find the longest playthrough among them."""

from collections import defaultdict

from attrs import evolve, frozen

from questfoundry.domain.solver.graph import Edge, Graph, build_graph
from questfoundry.domain.solver.scc import compute_ranks
from questfoundry.domain.story.passage import Structure

MAX_STATES_AND_MOVES = 250_000
"""The default limit on states and moves for one exploration."""


@frozen
class Move:
    """A choice and the state that the choice leads to, both as indices.

    ``edge``: the edge of the choice that the player takes.
    """

    edge: Edge
    state: int

    @property
    def choice(self) -> int:
        """The index of the choice."""
        return self.edge.choice


@frozen(kw_only=True)
class StateSpace:
    """The states found so far, in the order of their distance from the start.

    ``passage[n]`` and ``flags[n]``: the passage of state ``n``, and the mask of its flags.
    ``moves[n]``: the open choices of state ``n``, with the states that they lead to. If the
    exploration stopped early, the last states have no element in ``moves``.
    """

    graph: Graph
    passage: list[int]
    flags: list[int]
    moves: list[tuple[Move, ...]]

    @property
    def is_complete(self) -> bool:
        """Return whether the moves of every state were found."""
        return len(self.moves) == len(self.passage)

    def is_ending(self, state: int) -> bool:
        """Return whether the story ends in the state."""
        return bool(self.graph.structure.passages[self.passage[state]].ending)


def explore(
    structure: Structure, *, max_work: int = MAX_STATES_AND_MOVES, with_text: bool = False
) -> StateSpace:
    """Explore the states of a well-formed structure.

    The search stops after ``max_work`` states and moves. If ``with_text``, states also differ by
    the flags that only conditional texts read.
    """
    graph = build_graph(structure)
    if with_text:
        graph = evolve(graph, live=graph.live_with_text)
    space = StateSpace(graph=graph, passage=[graph.start], flags=[0], moves=[])
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
                work += 1
            moves.append(Move(edge, number))
        work += len(moves)
        space.moves.append(tuple(moves))
    return space


def find_longest_playthrough(space: StateSpace) -> tuple[str, ...] | None:
    """Return the choice ids of a longest playthrough that reaches an ending.

    The result is ``None`` if no playthrough reaches an ending, if a playthrough can repeat a state,
    or if the state space is incomplete.
    """
    order = order_useful_states(space)
    if order is None:
        return None
    length: dict[int, int] = {}
    for state in reversed(order):
        steps = [length[move.state] + 1 for move in space.moves[state] if move.state in length]
        length[state] = max(steps, default=0)
    route, state = [], 0
    while length[state]:
        move = next(
            move for move in space.moves[state] if length.get(move.state) == length[state] - 1
        )
        route.append(space.graph.structure.choices[move.choice].id)
        state = move.state
    return tuple(route)


def order_useful_states(space: StateSpace) -> list[int] | None:
    """Return the states from which a route leads to an ending, in topological order.

    The result is ``None`` if there are none, if they contain a cycle, or if the space is
    incomplete.
    """
    sources: dict[int, list[int]] = defaultdict(list)
    for state, moves in enumerate(space.moves):
        for move in moves:
            sources[move.state].append(state)
    useful = {state for state in range(len(space.passage)) if space.is_ending(state)}
    waiting = [*useful] if space.is_complete else []
    for state in waiting:
        new = [each for each in sources[state] if each not in useful]
        useful.update(new)
        waiting += new
    rank = waiting and compute_ranks(
        [
            [move.state for move in moves if move.state in useful] if state in useful else []
            for state, moves in enumerate(space.moves)
        ]
    )
    return sorted(useful, key=lambda state: -rank[state]) if rank else None
