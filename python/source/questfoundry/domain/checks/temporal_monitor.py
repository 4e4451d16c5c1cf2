"""A watch over all arcs: something is marked on the way, and what must not be met while it is.

Whether somebody is gone, or how late it is, is no flag of the story. It is one bit that passages
set and clear, and is walked with the states of a player only where the passages themselves,
with every choice open, do not prove already that nobody meets what must not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from attrs import frozen

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.play.search import Question, Search, SearchResult
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import EMPTY


@frozen(kw_only=True)
class TemporalMonitor:
    """What passages, by number, do to the mark.

    ``leaves`` says of those that set or clear it how they leave it; all others leave it as it was.
    ``breaks`` are those that must not be entered while it is set, ``always`` those that break by
    themselves, whoever enters. ``begins`` says that it is set before the story begins.
    """

    state_after: Mapping[int, bool]
    forbidden_while_set: frozenset[int]
    always_forbidden: frozenset[int]
    initial: bool = False

    def next_state(self, place: int, is_set: bool) -> bool:
        """Whether the mark is set behind the passage."""
        return self.state_after.get(place, is_set)

    def is_violation(self, place: int, is_set: bool) -> bool:
        """Whether it is broken by entering the passage."""
        return place in self.always_forbidden or (is_set and place in self.forbidden_while_set)


def find_violations(
    search: Search, monitor: TemporalMonitor
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The passages in which it is broken, each with a playthrough that ends there."""
    for place in sorted(_find_suspects(search.graph, monitor)):
        route = _find_violation(search, monitor, place)
        if isinstance(route, tuple):
            yield place, route


def _find_suspects(graph: Graph, monitor: TemporalMonitor) -> set[int]:
    """The passages in which it would be broken, were all choices open."""
    start = (graph.start, monitor.initial)
    seen, queue = {start}, [start]
    found = set[int]()
    for place, is_set in queue:
        if monitor.is_violation(place, is_set):
            found.add(place)
        for edge in graph.edges[place]:
            after = (edge.target, monitor.next_state(place, is_set))
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return found


def _find_violation(search: Search, monitor: TemporalMonitor, place: int) -> SearchResult:
    """A playthrough that breaks it there: one to a passage before it, and the choice that enters.

    That the mark is not as it begins is a flag more, as passages leave it: those that change it do
    so for who enters them (the start for who leaves it), those that change it back let nobody
    keep it.
    """
    graph, changed = search.graph, not monitor.initial
    if place in monitor.always_forbidden or (monitor.initial and place == graph.start):
        return search.find_route(Question(passages=(place,)))
    at_start = monitor.state_after.get(graph.start) is changed
    extended = graph.add_extra_flag(
        (
            [
                edge._replace(grants=edge.grants | graph.extra_flag)
                if monitor.state_after.get(edge.target) is changed
                or (at == graph.start and at_start)
                else edge
                for edge in edges
            ]
            for at, edges in enumerate(graph.edges)
        ),
        cleared_at={at for at, leaves in monitor.state_after.items() if leaves is monitor.initial},
    )
    entering: dict[int, list[Edge]] = {}
    for edge in graph.incoming(place):
        entering.setdefault(edge.source, []).append(edge)
    reads = reduce(
        or_, (edge.requires | edge.forbids for edges in entering.values() for edge in edges)
    )

    def select(zdd: Zdd, at: int, family: int) -> int:
        here = zdd.restrict_to_open_choices(family, entering[at])
        if at == graph.start and at_start:
            return here if changed else EMPTY
        return (
            zdd.restrict(here, graph.extra_flag)
            if changed
            else zdd.restrict(here, 0, graph.extra_flag)
        )

    found = search.find_route(
        Question(passages=tuple(entering), reads=reads | graph.extra_flag, select=select), extended
    )
    if not isinstance(found, tuple):
        return found
    target = graph.structure.passages[place].id
    last = next(each for each in play(graph.structure, found).open if each.target == target)
    return (*found, last.id)
