"""Laws of reach: every part of a story can be met, and every playthrough can come to an ending."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.findings import Finding, Law, not_proven
from questfoundry.domain.play.space import Space


def reach_findings(space: Space) -> Iterator[Finding]:
    """What no player meets, and where players do not get on."""
    yield from _unreached(space)
    yield from _endings(space)
    yield from _stuck(space)
    yield from _trapped(space)


def _unreached(space: Space) -> Iterator[Finding]:
    passages, met = space.graph.structure.passages, set(space.passage)
    missing = [place for place in range(len(passages)) if place not in met]
    reachable = space.graph.within_reach() if missing else []
    for place in missing:
        if space.complete or not reachable[place]:
            yield Finding(
                law=Law.REACHED,
                place=passages[place].id,
                problem=f"No playthrough comes to the passage {passages[place].id!r}.",
                fix="Lead a choice to it that can be open, or take it out."
                if not reachable[place]
                else "Let a choice that leads to it be open in some playthrough, or take it out.",
            )
    if not space.complete and any(reachable[place] for place in missing):
        yield not_proven(Law.REACHED, space)


def _endings(space: Space) -> Iterator[Finding]:
    structure = space.graph.structure
    first: dict[str, int] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            first.setdefault(passage.ending, place)
    if not first:
        yield Finding(
            law=Law.ENDINGS,
            place=structure.start,
            problem="The story has no ending.",
            fix="Give the passages where the story is over an ending.",
        )
    met = {structure.passages[place].ending for place in space.passage}
    missing = [ending for ending in first if ending not in met]
    within = space.graph.within_reach() if missing else []
    reachable = {
        passage.ending for passage, near in zip(structure.passages, within, strict=False) if near
    }
    for ending in missing:
        if space.complete or ending not in reachable:
            yield Finding(
                law=Law.ENDINGS,
                place=structure.passages[first[ending]].id,
                problem=f"No playthrough comes to the ending {ending!r}.",
                fix="Lead a choice to it that can be open, or take it out.",
            )
    if not space.complete and any(ending in reachable for ending in missing):
        yield not_proven(Law.ENDINGS, space)


def stuck_states(space: Space) -> list[int]:
    """The states, nearest first, in which the story goes on and no choice is open."""
    return [
        state for state, moves in enumerate(space.moves) if not moves and not space.ended(state)
    ]


def _stuck(space: Space) -> Iterator[Finding]:
    for passage, state in _nearest(space, stuck_states(space)):
        yield Finding(
            law=Law.STUCK,
            place=passage,
            problem=f"A player can be stuck in the passage {passage!r}: no choice is open.",
            fix="Add a choice that is open there, or make the passage an ending.",
            counterexample=space.way_to(state),
        )
    if not space.complete:
        yield not_proven(Law.STUCK, space)


def _trapped(space: Space) -> Iterator[Finding]:
    """Where only loops go on; a state that leads to a stuck one is told as stuck."""
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
        yield Finding(
            law=Law.TRAPPED,
            place=passage,
            problem=f"From the passage {passage!r} a player goes round for ever.",
            fix="Add a choice that leads out of the loop.",
            counterexample=space.way_to(state),
        )
    if not space.complete:
        yield not_proven(Law.TRAPPED, space)


def _nearest(space: Space, states: list[int]) -> Iterator[tuple[str, int]]:
    """The passages of the states, each with its nearest state."""
    first: dict[int, int] = {}
    for state in states:
        first.setdefault(space.passage[state], state)
    for place, state in first.items():
        yield space.graph.structure.passages[place].id, state
