"""Findings: what a check has to say, with a playthrough that shows it."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.play.space import Space


class Severity(StrEnum):
    """An error breaks the promise that a story is sound; a warning is for the author to weigh."""

    ERROR = "error"
    WARNING = "warning"


class Law(StrEnum):
    """What is checked; the value is the law's id."""

    START = "one-start"
    IDS = "unique-ids"
    JOINS = "choices-join-passages"
    REACHED = "passages-reached"
    STUCK = "never-stuck"
    TRAPPED = "always-a-way-to-an-ending"
    OPENS = "choices-open-somewhere"
    ENDINGS = "endings-reached"
    LABELS = "labels-differ"
    LOOPS = "no-loops"
    COMMITS = "dilemmas-commit-once"
    ENTITIES = "entities-used"
    PATHS = "paths-used"
    OUTCOMES = "outcomes-differ"
    FLAGS = "flags-read"
    SHARES = "endings-not-rare"
    STRETCHES = "choices-not-far-apart"
    CAST = "entities-stay"
    LENGTHS = "lengths-alike"

    @property
    def severity(self) -> Severity:
        """How bad it is to break it."""
        return Severity.WARNING if self in _ADVICE else Severity.ERROR

    @property
    def rule(self) -> str:
        """What the law says, in a sentence."""
        return _RULES[self]


_ADVICE = {Law.OUTCOMES, Law.FLAGS, Law.SHARES, Law.STRETCHES, Law.CAST, Law.LENGTHS}

_RULES = {
    Law.START: "The story starts at a passage.",
    Law.IDS: "Every passage and every choice has an id of its own.",
    Law.JOINS: "Every choice joins two passages.",
    Law.REACHED: "Every passage is met in some playthrough.",
    Law.STUCK: "Every player who is not at an ending has a choice to take.",
    Law.TRAPPED: "Every player can come to an ending.",
    Law.OPENS: "Every choice can be taken by some player.",
    Law.ENDINGS: "There are endings, and each is reached in some playthrough.",
    Law.LABELS: "Choices that are open together have different labels.",
    Law.LOOPS: "No player comes back to a passage.",
    Law.COMMITS: "Every playthrough settles each dilemma exactly once.",
    Law.ENTITIES: "Every kept entity takes part in some passage.",
    Law.PATHS: "Every path is told in some passage.",
    Law.OUTCOMES: "It makes a difference which choice is taken.",
    Law.FLAGS: "Every flag that is granted is read by a choice.",
    Law.SHARES: "Every ending is reached by one in a hundred arcs or more.",
    Law.STRETCHES: "No more than five passages in a row offer no choice.",
    Law.CAST: "No entity is gone for the second half of the story.",
    Law.LENGTHS: "Every passage is about as long as its neighbours.",
}


@frozen(kw_only=True)
class Finding:
    """A law that is broken, or that could not be proven.

    ``place`` is the id of a passage or a choice. ``counterexample``, where the fault depends
    on what a player does, is a row of choices that shows it; where the search was complete,
    there is none shorter. A finding that is not ``proven`` says that the search gave up
    before the law was shown to hold or to fail: what it stands for may be in order, but must
    not be called sound.
    """

    law: Law
    place: str
    problem: str
    fix: str
    counterexample: tuple[str, ...] | None = None
    proven: bool = True

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.law.severity


def not_proven(law: Law, space: Space) -> Finding:
    """The finding that stands for a law where too many states are left."""
    return Finding(
        law=law,
        place=space.graph.structure.start,
        problem=f"Not proven: the search gave up after {len(space.moves):,} states.",
        fix="Allow the search more states, or let fewer flags be read long after they are granted.",
        proven=False,
    )
