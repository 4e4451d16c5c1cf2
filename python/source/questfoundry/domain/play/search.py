"""Whether a player can come to a passage with certain flags, without meeting all states.

Only the flags that the question is about are looked at first: where nobody comes with the
others forgotten, nobody comes at all. A route that is found is walked with every flag in hand
before it is believed; where it turns out closed, the flags that closed it are looked at too.
So flags that live long side by side do not multiply each other, unless they truly meet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from heapq import heappop, heappush

from attrs import define, field, frozen

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.story.passage import Choice

EFFORT = 500_000
"""How many states are met, by default, for all answers together."""

_State = tuple[int, int]
"""A passage and flags, by number."""


class SearchEnd(Enum):
    """The answer where the effort did not suffice."""

    GAVE_UP = "gave up"


SearchResult = tuple[str, ...] | SearchEnd | None
"""The ids of the choices of a route, or that there is none, or that none was found in time."""


@frozen(kw_only=True)
class Question:
    """Whether a player can be in one of the ``places`` with flags that ``holds`` accepts.

    ``reads`` are the flags that ``holds`` looks at.
    """

    places: Collection[int]
    reads: int = 0
    holds: Callable[[int, int], bool] = lambda _place, _flags: True


@define(kw_only=True)
class Search:
    """Answers questions about one structure, as long as its ``effort`` lasts: states to be met.

    ``met`` and ``taken`` are the passages and choices, by id, of all routes that were found;
    ``gave_up`` says that the effort did not suffice for an answer.
    """

    effort: int = EFFORT
    met: set[str] = field(factory=set)
    taken: set[str] = field(factory=set)
    gave_up: bool = False

    def route(self, graph: Graph, question: Question) -> SearchResult:
        """The ids of choices that lead there; ``None`` where none do."""
        looked_at = question.reads
        while question.places:
            distance = self._distances(graph, question, looked_at)
            if distance is None:
                self.gave_up = True
                return SearchEnd.GAVE_UP
            if (graph.start, 0) not in distance:
                return None
            walk = _Walk(graph=graph, distance=distance, looked_at=looked_at)
            found = walk.route()
            self.effort -= len(walk.came_by)
            if found is not None:
                self.met.update(choice.target for choice in found)
                self.taken.update(choice.id for choice in found)
                return tuple(choice.id for choice in found)
            if not walk.waiting:
                return None
            looked_at |= walk.closed_by
        return None

    def _distances(
        self, graph: Graph, question: Question, looked_at: int
    ) -> Mapping[_State, int] | None:
        """How far each state is from the goal, all other flags forgotten; ``None`` if too many."""
        into: dict[_State, list[_State]] = {(graph.start, 0): []}
        goals: list[_State] = []
        waiting = deque(into)
        while waiting:
            state = waiting.popleft()
            place, flags = state
            if place in question.places and question.holds(place, flags):
                goals.append(state)
            for edge in graph.edges[place]:
                if edge.requires & looked_at & ~flags or edge.forbids & flags:
                    continue
                after = _after(graph, edge, flags, looked_at)
                if after not in into:
                    self.effort -= 1
                    if self.effort <= 0:
                        return None
                    into[after] = []
                    waiting.append(after)
                into[after].append(state)
        distance = dict.fromkeys(goals, 0)
        for state in goals:
            for before in into[state]:
                if before not in distance:
                    distance[before] = distance[state] + 1
                    goals.append(before)
        return distance


def _after(graph: Graph, edge: Edge, flags: int, looked_at: int) -> _State:
    return edge.target, (flags | edge.grants) & graph.kept[edge.target] & looked_at


@define(kw_only=True)
class _Walk:
    """A walk with every flag in hand, always on from the state that seems nearest to the goal.

    It goes no more steps than there are distances: where no choice turns out closed, so many
    lead to the goal. ``closed_by`` are the flags of the closed choice nearest to it.
    """

    graph: Graph
    distance: Mapping[_State, int]
    looked_at: int
    came_by: dict[_State, tuple[int, _State] | None] = field(factory=dict)
    waiting: list[tuple[int, int, _State]] = field(factory=list)
    closed_by: int = 0

    def route(self) -> tuple[Choice, ...] | None:
        """The choices to the goal; ``None`` where it was not met."""
        start = (self.graph.start, 0)
        self.came_by[start] = None
        self.waiting.append((self.distance[start], 0, start))
        nearest = len(self.distance)
        for _ in self.distance:
            if not self.waiting:
                return None
            left, _, state = heappop(self.waiting)
            if not left:
                return self._taken(state)
            for edge, ahead in self._onward(state):
                if edge.open(state[1]):
                    self._meet(edge, ahead, state)
                elif ahead < nearest:
                    nearest = ahead
                    self.closed_by = edge.requires & ~state[1] | edge.forbids & state[1]
        return None

    def _onward(self, state: _State) -> Iterator[tuple[Edge, int]]:
        """The edges that would lead nearer, were only the flags looked at, with the rest to go."""
        place, flags = state
        known = flags & self.looked_at
        for edge in self.graph.edges[place]:
            if not (edge.requires & self.looked_at & ~flags or edge.forbids & known):
                ahead = self.distance.get(_after(self.graph, edge, known, self.looked_at))
                if ahead is not None:
                    yield edge, ahead

    def _meet(self, edge: Edge, ahead: int, before: _State) -> None:
        after = _after(self.graph, edge, before[1], -1)
        if after not in self.came_by:
            self.came_by[after] = edge.choice, before
            heappush(self.waiting, (ahead, len(self.came_by), after))

    def _taken(self, state: _State) -> tuple[Choice, ...]:
        choices, taken = self.graph.structure.choices, list[Choice]()
        while (before := self.came_by[state]) is not None:
            choice, state = before
            taken.append(choices[choice])
        return tuple(reversed(taken))
