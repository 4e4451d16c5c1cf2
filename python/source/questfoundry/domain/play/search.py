"""Whether a player can come to a passage with certain flags, and by which choices.

What players may hold in each passage is found once, and each question is asked of that. Only
where it took too many steps, a question is asked by itself: at first only the flags that it is
about are looked at. Where nobody comes with the others forgotten, nobody comes at all. A route
that is found is walked with every flag in hand before it is believed; where it turns out closed,
the flags that closed it are looked at too. So flags that do not truly meet never multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property, reduce
from itertools import chain
from operator import or_

from attrs import define, field, frozen

from questfoundry.domain.play.bfs_layers import BfsLayers
from questfoundry.domain.play.graph import IDENTITY_EDGE, Graph, build_graph
from questfoundry.domain.play.insert_flags import InsertFlags
from questfoundry.domain.play.livelock import build_cycle_route, find_endless_players
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.relaxed_route import straight_route
from questfoundry.domain.play.walk import StateWalk
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Choice, Structure


class SearchEnd(Enum):
    """The answer where the effort did not suffice."""

    GAVE_UP = "gave up"


SearchResult = tuple[str, ...] | SearchEnd | None
"""The ids of the choices of a route, or that there is none, or that none was found in time."""


@frozen(kw_only=True)
class Question:
    """Whether a player can be in one of the ``places`` with flags that ``among`` leaves over.

    ``among`` takes from a family what does not answer the question; ``reads`` are the flags
    that it looks at. ``beside`` is one more, which only inserts may read: it must be ``held``, or
    must not.
    """

    places: Collection[int]
    reads: int = 0
    beside: int = 0
    held: bool = False
    among: Callable[[Zdd, int, int], int] = lambda _families, _place, family: family


@define(kw_only=True, slots=False)
class Search:
    """Answers questions about one structure.

    ``most`` bounds the steps in which all is found at once, ``effort`` those of the questions
    that are asked by themselves where that did not suffice; ``gave_up`` says that an answer is
    missing all the same. ``met`` and ``taken`` are the passages and choices, by id, of routes
    that were walked.
    """

    graph: Graph
    most: int = MAX_STEPS
    effort: int = MAX_STEPS
    met: set[str] = field(factory=set)
    taken: set[str] = field(factory=set)
    gave_up: bool = False
    _partial: dict[int, Reachability] = field(factory=dict)

    @cached_property
    def reach(self) -> Reachability:
        """What players may hold in each passage, of the flags that choices still read."""
        reach = Reachability(self.graph, Zdd(max_steps=self.most))
        reach.zdd.allow_steps(self.effort)
        return reach

    def begin(self) -> None:
        """Let questions of another kind take as many steps again, and none be unanswered yet."""
        self.gave_up = False
        self.reach.zdd.allow_steps(max(self.effort, 0))

    def complete(self, *places: int) -> bool:
        """Whether it is known what players may hold in these passages, without any in all."""
        return self.reach.is_complete or (
            bool(places) and all(self.reach.is_final[place] for place in places)
        )

    def can_be(self, question: Question) -> bool:
        """Whether a player can be there; so it is where the effort did not suffice to tell."""
        if self._is_known(question):
            return bool(self._goal(self.reach, question))
        return self.route(question) is not None

    def route(self, question: Question, graph: Graph | None = None) -> SearchResult:
        """The ids of choices that lead there; ``None`` where none do.

        A ``graph`` is that of the structure with a mark more. Where all was found at once, there
        is no shorter route.
        """
        try:
            if graph is None and self._is_known(question):
                return self._shortest(self.reach, question)
            if graph is not None and self.complete():
                reach = Reachability(graph, Zdd(max_steps=self.most))
                if reach.is_complete:
                    reach.zdd.allow_steps(self.effort)
                    return self._shortest(reach, question)
            found = self._asked(graph or self.graph, question)
        except (TooManyStepsError, RecursionError):
            self.gave_up = True
            return SearchEnd.GAVE_UP
        if found is None:
            return None
        self.met.update(choice.target for choice in found)
        self.taken.update(choice.id for choice in found)
        return tuple(choice.id for choice in found)

    def _is_known(self, question: Question) -> bool:
        return self.complete(*(() if question.beside else question.places))

    def _shortest(self, reach: Reachability, question: Question) -> tuple[str, ...] | None:
        goal = self._goal(reach, question)
        if not goal:
            return None
        straight = straight_route(reach, goal)
        return BfsLayers(reach, goal).build_route() if straight is None else straight

    def _goal(self, reach: Reachability, question: Question) -> Mapping[int, int]:
        found = {
            place: question.among(reach.zdd, place, self._at(reach, question, place))
            for place in question.places
        }
        return {place: family for place, family in found.items() if family}

    def _at(self, reach: Reachability, question: Question, place: int) -> int:
        """The family there, of those with or without the flag that only inserts may read."""
        flag, held = question.beside, question.held
        if flag and reach is self.reach:
            return self._insert_flags.at(place, flag, held=held)
        return reach.zdd.restrict(reach.families[place], held * flag, flag * (not held))

    @cached_property
    def _insert_flags(self) -> InsertFlags:
        return InsertFlags(self.reach)

    @cached_property
    def _families(self) -> Zdd:
        """Those of questions that are asked by themselves."""
        return Zdd()

    def may_go_round(self, circle: Sequence[int]) -> bool:
        """Whether players could go on for ever in passages that lead to each other."""
        return bool(self._going_round(circle)[1])

    def endless(self, circle: Sequence[int]) -> SearchResult:
        """A route into passages that lead to each other, and once round there for ever."""
        reach, going = self._going_round(circle)

        def among(families: Zdd, place: int, family: int) -> int:
            return families.preimage(family, IDENTITY_EDGE, reach.tracked_flags, going[place])

        reads = 0 if reach is self.reach else reach.tracked_flags
        route = self.route(Question(places=tuple(going), reads=reads, among=among))
        if not isinstance(route, tuple):
            return route
        return (*route, *build_cycle_route(reach, going, play(self.graph.structure, route)))

    def _going_round(self, circle: Sequence[int]) -> tuple[Reachability, Mapping[int, int]]:
        """What is granted or asked for elsewhere makes no difference, so less can be looked at."""
        reach = self.reach
        if not self.complete(*circle):
            inside = chain.from_iterable(self.graph.internal_edges(circle).values())
            reads = reduce(or_, (edge.requires | edge.forbids for edge in inside), 0)
            with self._allowed():
                reach = self._looking_at(self.graph, reads)
                return reach, find_endless_players(reach, circle)
        return reach, find_endless_players(reach, circle)

    def _asked(self, graph: Graph, question: Question) -> tuple[Choice, ...] | None:
        """Choices that lead there, found by looking at ever more flags."""
        looked_at = question.reads | question.beside
        while question.places:
            with self._allowed():
                reach = self._looking_at(graph, looked_at)
                goal = self._goal(reach, question)
                if not goal:
                    return None
                self._spend(0)
                rings = BfsLayers(reach, goal, all_layers=True)
            self.effort -= rings.examined_edges
            walk = StateWalk(graph=graph, rings=rings, looked_at=looked_at)
            found = walk.route()
            self.effort -= len(walk.came_by)
            if found is not None or not walk.waiting:
                return found
            looked_at |= walk.closed_by
        return None

    @contextmanager
    def _allowed(self) -> Iterator[None]:
        """The steps that are left for questions that are asked by themselves."""
        before = self._families.steps
        self._families.allow_steps(self.effort)
        try:
            yield
        finally:
            self.effort -= self._families.steps - before

    def _spend(self, effort: int) -> None:
        """Begin what takes so much effort; nothing is begun once all is spent."""
        if self.effort < 0:
            raise TooManyStepsError
        self.effort -= effort

    def _looking_at(self, graph: Graph, flags: int) -> Reachability:
        reach = self._partial.get(flags) if graph is self.graph else None
        if reach is None:
            self._spend(len(graph.structure.choices))
            reach = Reachability(graph.project_flags(flags), self._families, tracked_flags=flags)
            if graph is self.graph:
                self._partial[flags] = reach
        if not reach.is_complete:
            raise TooManyStepsError
        return reach


def shortest_arc(structure: Structure, ending: str = "") -> tuple[str, ...] | None:
    """The ids of the choices to that ending, or the nearest; ``None`` where none was found."""
    search = Search(graph=build_graph(structure))
    passages = enumerate(structure.passages)
    ends = [at for at, each in passages if each.ending and ending in ("", each.ending)]
    route = search.route(Question(places=ends))
    return route if isinstance(route, tuple) else None
