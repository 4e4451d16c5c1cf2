"""Search for a shortest route to a goal: by layers, by relaxed distance, or state by state.

Simulated random players, the walkers, collect states as proofs that states are possible. A walk
cannot prove that a state is impossible. It costs far less than the exact analysis of flags that
only conditional texts read.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from random import Random

from attrs import define, field, frozen

from questfoundry.domain.solver.graph import IDENTITY_EDGE, Edge, Graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.passage import Choice

_State = tuple[int, int]
"""A state of play: the number of a passage, and the mask of the player's flags."""


class BfsLayers:
    """The reachable states, grouped into layers by their distance to the goal.

    ``goal`` and each layer map passages to families (sets of flag sets). ``layers[n]`` holds the
    states from which the shortest route to the goal has ``n`` choices. The search stops at the
    layer with the start state. If ``all_layers`` is true, the search finds every state from which
    the goal can be reached. ``examined_edges`` is the number of edges that the search examined.
    """

    def __init__(
        self, reach: Reachability, goal: Mapping[int, int], *, all_layers: bool = False
    ) -> None:
        self._reachability = reach
        self.layers: list[dict[int, int]] = []
        self.examined_edges = 0
        self._layers_by_passage: dict[int, list[tuple[int, int]]] = {}
        layer = {passage: family for passage, family in goal.items() if family}
        seen = dict(layer)
        while layer:
            for passage, family in layer.items():
                self._layers_by_passage.setdefault(passage, []).append((len(self.layers), family))
            self.layers.append(layer)
            if not all_layers and self.start_distance is not None:
                return
            layer = self._expand_layer(layer, seen)

    def _expand_layer(self, layer: Mapping[int, int], seen: dict[int, int]) -> dict[int, int]:
        reach, zdd = self._reachability, self._reachability.zdd
        next_layer: dict[int, int] = {}
        for passage, family in layer.items():
            keep = reach.live_flags[passage]
            incoming = reach.graph.incoming(passage)
            self.examined_edges += len(incoming)
            for edge in incoming:
                source = edge.source
                sources = zdd.preimage(reach.families[source], edge, keep, family)
                new = zdd.difference(sources, seen.get(source, EMPTY))
                if new:
                    seen[source] = zdd.union(seen.get(source, EMPTY), new)
                    next_layer[source] = zdd.union(next_layer.get(source, EMPTY), new)
        return next_layer

    @property
    def start_distance(self) -> int | None:
        """The fewest choices from the start to the goal; ``None`` if no route was found."""
        return self.distance(self._reachability.graph.start, 0)

    def distance(self, passage: int, flags: int) -> int | None:
        """Return the number of choices from a state to the goal; ``None`` for an unknown state."""
        get_value = self._reachability.zdd.get_value
        return next(
            (
                n
                for n, family in self._layers_by_passage.get(passage, ())
                if get_value(family, flags)
            ),
            None,
        )

    def min_distance(self, passage: int) -> int | None:
        """Return the least number of choices from any state of ``passage`` to the goal."""
        layers = self._layers_by_passage.get(passage)
        return layers[0][0] if layers else None

    def build_route(self) -> tuple[str, ...]:
        """Return the choice ids of a shortest route from the start to the goal.

        The result is empty if there is no route, or if the start already meets the goal.
        """
        graph, get_value = self._reachability.graph, self._reachability.zdd.get_value
        passage, flags = graph.start, 0
        route: list[str] = []
        for left in range(self.start_distance or 0, 0, -1):
            layer = self.layers[left - 1]
            for edge in graph.edges[passage]:
                after = edge.apply(flags) & self._reachability.live_flags[edge.target]
                if edge.is_open(flags) and get_value(layer.get(edge.target, EMPTY), after):
                    route.append(graph.structure.choices[edge.choice].id)
                    passage, flags = edge.target, after
                    break
        return tuple(route)


@define(kw_only=True)
class StateWalk:
    """A greedy best-first search from the start that expands the state nearest to the goal next.

    ``layers``: the distances to the goal in a graph that keeps only ``tracked_flags``.
    ``predecessors``: for each visited state, the choice that led to it and the state before it.
    ``frontier``: the states to expand, as a heap ordered by their distance.
    ``blocking_flags``: the mask of the flags that closed the choice nearest to the goal.
    """

    graph: Graph
    layers: BfsLayers
    tracked_flags: int
    predecessors: dict[_State, tuple[int, _State] | None] = field(factory=dict)
    frontier: list[tuple[int, int, _State]] = field(factory=list)
    blocking_flags: int = 0

    def find_route(self) -> tuple[Choice, ...] | None:
        """Return the choices of a route to the goal, or ``None`` if the search did not reach it.

        If the result is ``None`` although ``frontier`` is not empty, the search reached its limit.
        """
        start = (self.graph.start, 0)
        self.predecessors[start] = None
        far = self.layers.distance(*start) or 0
        self.frontier.append((far, 0, start))
        nearest = len(self.layers.layers) + 1
        for _ in range(len(self.graph.edges) + 2 * len(self.layers.layers)):
            if not self.frontier:
                return None
            left, _, state = heappop(self.frontier)
            if not left:
                return self._trace_choices(state)
            for edge, ahead in self._iter_promising_edges(state):
                if edge.is_open(state[1]):
                    self._visit_state(edge, ahead, state)
                elif ahead < nearest:
                    nearest = ahead
                    self.blocking_flags = edge.requires & ~state[1] | edge.forbids & state[1]
        return None

    def _iter_promising_edges(self, state: _State) -> Iterator[tuple[Edge, int]]:
        """Yield the edges that may be open, each with the distance from its target to the goal.

        Untracked flags are ignored, in the conditions and in the distances.
        """
        passage, flags = state
        known = flags & self.tracked_flags
        for edge in self.graph.edges[passage]:
            if not (edge.requires & self.tracked_flags & ~flags or edge.forbids & known):
                after = (
                    edge.apply(known) & self.graph.live_with_text[edge.target] & self.tracked_flags
                )
                ahead = self.layers.distance(edge.target, after)
                if ahead is not None:
                    yield edge, ahead

    def _visit_state(self, edge: Edge, ahead: int, before: _State) -> None:
        after = edge.target, edge.apply(before[1]) & self.graph.live_with_text[edge.target]
        if after not in self.predecessors:
            self.predecessors[after] = edge.choice, before
            heappush(self.frontier, (ahead, len(self.predecessors), after))

    def _trace_choices(self, state: _State) -> tuple[Choice, ...]:
        choices, taken = self.graph.structure.choices, list[Choice]()
        while (before := self.predecessors[state]) is not None:
            choice, state = before
            taken.append(choices[choice])
        return tuple(reversed(taken))


