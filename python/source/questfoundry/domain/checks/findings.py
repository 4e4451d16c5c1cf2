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


_ADVICE = {Law.OUTCOMES, Law.FLAGS, Law.SHARES, Law.STRETCHES, Law.CAST, Law.LENGTHS}


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
