"""Explore all states one by one, breadth-first, and find the longest playthrough among them."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from attrs import evolve, frozen

from questfoundry.domain.solver.graph import Edge, Graph, build_graph
from questfoundry.domain.solver.scc import compute_ranks
from questfoundry.domain.story.passage import Structure

MAX_STATES_AND_MOVES = 250_000
"""The default limit on states and moves for one exploration."""


class Move(NamedTuple):
    """A choice and the state that the choice leads to, as an index.

    ``edge``: the edge of the choice that the player takes.
    """

    edge: Edge
    state: int

    @property
    def choice(self) -> int:
        """The index of the choice."""
        return self.edge.choice


@frozen(kw_only=True, slots=False, eq=False)
class StateSpace:
    """The states found so far, in the order of their distance from the start.

    ``passage[n]`` and ``flags[n]``: the passage of state ``n``, and the mask of its flags.
    ``edges[n]`` and ``targets[n]``: the edges that are open in state ``n``, and the states that
    they lead to. If the exploration stopped early, the last states have no element in either.
    """

    graph: Graph
    passage: list[int]
    flags: list[int]
    edges: list[Sequence[Edge]]
    targets: list[Sequence[int]]

    @property
    def is_complete(self) -> bool:
        """Return whether the moves of every state were found."""
        return len(self.targets) == len(self.passage)

    @cached_property
    def moves(self) -> Sequence[Sequence[Move]]:
        """The open choices of each state, with the states that they lead to."""
        return [
            tuple(map(Move, edges, targets))
            for edges, targets in zip(self.edges, self.targets, strict=True)
        ]

    def is_ending(self, state: int) -> bool:
        """Return whether the story ends in the state."""
        return bool(self.graph.structure.passages[self.passage[state]].ending)

    @cached_property
    def order(self) -> Sequence[int] | None:
        """All states in topological order (Kahn 1962), or ``None`` if a player can repeat one."""
        entries = [0] * len(self.passage)
        for targets in self.targets:
            for state in targets:
                entries[state] += 1
        order = [state for state, count in enumerate(entries) if not count]
        for state in order:
            for after in self.targets[state]:
                entries[after] -= 1
                if not entries[after]:
                    order.append(after)
        return order if len(order) == len(entries) else None

    @cached_property
    def by_passage(self) -> Sequence[Sequence[int]]:
        """The states of each passage, the nearest to the start first."""
        found: list[list[int]] = [[] for _ in self.graph.edges]
        for state, place in enumerate(self.passage):
            found[place].append(state)
        return found

    @cached_property
    def sources(self) -> Sequence[Sequence[int]]:
        """The states before each state."""
        found: list[list[int]] = [[] for _ in self.passage]
        for state, targets in enumerate(self.targets):
            for after in targets:
                found[after].append(state)
        return found

    @cached_property
    def first_moves(self) -> Sequence[tuple[int, int]]:
        """The state before each state on a shortest route, and the index of the choice."""
        found, known = [(0, -1)] * len(self.passage), 0
        for before, targets in enumerate(self.targets):
            for edge, state in zip(self.edges[before], targets, strict=True):
                if state > known:
                    found[state], known = (before, edge.choice), state
        return found

    @cached_property
    def depths(self) -> Sequence[int]:
        """The number of choices on a shortest route to each state."""
        depths = [0]
        for before, _ in self.first_moves[1:]:
            depths.append(depths[before] + 1)
        return depths

    def trace_route(self, state: int) -> tuple[str, ...]:
        """Return the choice ids of a shortest route to ``state``."""
        route, choices = list[str](), self.graph.structure.choices
        while state:
            state, choice = self.first_moves[state]
            route.append(choices[choice].id)
        return tuple(reversed(route))

    def may_hold(self, state: int, flag: int, *, held: bool) -> bool:
        """Return whether some player in ``state`` has ``flag``; or lacks it, if ``held`` is false.

        The flag may be one that only conditional texts read.
        """
        return bool(self._masks[state] >> (0 if held else self._width) & flag)

    @property
    def _width(self) -> int:
        return len(self.graph.bits)

    @cached_property
    def _masks(self) -> Sequence[int]:
        """The flags that some player has in each state, and higher up those that some lacks."""
        width, masks = self._width, [0] * len(self.passage)
        masks[0] = (1 << width) - 1 << width
        # Many states share one tuple of edges, so ``id`` names it as long as ``edges`` holds it.
        changes: dict[int, Sequence[tuple[int, int]]] = {}
        grown = True
        while grown:
            grown = False
            for state in range(len(masks)) if self.order is None else self.order:
                edges, mask = self.edges[state], masks[state]
                steps = changes.get(id(edges))
                if steps is None:
                    steps = changes[id(edges)] = [_change_masks(each, width) for each in edges]
                for (keep, add), after in zip(steps, self.targets[state], strict=True):
                    before = masks[after]
                    masks[after] = found = before | mask & keep | add
                    grown = grown or found != before
            grown = grown and self.order is None
        return masks


def _change_masks(edge: Edge, width: int) -> tuple[int, int]:
    """Return the masks of what stays and of what is new after ``edge``, as in ``_masks``."""
    lost = edge.clears & ~edge.grants
    return ~(edge.clears | edge.grants << width), edge.grants | lost << width


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
    return explore_graph(graph, max_work=max_work)


def explore_graph(graph: Graph, *, max_work: int = MAX_STATES_AND_MOVES) -> StateSpace:
    """Explore the states of ``graph``, at most ``max_work`` states and moves."""
    # States of a passage that agree on all flags which its choices read have the same open edges.
    # After an edge, some flags stay as they are and others are set: two operations on masks.
    space = StateSpace(graph=graph, passage=[graph.start], flags=[0], edges=[], targets=[])
    passage, flags_of, targets_of = space.passage, space.flags, space.targets
    reads = [_mask_reads(edges) for edges in graph.edges]
    numbers: list[dict[int, int]] = [{} for _ in reads]
    known: list[dict[int, tuple[Sequence[Edge], Sequence[_Step]]]] = [{} for _ in reads]
    numbers[graph.start][0] = 0
    work = 1
    while len(targets_of) < len(passage) and work < max_work:
        place, flags = passage[len(targets_of)], flags_of[len(targets_of)]
        key = flags & reads[place]
        found = known[place].get(key)
        if found is None:
            edges = tuple([edge for edge in graph.edges[place] if edge.is_open(key)])
            steps = [_make_step(edge, graph.live[edge.target]) for edge in edges]
            found = known[place][key] = edges, steps
        targets = []
        for target, keep, grants in found[1]:
            after = flags & keep | grants
            number = numbers[target].get(after)
            if number is None:
                number = numbers[target][after] = len(passage)
                passage.append(target)
                flags_of.append(after)
                work += 1
            targets.append(number)
        work += len(targets)
        space.edges.append(found[0])
        targets_of.append(tuple(targets))
    return space


_Step = tuple[int, int, int]
"""The passage after an edge, and the masks of the flags that the edge keeps and that it grants."""


def _make_step(edge: Edge, live: int) -> _Step:
    return edge.target, live & ~edge.clears, edge.grants & live


def _mask_reads(edges: Sequence[Edge]) -> int:
    mask = 0
    for edge in edges:
        mask |= edge.requires | edge.forbids
    return mask


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
    useful = {state for state in range(len(space.passage)) if space.is_ending(state)}
    waiting = [*useful] if space.is_complete else []
    for state in waiting:
        new = [each for each in space.sources[state] if each not in useful]
        useful.update(new)
        waiting += new
    rank = waiting and compute_ranks(
        [
            [move.state for move in moves if move.state in useful] if state in useful else []
            for state, moves in enumerate(space.moves)
        ]
    )
    return sorted(useful, key=lambda state: -rank[state]) if rank else None