def find_relaxed_route(
    reachability: Reachability, goal: Mapping[int, int]
) -> tuple[str, ...] | None:
    """Return the choice ids of a route to ``goal``, as short as a route that ignores conditions.

    The result is ``None`` if the search finds no such route. ``goal`` maps each passage of the goal
    to the family of flag sets that a player may have there.
    """
    graph = reachability.graph
    distances = graph.distances
    nearest = min(distances[place] for place in goal)
    stack: list[_State] = [
        (place, flags)
        for place, family in reversed([*goal.items()])
        if distances[place] == nearest
        and (flags := reachability.zdd.find_preimage_set(family, IDENTITY_EDGE, 0, 0)) is not None
    ]
    leads_to: dict[_State, tuple[Edge, _State] | None] = dict.fromkeys(stack)
    for _ in range(2 * len(graph.edges)):
        if not stack:
            return None
        state = stack.pop()
        if state == (graph.start, 0):
            route = list[str]()
            while onward := leads_to[state]:
                edge, state = onward
                route.append(graph.structure.choices[edge.choice].id)
            return tuple(route)
        for edge, before in _iter_predecessors(reachability, state):
            if before not in leads_to:
                leads_to[before] = edge, state
                stack.append(before)
    return None


def _iter_predecessors(reachability: Reachability, state: _State) -> Iterator[tuple[Edge, _State]]:
    """Yield the edges to ``state`` from passages nearer to the start, with their source states.

    The edges come in reverse order, so that a stack expands the first edge first.
    """
    place, flags = state
    distances, keep = reachability.graph.distances, reachability.live_flags[place]
    for edge in reversed(reachability.graph.incoming(place)):
        if distances.get(edge.source) == distances[place] - 1:
            here = reachability.families[edge.source]
            source_flags = reachability.zdd.find_preimage_set(here, edge, keep, flags)
            if source_flags is not None:
                yield edge, (edge.source, source_flags)


MAX_WALKS = 300
"""The number of walks; every second one prefers choices that were taken least."""

MAX_CHOICES = 300
"""The number of choices after which a walk ends, because it may go round in a loop."""

MAX_STATES = 20
"""The number of states of a passage that are kept."""


@frozen
class Witnesses:
    """The states in which walkers came to each passage.

    ``had`` and ``lacked``: the masks of the flags that some walker had there, or lacked.
    ``states``: the flags of some walkers there, at most ``MAX_STATES``.
    """

    had: Sequence[int]
    lacked: Sequence[int]
    states: Sequence[Collection[int]]

    def prove(self, place: int, flag: int, *, held: bool) -> bool:
        """Return whether a walker came to the passage ``place`` with the flag, or without it."""
        return bool((self.had if held else self.lacked)[place] & flag)

    def find_open_flags(self, place: int, flags: int) -> int:
        """Return the part of ``flags`` that the walkers in ``place`` leave open.

        A flag is open if all walkers there had the flag, or if all of them lacked it.
        """
        return flags & ~(self.had[place] & self.lacked[place])


def watch_walkers(graph: Graph) -> Witnesses:
    """Return the states that random players come to; equal graphs give equal results."""

    @cache  # In a loop, walkers come to the same state again and again.
    def find_open_edges(place: int, flags: int) -> list[Edge]:
        return [edge for edge in graph.edges[place] if edge.is_open(flags)]

    had, lacked = [0] * len(graph.edges), [0] * len(graph.edges)
    states: list[dict[int, None]] = [{} for _ in graph.edges]
    taken = [0] * len(graph.structure.choices)
    for number in range(MAX_WALKS):
        rng, here, flags = Random(number), graph.start, 0  # noqa: S311
        for _ in range(MAX_CHOICES):
            had[here] |= flags
            lacked[here] |= ~flags
            if len(states[here]) < MAX_STATES:
                states[here][flags] = None
            options = find_open_edges(here, flags)
            if not options:
                break
            least = min(taken[edge.choice] for edge in options) if number % 2 else None
            edge = rng.choice([e for e in options if least in (None, taken[e.choice])])
            taken[edge.choice] += 1
            here, flags = edge.target, edge.apply(flags)
    return Witnesses(had, lacked, states)
