"""Find the least number of choices to some passages, and players who avoid some passages.

Distances: a breadth-first search without conditions gives a lower bound. If a search for a route of
that length finds one, the bound is exact. Only otherwise, all states are searched in layers, which
takes much longer.

Avoidance: one pass backwards over all states answers many questions at once, with one bit for each.
Where there is a player, A* (Hart, Nilsson and Raphael 1968) finds a shortest playthrough.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush

from attrs import frozen

from questfoundry.domain.solver.graph import Graph
from questfoundry.domain.solver.route_search import BfsLayers
from questfoundry.domain.solver.search import Search
from questfoundry.domain.solver.space import StateSpace

MAX_VISITED = 2_000
"""The number of states that a search for a route as short as the bound visits."""


@frozen(slots=False, eq=False)
class Distances:
    """The least number of choices to one of the passages ``ends`` (numbers).

    The exact analysis of ``search`` must be complete.
    """

    search: Search
    ends: Collection[int]

    @cached_property
    def from_start(self) -> int | None:
        """The number of choices on a shortest route; ``None`` if there is no route."""
        nearest = self.find_nearest([self.search.graph.start])
        return None if nearest is None else nearest[0]

    def find_nearest(self, places: Iterable[int]) -> tuple[int, int] | None:
        """Return the passage of ``places`` that is nearest to an end, after its number of choices.

        Of equally near passages, the first counts. Passages that no player reaches are left out.
        The result is ``None`` without such a passage.
        """
        families = self.search.reachability.families
        bounds = ((self._bounds.get(each), each) for each in places if families[each])
        known = sorted((bound, each) for bound, each in bounds if bound is not None)
        if not known or self._is_exact(known[0][1]):
            return known[0] if known else None
        found = ((self._find_exact(each), each) for _, each in known)
        return min(((left, each) for left, each in found if left is not None), default=None)

    def _is_exact(self, place: int) -> bool:
        """Return whether a walker in ``place`` can come to an end as fast as without conditions.

        The result may be wrongly false, because at most ``MAX_VISITED`` states are visited.
        """
        graph, left = self.search.graph, MAX_VISITED
        waiting = [
            (place, flags & graph.live[place]) for flags in self.search.witnesses.states[place]
        ]
        seen = set(waiting)
        while waiting and left:
            (here, flags), left = waiting.pop(), left - 1
            if not self._bounds[here]:
                return True
            for edge in graph.edges[here]:
                after = edge.target, edge.apply(flags) & graph.live[edge.target]
                is_nearer = self._bounds.get(edge.target) == self._bounds[here] - 1
                if is_nearer and edge.is_open(flags) and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return False

    @cached_property
    def _bounds(self) -> Mapping[int, int]:
        families = self.search.reachability.families
        return measure_bounds(self.search.graph, [each for each in self.ends if families[each]])

    def _find_exact(self, place: int) -> int | None:
        space, distances = self.search.space, self._state_distances
        if space is None:
            return self._layers.min_distance(place)
        known = (distances.get(each) for each in space.by_passage[place])
        return min((each for each in known if each is not None), default=None)

    @cached_property
    def _state_distances(self) -> Mapping[int, int]:
        """The distance of each state, if they are few enough to examine them one by one."""
        space = self.search.space
        return measure_state_distances(space, self.ends) if space else {}

    @cached_property
    def _layers(self) -> BfsLayers:
        reach = self.search.reachability
        return BfsLayers(reach, {each: reach.families[each] for each in self.ends}, all_layers=True)


def measure_bounds(graph: Graph, ends: Iterable[int]) -> Mapping[int, int]:
    """Return the number of choices from each passage to one of ``ends``, ignoring conditions."""
    found = dict.fromkeys(ends, 0)
    for place in (queue := [*found]):
        for edge in graph.incoming(place):
            if edge.source not in found:
                found[edge.source] = found[place] + 1
                queue.append(edge.source)
    return found


def measure_state_distances(space: StateSpace, ends: Iterable[int]) -> Mapping[int, int]:
    """Return the number of choices from each state to a state of one of the passages ``ends``."""
    found = {state: 0 for place in ends for state in space.by_passage[place]}
    for state in (queue := [*found]):
        for before in space.sources[state]:
            if before not in found:
                found[before] = found[state] + 1
                queue.append(before)
    return found


@frozen
class Avoidance:
    """The question whether a player can take a choice and then avoid passages up to an ending.

    ``choices``: the indices of the choices. ``passages``: the numbers of the passages to avoid.
    """

    choices: Sequence[int]
    passages: Collection[int]


def find_avoiding_routes(
    space: StateSpace, questions: Sequence[Avoidance]
) -> Iterator[tuple[str, ...] | None]:
    """Yield the choice ids of a shortest playthrough for each of ``questions``, or ``None``."""
    masks = _find_avoiding_states(space, questions)
    passages = space.graph.structure.passages
    ends = [place for place, each in enumerate(passages) if each.ending]
    bounds = measure_bounds(space.graph, ends)
    for number, question in enumerate(questions):
        yield _find_route(space, question, bounds, masks, 1 << number)


def _find_avoiding_states(space: StateSpace, questions: Sequence[Avoidance]) -> Sequence[int]:
    """Return the mask of the questions whose players in each state can avoid the passages."""
    every, passages = (1 << len(questions)) - 1, space.graph.structure.passages
    may_visit = [
        sum(1 << number for number, each in enumerate(questions) if place not in each.passages)
        for place in range(len(passages))
    ]
    masks = [every * space.is_ending(state) for state in range(len(space.passage))]
    states = range(len(masks)) if space.order is None else space.order
    grown = True
    while grown:
        grown = False
        for state in reversed(states):
            mask = masks[state]
            for after in space.targets[state]:
                mask |= masks[after]
            mask &= may_visit[space.passage[state]]
            if mask != masks[state]:
                masks[state], grown = mask, space.order is None
    return masks


def _find_route(
    space: StateSpace,
    question: Avoidance,
    bounds: Mapping[int, int],
    masks: Sequence[int],
    bit: int,
) -> tuple[str, ...] | None:
    # Entries of the heap: the least length of the playthrough, the choices that it still needs, a
    # state, and the state before it with the choice; ``~state`` before the choice of the question.
    waiting = [
        (space.depths[state] + 1 + bounds[edge.target], bounds[edge.target], after, ~state, edge)
        for state in _list_sources(space, question)
        for edge, after in zip(space.edges[state], space.targets[state], strict=True)
        if edge.choice in question.choices and masks[after] & bit
    ]
    heapify(waiting)
    before = dict[int, tuple[int, int]]()
    while waiting:
        length, left, state, source, edge = heappop(waiting)
        if state in before:
            continue
        before[state] = source, edge.choice
        if space.is_ending(state):
            return _trace_route(space, state, before)
        for onward, after in zip(space.edges[state], space.targets[state], strict=True):
            if masks[after] & bit and after not in before:
                ahead = bounds[onward.target]
                heappush(waiting, (length - left + 1 + ahead, ahead, after, state, onward))
    return None


def _list_sources(space: StateSpace, question: Avoidance) -> Iterator[int]:
    structure = space.graph.structure
    sources = {structure.choices[each].source for each in question.choices}
    for place, passage in enumerate(structure.passages):
        if passage.id in sources:
            yield from space.by_passage[place]


def _trace_route(
    space: StateSpace, state: int, before: Mapping[int, tuple[int, int]]
) -> tuple[str, ...]:
    route, choices = list[str](), space.graph.structure.choices
    while state >= 0:
        state, choice = before[state]
        route.append(choices[choice].id)
    return (*space.trace_route(~state), *reversed(route))
