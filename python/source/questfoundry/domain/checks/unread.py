"""Advice on flags: what is set and then never asked for, by choices or by prose."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story


def unread_flags(space: Space, story: Story | None) -> Iterator[Finding]:
    """The flags that no choice reads; those of a planned ``story`` only if no prose tells them."""
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
                problem=f"No choice reads the flag {flag!r}, which {place!r} grants.",
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
    )
