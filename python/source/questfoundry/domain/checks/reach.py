"""Laws of reach: every part of a story can be met, and every playthrough can come to an ending."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.graph import Graph
from questfoundry.domain.play.search import Question, Search, SearchResult
from questfoundry.domain.play.space import Space


def reach_findings(space: Space, search: Search) -> Iterator[Finding]:
    """What no player meets, and where players do not get on."""
    yield from Law.REACHED.searched(space, search, _unreached(space, search))
    yield from Law.ENDINGS.searched(space, search, _endings(space, search))
    yield from Law.STUCK.searched(space, search, _stuck(space, search))
    yield from _trapped(space)


def _unreached(space: Space, search: Search) -> Iterator[Finding]:
    passages, met = space.graph.structure.passages, set(space.passage)
    missing = [place for place in range(len(passages)) if place not in met]
    reachable = space.graph.within_reach() if missing else []
    routes = {
        place: _route(space, search, [place]) if reachable[place] else None
        for place in reversed(missing)
    }
    for place in missing:
        if routes[place] is None:
            yield Law.REACHED.broken(
                place=passages[place].id,
                problem=f"No playthrough comes to the passage {passages[place].id!r}.",
                fix="Lead a choice to it that can be open, or take it out."
                if not reachable[place]
                else "Let a choice that leads to it be open in some playthrough, or take it out.",
            )


def _endings(space: Space, search: Search) -> Iterator[Finding]:
    structure = space.graph.structure
    places: dict[str, list[int]] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            places.setdefault(passage.ending, []).append(place)
    if not places:
        yield Law.ENDINGS.broken(
            place=structure.start,
            problem="The story has no ending.",
            fix="Give the passages where the story is over an ending.",
        )
    met = {structure.passages[place].ending for place in space.passage}
    for ending in places:
        route = _route(space, search, places[ending]) if ending not in met else ()
        if route is None:
            yield Law.ENDINGS.broken(
                place=structure.passages[places[ending][0]].id,
                problem=f"No playthrough comes to the ending {ending!r}.",
                fix="Lead a choice to it that can be open, or take it out.",
            )


def _route(space: Space, search: Search, places: list[int]) -> SearchResult:
    """A route to one of the passages, of which no state was met; empty where one is known."""
    passages = space.graph.structure.passages
    if any(passages[place].id in search.met for place in places):
        return ()
    return None if space.complete else search.route(space.graph, Question(places=places))


def stuck_states(space: Space) -> list[int]:
    """The states, nearest first, in which the story goes on and no choice is open."""
    return [
        state for state, moves in enumerate(space.moves) if not moves and not space.ended(state)
    ]


def _stuck(space: Space, search: Search) -> Iterator[Finding]:
    stuck = dict(_nearest(space, stuck_states(space)))
    routes = {passage: space.route_to(state) for passage, state in stuck.items()}
    for place, passage in enumerate(space.graph.structure.passages):
        if space.complete or passage.ending or passage.id in stuck:
            continue
        route = search.route(space.graph, _closed(space.graph, place))
        if isinstance(route, tuple):
            routes[passage.id] = route
    for identifier, counterexample in routes.items():
        yield Law.STUCK.broken(
            place=identifier,
            problem=f"A player can be stuck in the passage {identifier!r}: no choice is open.",
            fix="Add a choice that is open there, or make the passage an ending.",
            counterexample=counterexample,
        )


def _closed(graph: Graph, place: int) -> Question:
    """Whether a player can be in the passage when no choice is open."""
    leaving = graph.edges[place]
    free = any(not edge.requires | edge.forbids for edge in leaving)
    return Question(
        places=() if free else (place,),
        reads=reduce(or_, (edge.requires | edge.forbids for edge in leaving), 0),
        holds=lambda _, flags: not any(edge.open(flags) for edge in leaving),
    )


def _trapped(space: Space) -> Iterator[Finding]:
    """Where only loops go on; a state that leads to a stuck one is reported as stuck."""
    known = range(len(space.moves))
    unknown = range(len(space.moves), len(space.passage))
    ends = [state for state in known if space.ended(state)]
    free = space.leading_to([*ends, *stuck_states(space), *unknown])
    entered = [
        state
        for state in known
        if not free[state] and ((before := space.arrival[state]) is None or free[before.state])
    ]
    for passage, state in _nearest(space, entered):
        yield Law.TRAPPED.broken(
            place=passage,
            problem=f"From the passage {passage!r} a player goes round for ever.",
            fix="Add a choice that leads out of the loop.",
            counterexample=space.route_to(state),
        )
    if not space.complete and not space.graph.is_acyclic():
        yield Law.TRAPPED.not_proven(space)


def _nearest(space: Space, states: list[int]) -> Iterator[tuple[str, int]]:
    """The passages of the states, each with its nearest state."""
    first: dict[int, int] = {}
    for state in states:
        first.setdefault(space.passage[state], state)
    for place, state in first.items():
        yield space.graph.structure.passages[place].id, state
