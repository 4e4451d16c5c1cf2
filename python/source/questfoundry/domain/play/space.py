"""Every state in which a player can be: a passage, and the flags that can still matter there.

States are found nearest first, so the route by which one was found is a shortest one.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from questfoundry.domain.play.graph import Graph, build_graph
from questfoundry.domain.play.scc import find_reachable, reverse_edges
from questfoundry.domain.story.passage import Structure

MAX_STATES_AND_MOVES = 250_000
"""How many states and moves are looked at, by default, before a search gives up."""


@frozen
class Move:
    """A choice that is open in a state, and the state that it leads to."""

    choice: int
    state: int


@frozen(kw_only=True)
class StateSpace:
    """The states that were found, in the order of their distance from the start.

    ``passage`` and ``flags`` are the two halves of a state, ``arrival`` the move by which it
    was first met, with the state before. ``moves`` are the open choices of each state that
    was looked at: the first ones of all, and all of them where the search is ``complete``.
    """

    graph: Graph
    passage: list[int]
    flags: list[int]
    arrivals: list[Move | None]
    moves: list[tuple[Move, ...]]

    @property
    def is_complete(self) -> bool:
        """Whether every state was found and looked at."""
        return len(self.moves) == len(self.passage)

    def build_route(self, state: int) -> tuple[str, ...]:
        """The ids of the choices of a shortest route to the state."""
        choices, route = self.graph.structure.choices, []
        while (arrival := self.arrivals[state]) is not None:
            route.append(choices[arrival.choice].id)
            state = arrival.state
        return tuple(reversed(route))

    def is_ending(self, state: int) -> bool:
        """Whether the story is over there."""
        return bool(self.graph.structure.passages[self.passage[state]].ending)

    def list_predecessors(self) -> list[list[int]]:
        """Of each state, those from which a choice leads to it."""
        successors = ((move.state for move in moves) for moves in self.moves)
        return reverse_edges(successors, len(self.passage))

    def find_states_leading_to(self, states: Iterable[int]) -> list[bool]:
        """Of each state, whether one of those given can be reached from it, or is it."""
        return find_reachable(states, self.list_predecessors())


def explore(
    structure: Structure, *, max_work: int = MAX_STATES_AND_MOVES, with_text_flags: bool = False
) -> StateSpace:
    """The states of a well-formed structure, until ``most`` states and moves were found.

    Flags that no choice reads any more make no states, unless ``inserts`` are to be told apart.
    """
    graph = build_graph(structure)
    live = graph.live_with_text if with_text_flags else graph.live
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
            next_state = (edge.target, edge.apply(flags) & live[edge.target])
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
