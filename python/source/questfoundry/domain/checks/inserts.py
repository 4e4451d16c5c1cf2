"""Advice on inserts: whether they tell players apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Question, Search
from questfoundry.domain.play.space import Space


def insert_findings(space: Space, search: Search) -> Iterator[Finding]:
    """Inserts that no player reads, or every player who comes to their passage."""
    yield from Law.INSERTS.searched(space, search, _alike(space, search))


def _alike(space: Space, search: Search) -> Iterator[Finding]:
    """An insert of a passage that nobody meets is no finding: the passage is."""
    met: dict[int, list[int]] = defaultdict(list)
    for state, place in enumerate(space.passage):
        met[place].append(space.flags[state])
    for place, passage in enumerate(space.graph.structure.passages):
        for flag in sorted(passage.reads):
            bit = space.graph.bits[flag]
            in_states = bool(bit & space.graph.live[place])
            answers = {
                held: any(bool(flags & bit) is held for flags in met[place])
                if in_states and space.complete
                else _can_be(space, search, place, bit, held=held)
                for held in (True, False)
            }
            if answers[True] == answers[False]:
                continue
            whom = "every player" if answers[True] else "no player"
            yield Law.INSERTS.broken(
                place=passage.id,
                problem=f"The insert for {flag!r} in {passage.id!r} is read by {whom}.",
                fix="Make it a paragraph like the others."
                if answers[True]
                else "Take it out, or ask for a flag that players come there with.",
            )


def _can_be(space: Space, search: Search, place: int, bit: int, *, held: bool) -> bool:
    """Whether some player comes there with the flag, or without it; so it is where none is sure."""
    question = Question(
        places=(place,), reads=bit, holds=lambda _, flags: bool(flags & bit) is held
    )
    return search.route(space.graph, question) is not None
