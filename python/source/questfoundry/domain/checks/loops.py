"""The law of loops: players may come back to a passage, but only so often.

Passages of a hub lead to each other, and each topic is read once: a player who comes back has
flags that close what was open before. What goes on for ever comes back to a state: a passage,
and the flags that choices there or later still read.
"""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.graph import Step, circles
from questfoundry.domain.play.space import Space


def loop_findings(space: Space) -> Iterator[Finding]:
    """For each circle of states, the choice that closes it soonest."""
    closed = set[int]()
    following = [[move.state for move in moves] for moves in space.moves]
    following += [[] for _ in range(len(space.passage) - len(following))]
    for circle in circles(following):
        route = _soonest(space, set(circle))
        closed.update(space.passage[state] for state in circle)
        last = space.graph.structure.choice(route[-1])
        yield Law.LOOPS.broken(
            place=last.id,
            problem=f"The choice {last.id!r} leads a player back to {last.target!r} with nothing "
            "changed, so that it goes on for ever.",
            fix="Lead it on to a later passage, or let what closes the circle be open only once: "
            "it grants a flag and forbids it.",
            counterexample=route,
        )
    if not space.complete and any(
        not closed.intersection(circle)
        for circle in circles([[edge.target for edge in edges] for edges in space.graph.edges])
    ):
        yield Law.LOOPS.not_proven(space)


def _soonest(space: Space, circle: set[int]) -> tuple[str, ...]:
    """A playthrough to the passage of the circle that is met first, and once round from there."""
    start = min(circle, key=lambda state: (space.passage.index(space.passage[state]), state))
    before: dict[int, Step[int]] = {}
    waiting = [start]
    for state in waiting:
        for move in space.moves[state]:
            if move.state == start:
                last = space.graph.structure.choices[move.choice].id
                return (*space.route_to(start), *space.graph.way(before, state), last)
            if move.state in circle and move.state not in before:
                before[move.state] = move.choice, state
                waiting.append(move.state)
    raise AssertionError("each state of a circle leads to all")
