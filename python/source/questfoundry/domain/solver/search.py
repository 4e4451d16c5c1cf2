"""Search for a route to a passage with certain flags, or prove that no such route exists."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property, reduce
from itertools import chain
from operator import or_

from attrs import define, field, frozen

from questfoundry.domain.solver.agency import PlayerFlow, trace_players
from questfoundry.domain.solver.graph import IDENTITY_EDGE, Graph, build_graph
from questfoundry.domain.solver.livelock import build_cycle_route, find_endless_players
from questfoundry.domain.solver.reach import Reachability, TextFlags
from questfoundry.domain.solver.route_search import (
    BfsLayers,
    StateWalk,
    Witnesses,
    find_relaxed_route,
    watch_walkers,
)
from questfoundry.domain.solver.space import StateSpace, explore_graph
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Choice, Structure, play

FEW_STATES, MAX_STATES, MAX_WORK = 1_000, 250_000, 1_000_000
"""The number of states that are always listed one by one, and the limits on states, and on states
and moves, of a list."""


class SearchEnd(Enum):
    """The result of a search that ran out of steps: neither a route nor a proof."""

    GAVE_UP = "gave up"


SearchResult = tuple[str, ...] | SearchEnd | None
"""The choice ids of a route, ``None`` if there is no route, or ``GAVE_UP`` if it is not known."""


def _select_all(_zdd: Zdd, _passage: int, family: int) -> int:
    return family


@frozen(kw_only=True)
class Question:
    """The question whether a player can be in one of ``passages`` with certain flags.

    ``select(zdd, passage, family)``: returns the sets of the family that have the wanted flags.
    ``reads``: the mask of the flags that ``select`` may test.
    ``text_flag``: a flag that only conditional texts may read; 0 for none.
    ``must_hold``: true if the player must have the text flag, false if they must lack it.
    """

    passages: Collection[int]
    reads: int = 0
    text_flag: int = 0
    must_hold: bool = False
    select: Callable[[Zdd, int, int], int] = _select_all


@define(kw_only=True, slots=False)
class Search:
    """A search for answers to several questions about one structure.

    ``max_steps``: the limit on steps of the exact analysis.
    ``effort``: the steps left for all questions that the exact analysis cannot answer.
    ``gave_up``: true if some question could not be answered.
    ``visited`` and ``chosen``: the ids of the passages and choices on the routes that were found
      without the exact analysis.
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
        """The exact reachability analysis of the graph, computed on first use."""
        reach = Reachability(self.graph, Zdd(max_steps=self.max_steps))
        reach.zdd.allow_steps(self.effort)
        return reach

    @cached_property
    def space(self) -> StateSpace | None:
        """All states, one by one; ``None`` if the families of flag sets are the better way.

        They are better for many states, and for more states than the families took steps. States
        also differ by the levels of stats that only conditional texts read.
        """
        reach = self.reachability
        left = min(MAX_STATES, max(FEW_STATES, reach.steps))
        for family in reach.families if reach.is_complete else ():
            left -= reach.zdd.count_sets(family)
            if left < 0:
                break
        if left < 0 or not reach.is_complete:
            return None
        space = explore_graph(self.graph.with_levels, max_work=MAX_WORK)
        return space if space.is_complete else None

    @cached_property
    def players(self) -> PlayerFlow | None:
        """The random players in each state; ``None`` without ``space``, or if play can loop."""
        return trace_players(self.space) if self.space else None

    def reset_budget(self) -> None:
        """Set ``gave_up`` to false and renew the step limit of the exact analysis."""
        self.gave_up = False
        self.reachability.zdd.allow_steps(max(self.effort, 0))

    def is_complete(self, *passages: int) -> bool:
        """Return whether the exact analysis is complete for the given passages.

        Without arguments, return whether it is complete for all passages.
        """
        return self.reachability.is_complete or (
            bool(passages) and all(self.reachability.is_final[passage] for passage in passages)
        )

    def can_reach(self, question: Question) -> bool:
        """Return whether a player can reach a state that ``question`` describes.

        The result is also true if the search gives up.
        """
        # Without stats, the families of flag sets that a selection needs cost less than the walks.
        is_walked = self.graph.has_moves or question.select is _select_all
        if question.text_flag and is_walked and self._is_witnessed(question):
            return True
        if self._is_answerable_at_once(question):
            if question.text_flag and self.space:
                return self._has_state(self.space, question)
            return bool(self._select_goal(self.reachability, question))
        return self.find_route(question) is not None

    def _has_state(self, space: StateSpace, question: Question) -> bool:
        """Return whether ``space`` has a state that the question about a text flag asks for."""
        reach, flag, held = self.reachability, question.text_flag, question.must_hold
        for place in question.passages:
            goal = question.select(reach.zdd, place, reach.families[place])
            for state in space.by_passage[place] if goal else ():
                flags = space.flags[state] & reach.live_flags[place]
                if space.may_hold(state, flag, held=held) and reach.zdd.get_value(goal, flags):
                    return True
        return False

    def _is_witnessed(self, question: Question) -> bool:
        flag, held = question.text_flag, question.must_hold
        places = [e for e in question.passages if self.witnesses.prove(e, flag, held=held)]
        if question.select is _select_all or not places:
            return bool(places)
        return self.is_complete() and any(self._is_goal_witnessed(question, e) for e in places)

    def _is_goal_witnessed(self, question: Question, place: int) -> bool:
        reach = self.reachability
        goal = question.select(reach.zdd, place, reach.families[place])
        return any(
            reach.zdd.get_value(goal, flags & reach.live_flags[place])
            for flags in self.witnesses.states[place]
            if bool(flags & question.text_flag) == question.must_hold
        )

    @cached_property
    def witnesses(self) -> Witnesses:
        """The states of random players, computed on first use."""
        return watch_walkers(self.graph)

    def find_route(self, question: Question, graph: Graph | None = None) -> SearchResult:
        """Return the choice ids of a route to a state that the question asks for.

        ``graph`` replaces the structure's own graph, for instance by a graph with an extra flag. A
        route from an exact analysis is a shortest route. The result is ``None`` if no route exists,
        and ``SearchEnd.GAVE_UP`` if the allowed steps did not suffice.
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
        if relaxed is not None:
            return relaxed
        if reachability is self.reachability and self.space:
            return self._find_first(self.space, goal)
        return BfsLayers(reachability, goal).build_route()

    def _find_first(self, space: StateSpace, goal: Mapping[int, int]) -> tuple[str, ...]:
        reach = self.reachability
        first = min(
            state
            for place, family in goal.items()
            for state in space.by_passage[place]
            if reach.zdd.get_value(family, space.flags[state] & reach.live_flags[place])
        )
        return space.trace_route(first)

    def _select_goal(self, reachability: Reachability, question: Question) -> Mapping[int, int]:
        found = {
            passage: question.select(
                reachability.zdd, passage, self._get_family(reachability, question, passage)
            )
            for passage in question.passages
        }
        return {passage: family for passage, family in found.items() if family}

    def _get_family(self, reachability: Reachability, question: Question, passage: int) -> int:
        flag, must_hold = question.text_flag, question.must_hold
        if flag and reachability is self.reachability:
            tracking = self._open_text_flags if flag & self._open_flags else self._text_flags
            return tracking.get_family(passage, flag, held=must_hold)
        return reachability.zdd.restrict(
            reachability.families[passage], must_hold * flag, flag * (not must_hold)
        )

    @cached_property
    def _text_flags(self) -> TextFlags:
        return TextFlags(self.reachability)

    @cached_property
    def _open_text_flags(self) -> TextFlags:
        return TextFlags(self.reachability, self._open_flags)

    @cached_property
    def _open_flags(self) -> int:
        """The flags of conditional texts that walkers do not prove to be shown and left out."""
        found = 0
        for place, passage in enumerate(self.graph.structure.passages):
            read = reduce(or_, (self.graph.bits[flag] for flag in passage.conditional_flags), 0)
            found |= self.witnesses.find_open_flags(place, read)
        return found

    @cached_property
    def _partial_zdd(self) -> Zdd:
        return Zdd()

    def can_loop_forever(self, component: Sequence[int]) -> bool:
        """Return whether a player can stay in a strongly connected component of the graph forever.

        If the exact analysis is incomplete, the result may be wrongly true.
        """
        return bool(self._find_endless_players(component)[1])

    def find_endless_route(self, component: Sequence[int]) -> SearchResult:
        """Return the choice ids of a route that ends with one turn round a cycle in the component.

        The result is ``None`` if there is no such cycle, and ``SearchEnd.GAVE_UP`` if the allowed
        steps did not suffice.
        """
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
        """Return an analysis and, by passage, the players who can stay in ``component`` forever.

        If the exact analysis is incomplete, the result tracks only the flags that choices inside
        read.
        """
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
        # Counterexample-guided abstraction refinement: search with few flags, replay with all
        # flags, and add the flags that blocked the replay. Each round adds a flag, so the loop
        # ends.
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
        before = self._partial_zdd.steps
        self._partial_zdd.allow_steps(self.effort)
        try:
            yield
        finally:
            self.effort -= self._partial_zdd.steps - before

    def _spend_effort(self, effort: int) -> None:
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
    """Return the choice ids of a shortest playthrough to the ending with the id ``ending``.

    If ``ending`` is empty, any ending counts. The result is ``None`` if the search finds no route.
    """
    search = Search(graph=build_graph(structure))
    passages = enumerate(structure.passages)
    ends = [number for number, each in passages if each.ending and ending in ("", each.ending)]
    route = search.find_route(Question(passages=ends))
    return route if isinstance(route, tuple) else None
