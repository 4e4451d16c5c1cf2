"""A watch over all arcs: something is marked on the way, and what must not be met while it is.

Whether somebody is gone, or how late it is, is no flag of the story. It is one bit that passages
set and clear, and is walked with the states of a player only where the passages themselves,
with every choice open, do not prove already that nobody meets what must not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from questfoundry.domain.play.graph import Step
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.play.search import Question, Search
from questfoundry.domain.play.space import Space


@frozen(kw_only=True)
class Watch:
    """What passages, by number, do to the mark.

    ``leaves`` says of those that set or clear it how they leave it; all others leave it as it was.
    ``breaks`` are those that must not be entered while it is set, ``always`` those that break by
    themselves, whoever enters. ``begins`` says that it is set before the story begins.
    """

    leaves: Mapping[int, bool]
    breaks: frozenset[int]
    always: frozenset[int]
    begins: bool = False

    def after(self, place: int, marked: bool) -> bool:
        """Whether the mark is set behind the passage."""
        return self.leaves.get(place, marked)

    def broken(self, place: int, marked: bool) -> bool:
        """Whether it is broken by entering the passage."""
        return place in self.always or (marked and place in self.breaks)


def breaches(space: Space, search: Search, watch: Watch) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The passages in which it is broken, each with a playthrough that ends there."""
    suspects = _suspects(space, watch)
    if not suspects:
        return
    if space.complete:
        yield from _walked(space, watch, suspects)
        return
    for place in sorted(suspects):
        route = _searched(space, search, watch, place)
        if route is not None:
            yield place, route


def _suspects(space: Space, watch: Watch) -> set[int]:
    """The passages in which it would be broken, were all choices open."""
    start = (space.graph.start, watch.begins)
    met, waiting = {start}, [start]
    found = set[int]()
    for place, marked in waiting:
        if watch.broken(place, marked):
            found.add(place)
        for edge in space.graph.edges[place]:
            after = (edge.target, watch.after(place, marked))
            if after not in met:
                met.add(after)
                waiting.append(after)
    return found


def _walked(
    space: Space, watch: Watch, suspects: set[int]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Those of the suspects in which some player breaks it, each with a shortest playthrough."""
    first = (0, watch.begins)
    came_by: dict[tuple[int, bool], Step[tuple[int, bool]]] = {}
    nodes, known, left = [first], {first}, set(suspects)
    for node in nodes:
        state, marked = node
        place = space.passage[state]
        if place in left and watch.broken(place, marked):
            left.discard(place)
            yield place, space.graph.way(came_by, node)
        for move in space.moves[state] if left else ():
            after = (move.state, watch.after(place, marked))
            if after not in known:
                known.add(after)
                nodes.append(after)
                came_by[after] = move.choice, node


def _searched(space: Space, search: Search, watch: Watch, place: int) -> tuple[str, ...] | None:
    """A playthrough that breaks it there: one to a passage before it, and the choice that enters.

    That the mark is not as it begins is a flag more, as passages leave it: those that change it do
    so for who enters them (the start for who leaves it), those that change it back let nobody
    keep it.
    """
    graph = space.graph
    if place in watch.always or (watch.begins and place == graph.start):
        found = search.route(graph, Question(places=(place,)))
        return found if isinstance(found, tuple) else None
    mark, changed = 1 << len(graph.bits), not watch.begins
    marking = evolve(
        graph,
        edges=tuple(
            tuple(
                evolve(edge, grants=edge.grants | mark)
                if watch.leaves.get(edge.target) is changed
                or (at == graph.start and watch.leaves.get(at) is changed)
                else edge
                for edge in edges
            )
            for at, edges in enumerate(graph.edges)
        ),
        kept=tuple(
            flags if watch.leaves.get(at) is watch.begins else flags | mark
            for at, flags in enumerate(graph.kept)
        ),
    )
    into = {
        at: [edge for edge in edges if edge.target == place] for at, edges in enumerate(graph.edges)
    }
    reads = mark
    for edge in (edge for edges in into.values() for edge in edges):
        reads |= edge.requires | edge.forbids

    def entered(at: int, flags: int) -> bool:
        marked = watch.after(at, bool(flags & mark) is changed)
        return marked and any(edge.open(flags) for edge in into[at])

    sources = [at for at, edges in into.items() if edges]
    found = search.route(marking, Question(places=sources, reads=reads, holds=entered))
    if not isinstance(found, tuple):
        return None
    target = graph.structure.passages[place].id
    last = next(each for each in play(graph.structure, found).open if each.target == target)
    return (*found, last.id)
