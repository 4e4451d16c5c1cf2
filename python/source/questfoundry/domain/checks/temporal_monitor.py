"""Check a safety property of all playthroughs: no player enters a forbidden passage.

A passage can be forbidden always, or only while a bit is set. The bit says, for instance, that an
entity is absent or a clue unknown; it is no flag of the story. Passages set and clear the bit. So
the property is a two-state automaton, checked on its product with the graph. Conditions of choices
are ignored at first. If a passage may break the property, a real playthrough to it is searched for,
with the bit as an extra flag.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from attrs import frozen

from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.solver.search import Question, Search, SearchResult
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.playthrough import play


@frozen(kw_only=True)
class TemporalMonitor:
    """A two-state automaton over the passages of a playthrough, with one bit of state.

    ``state_after``: the bit after each passage that sets or clears it.
    ``forbidden_while_set``: the passages that must not be entered while the bit is set.
    ``always_forbidden``: the passages that must never be entered.
    ``initial``: the bit before the start.
    """

    state_after: Mapping[int, bool]
    forbidden_while_set: frozenset[int]
    always_forbidden: frozenset[int]
    initial: bool = False

    def next_state(self, place: int, is_set: bool) -> bool:
        """Return the monitor's bit after the passage ``place``; ``is_set`` is the bit before it."""
        return self.state_after.get(place, is_set)

    def is_violation(self, place: int, is_set: bool) -> bool:
        """Return whether the passage ``place`` must not be entered.

        ``is_set`` is the monitor's bit before the passage.
        """
        return place in self.always_forbidden or (is_set and place in self.forbidden_while_set)


def find_violations(
    search: Search, monitor: TemporalMonitor
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each forbidden passage that players can enter, with a playthrough that ends there."""
    for place in sorted(_find_suspects(search.graph, monitor)):
        route = _find_violation(search, monitor, place)
        if isinstance(route, tuple):
            yield place, route


def _find_suspects(graph: Graph, monitor: TemporalMonitor) -> set[int]:
    """Return the forbidden passages that players could enter if every choice were open."""
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
    # The extra flag stands for "the bit differs from its initial value". Edges into a passage that
    # changes the bit grant the flag; passages that change it back drop it.
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
