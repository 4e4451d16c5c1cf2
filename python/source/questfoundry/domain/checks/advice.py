"""Advice: on pace, and on flags that are set and then never asked for, by choices or by prose.

What slows a story down are stretches without a choice, uneven lengths, and endings that hardly
anybody meets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.arcs import arcs_of
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

RARE = 100
"""An ending that less than one in so many arcs reaches is rare."""

FAR = 5
"""Most passages in a row that may offer no choice between two passages."""

UNEVEN = 3
"""How many times longer or shorter than its neighbours a passage may be."""


def rare_endings(space: Space) -> Iterator[Finding]:
    """Endings with a very small share of the arcs; where there are loops, arcs have no shares."""
    if not space.complete:
        yield Law.SHARES.not_proven(space)
        return
    arcs = arcs_of(space)
    if arcs is None:
        return
    place = {passage.ending: passage.id for passage in reversed(space.graph.structure.passages)}
    for ending, count in arcs.endings.items():
        if 0 < count * RARE < arcs.total:
            yield Law.SHARES.broken(
                place=place[ending],
                problem=f"Only {count:,} of {arcs.total:,} arcs reach the ending {ending!r}.",
                fix="Ask less of the choices that lead to it, or lead more of them there.",
            )


def long_stretches(space: Space) -> Iterator[Finding]:
    """Rows of passages in each of which a player has one choice only."""
    forced = [
        moves[0] if len(moves) == 1 and moves[0].state != state else None
        for state, moves in enumerate(space.moves)
    ]
    forced += [None] * (len(space.passage) - len(forced))
    choices = space.graph.structure.choices
    reported: set[int] = set()
    for head, move in enumerate(forced):
        place, before = space.passage[head], space.arrival[head]
        if not move or place in reported or (before and forced[before.state]):
            continue
        met, state = {head}, head
        taken: list[str] = []
        while (move := forced[state]) and len(taken) <= FAR:
            taken.append(choices[move.choice].id)
            state = move.state
            if state in met:
                break
            met.add(state)
        if len(taken) > FAR:
            reported.add(place)
            passage = space.graph.structure.passages[place].id
            yield Law.STRETCHES.broken(
                place=passage,
                problem=f"From {passage!r} on, more than {FAR} passages in a row offer no choice.",
                fix="Join passages, or give the player a choice on the way.",
                counterexample=(*space.route_to(head), *taken),
            )
    if not space.complete:
        yield Law.STRETCHES.not_proven(space)


def uneven_lengths(structure: Structure, words: Mapping[str, int]) -> Iterator[Finding]:
    """Passages much longer or shorter than those before and after, by their count of words."""
    for passage in (each.id for each in structure.passages):
        near = {choice.target for choice in structure.leaving(passage)}
        near |= {choice.source for choice in structure.arriving(passage)}
        others = [words[each] for each in near - {passage} if each in words]
        if passage not in words or not others:
            continue
        own, usual = words[passage], sum(others) / len(others)
        if own > UNEVEN * usual or own * UNEVEN < usual:
            yield Law.LENGTHS.broken(
                place=passage,
                problem=f"{passage!r} comes to {own:,} words, its neighbours to {usual:,.0f} on "
                "average.",
                fix="Split it, or join it with one beside it."
                if own > usual
                else "Say more in it, or join it with one beside it.",
            )


def unread_flags(space: Space, story: Story | None) -> Iterator[Finding]:
    """The flags that nothing reads; those of a planned ``story`` only if no prose tells them.

    What is known, all that shows what one knows reads.
    """
    structure = space.graph.structure
    remembered_flags = _remembered(structure, story) if story else frozenset[str]()
    granted: dict[str, str] = {}
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            granted.setdefault(flag, choice.id)
    for flag, place in granted.items():
        if flag not in space.graph.bits and flag not in remembered_flags:
            yield Law.FLAGS.broken(
                place=place,
                problem=f"Nothing reads the flag {flag!r}, which {place!r} grants.",
                fix="Let a later choice ask for it; where only the prose tells of it, leave it.",
            )


def _remembered(structure: Structure, story: Story) -> frozenset[str]:
    """The flags of paths that a passage remembers, and of those that never rejoin."""
    remembered = {trace.path for passage in structure.passages for trace in passage.remembers}
    hard = {
        dilemma.id
        for dilemma in story.dilemmas
        if dilemma.course and dilemma.course.weight is Weight.HARD
    }
    return frozenset(
        consequence.flag
        for path in story.paths
        if path.id in remembered or path.dilemma in hard
        for consequence in path.consequences
    ).union(clue.id for clue in story.clues)
