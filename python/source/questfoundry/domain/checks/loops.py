"""The law against loops: a story that was planned only goes forward.

Weaving lays the beats in an order without loops, so only an edit can bring one in. Where
passages lead to each other in a circle, the flags may still keep every player from going
round; so a circle is reported only with a playthrough that meets a passage twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.graph import Step, latest_first, reversed_edges
from questfoundry.domain.play.space import Space


def loop_findings(space: Space) -> Iterator[Finding]:
    """For each circle that a player can go round, the choice that closes it soonest."""
    closed: set[int] = set()
    for circle in _circles(_passages_after(space)):
        route = _soonest(space, set(circle))
        if not route:
            continue
        closed.update(circle)
        last = space.graph.structure.choice(route[-1])
        yield Law.LOOPS.broken(
            place=last.id,
            problem=f"The choice {last.id!r} leads a player back to {last.target!r}, "
            "which has been read before.",
            fix="Lead it on to a passage that comes later in the story.",
            counterexample=route,
        )
    if not space.complete and any(
        not closed.intersection(circle)
        for circle in _circles([{edge.target for edge in edges} for edges in space.graph.edges])
    ):
        yield Law.LOOPS.not_proven(space)


def _passages_after(space: Space) -> list[set[int]]:
    """The passages to which players go on from each passage."""
    following: list[set[int]] = [set() for _ in space.graph.edges]
    for state, moves in enumerate(space.moves):
        following[space.passage[state]].update(space.passage[move.state] for move in moves)
    return following


def _circles(following: list[set[int]]) -> Iterator[list[int]]:
    """The largest groups of passages in which each leads to all; one alone leads to itself."""
    before = reversed_edges(following, len(following))
    free = [True] * len(following)
    for root in reversed(latest_first([sorted(targets) for targets in following])):
        if not free[root]:
            continue
        free[root] = False
        group = [root]
        for place in group:
            for each in before[place]:
                if free[each]:
                    free[each] = False
                    group.append(each)
        if len(group) > 1 or root in following[root]:
            yield group


def _soonest(space: Space, circle: set[int]) -> tuple[str, ...]:
    """A shortest playthrough that meets a passage of the circle twice; empty if there is none."""
    depth = [0] * len(space.passage)
    route: tuple[str, ...] = ()
    shortest = 2 * len(space.passage) + 1
    for state, before in enumerate(space.arrival):
        depth[state] = depth[before.state] + 1 if before else 0
        if depth[state] + 1 >= shortest:
            break
        if space.passage[state] in circle:
            back = _route_back(space, state, circle, shortest - depth[state])
            if back:
                route = (*space.route_to(state), *back)
                shortest = len(route)
    return route


def _route_back(space: Space, start: int, circle: set[int], bound: int) -> tuple[str, ...]:
    """The shortest row of fewer choices than ``bound`` from a state to its own passage."""
    before: dict[int, Step[int]] = {}
    reached, steps = [start], 1
    while reached and steps < bound:
        ahead = []
        for state in reached:
            for move in space.moves[state] if state < len(space.moves) else ():
                passage = space.passage[move.state]
                if passage == space.passage[start]:
                    last = space.graph.structure.choices[move.choice].id
                    return (*space.graph.way(before, state), last)
                if passage in circle and move.state not in before:
                    before[move.state] = move.choice, state
                    ahead.append(move.state)
        reached, steps = ahead, steps + 1
    return ()
