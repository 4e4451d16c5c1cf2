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
from questfoundry.domain.play.insert_flags import TextFlags
from questfoundry.domain.play.livelock import build_cycle_route, find_endless_players
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.relaxed_route import find_relaxed_route
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

    passages: Collection[int]
    reads: int = 0
    text_flag: int = 0
    must_hold: bool = False
    select: Callable[[Zdd, int, int], int] = lambda _families, _place, family: family


@define(kw_only=True, slots=False)
class Search:
    """Answers questions about one structure.

    ``most`` bounds the steps in which all is found at once, ``effort`` those of the questions
    that are asked by themselves where that did not suffice; ``gave_up`` says that an answer is
    missing all the same. ``met`` and ``taken`` are the passages and choices, by id, of routes
    that were walked.
    """

    graph: Graph
    max_steps: int = MAX_STEPS
    effort: int = MAX_STEPS
    visited: set[str] = field(factory=set)
    chosen: set[str] = field(factory=set)
    gave_up: bool = False
    _partial: dict[int, Reachability] = field(factory=dict)

    @cached_property
    def reachability(self) -> Reachability:
        """What players may hold in each passage, of the flags that choices still read."""
        reach = Reachability(self.graph, Zdd(max_steps=self.max_steps))
        reach.zdd.allow_steps(self.effort)
        return reach

    def reset_budget(self) -> None:
        """Let questions of another kind take as many steps again, and none be unanswered yet."""
        self.gave_up = False
        self.reachability.zdd.allow_steps(max(self.effort, 0))

    def is_complete(self, *passages: int) -> bool:
        """Whether it is known what players may hold in these passages, without any in all."""
        return self.reachability.is_complete or (
            bool(passages) and all(self.reachability.is_final[passage] for passage in passages)
        )

    def can_reach(self, question: Question) -> bool:
        """Whether a player can be there; so it is where the effort did not suffice to tell."""
        if self._is_answerable_at_once(question):
            return bool(self._select_goal(self.reachability, question))
        return self.find_route(question) is not None

    def find_route(self, question: Question, graph: Graph | None = None) -> SearchResult:
        """The ids of choices that lead there; ``None`` where none do.

        A ``graph`` is that of the structure with a mark more. Where all was found at once, there
        is no shorter route.
        """
        try:
            if graph is None and self._is_answerable_at_once(question):
                return self._find_shortest(self.reachability, question)
            if graph is not None and self.is_complete():
                reach = Reachability(graph, Zdd(max_steps=self.max_steps))
                if reach.is_complete:
                    reach.zdd.allow_steps(self.effort)
                    return self._find_shortest(reach, question)
            found = self._search_with_refinement(graph or self.graph, question)
        except (TooManyStepsError, RecursionError):
            self.gave_up = True
            return SearchEnd.GAVE_UP
        if found is None:
            return None
        self.visited.update(choice.target for choice in found)
        self.chosen.update(choice.id for choice in found)
        return tuple(choice.id for choice in found)

    def _is_answerable_at_once(self, question: Question) -> bool:
        return self.is_complete(*(() if question.text_flag else question.passages))

    def _find_shortest(
        self, reachability: Reachability, question: Question
    ) -> tuple[str, ...] | None:
        goal = self._select_goal(reachability, question)
        if not goal:
            return None
        relaxed = find_relaxed_route(reachability, goal)
        return BfsLayers(reachability, goal).build_route() if relaxed is None else relaxed

    def _select_goal(self, reachability: Reachability, question: Question) -> Mapping[int, int]:
        found = {
            passage: question.select(
                reachability.zdd, passage, self._get_family(reachability, question, passage)
            )
            for passage in question.passages
        }
        return {passage: family for passage, family in found.items() if family}

    def _get_family(self, reachability: Reachability, question: Question, passage: int) -> int:
        """The family there, of those with or without the flag that only inserts may read."""
        flag, held = question.text_flag, question.must_hold
        if flag and reachability is self.reachability:
            return self._text_flags.get_family(passage, flag, held=held)
        return reachability.zdd.restrict(
            reachability.families[passage], held * flag, flag * (not held)
        )

    @cached_property
    def _text_flags(self) -> TextFlags:
        return TextFlags(self.reachability)

    @cached_property
    def _partial_zdd(self) -> Zdd:
        """Those of questions that are asked by themselves."""
        return Zdd()

    def can_loop_forever(self, component: Sequence[int]) -> bool:
        """Whether players could go on for ever in passages that lead to each other."""
        return bool(self._find_endless_players(component)[1])

    def find_endless_route(self, component: Sequence[int]) -> SearchResult:
        """A route into passages that lead to each other, and once round there for ever."""
        reach, endless = self._find_endless_players(component)

        def select(zdd: Zdd, passage: int, family: int) -> int:
            return zdd.preimage(family, IDENTITY_EDGE, reach.tracked_flags, endless[passage])

        reads = 0 if reach is self.reachability else reach.tracked_flags
        route = self.find_route(Question(passages=tuple(endless), reads=reads, select=select))
        if not isinstance(route, tuple):
            return route
        return (*route, *build_cycle_route(reach, endless, play(self.graph.structure, route)))

    def _find_endless_players(
        self, component: Sequence[int]
    ) -> tuple[Reachability, Mapping[int, int]]:
        """What is granted or asked for elsewhere makes no difference, so less can be looked at."""
        reach = self.reachability
        if not self.is_complete(*component):
            internal = chain.from_iterable(self.graph.internal_edges(component).values())
            reads = reduce(or_, (edge.requires | edge.forbids for edge in internal), 0)
            with self._use_remaining_effort():
                reach = self._get_partial_reachability(self.graph, reads)
                return reach, find_endless_players(reach, component)
        return reach, find_endless_players(reach, component)

    def _search_with_refinement(
        self, graph: Graph, question: Question
    ) -> tuple[Choice, ...] | None:
        """Choices that lead there, found by looking at ever more flags."""
        tracked = question.reads | question.text_flag
        while question.passages:
            with self._use_remaining_effort():
                reach = self._get_partial_reachability(graph, tracked)
                goal = self._select_goal(reach, question)
                if not goal:
                    return None
                self._spend_effort(0)
                layers = BfsLayers(reach, goal, all_layers=True)
            self.effort -= layers.examined_edges
            walk = StateWalk(graph=graph, layers=layers, tracked_flags=tracked)
            found = walk.find_route()
            self.effort -= len(walk.predecessors)
            if found is not None or not walk.frontier:
                return found
            tracked |= walk.blocking_flags
        return None

    @contextmanager
    def _use_remaining_effort(self) -> Iterator[None]:
        """The steps that are left for questions that are asked by themselves."""
        before = self._partial_zdd.steps
        self._partial_zdd.allow_steps(self.effort)
        try:
            yield
        finally:
            self.effort -= self._partial_zdd.steps - before

    def _spend_effort(self, effort: int) -> None:
        """Begin what takes so much effort; nothing is begun once all is spent."""
        if self.effort < 0:
            raise TooManyStepsError
        self.effort -= effort

    def _get_partial_reachability(self, graph: Graph, flags: int) -> Reachability:
        reach = self._partial.get(flags) if graph is self.graph else None
        if reach is None:
            self._spend_effort(len(graph.structure.choices))
            reach = Reachability(graph.project_flags(flags), self._partial_zdd, tracked_flags=flags)
            if graph is self.graph:
                self._partial[flags] = reach
        if not reach.is_complete:
            raise TooManyStepsError
        return reach


def find_shortest_playthrough(structure: Structure, ending: str = "") -> tuple[str, ...] | None:
    """The ids of the choices to that ending, or the nearest; ``None`` where none was found."""
    search = Search(graph=build_graph(structure))
    passages = enumerate(structure.passages)
    ends = [at for at, each in passages if each.ending and ending in ("", each.ending)]
    route = search.find_route(Question(passages=ends))
    return route if isinstance(route, tuple) else None
