"""The laws: what a structure is held against, and what it means to break one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story


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
    def sentence(self) -> str:
        """What the law says."""
        return _SENTENCES[self]

    def broken(
        self, *, place: str, problem: str, fix: str, counterexample: tuple[str, ...] | None = None
    ) -> Finding:
        """The finding that the law is broken."""
        return Finding(
            rule=self,
            severity=self.severity,
            place=place,
            problem=problem,
            fix=fix,
            counterexample=counterexample,
        )

    def not_proven(self, space: Space) -> Finding:
        """The finding that stands for the law where too many states are left."""
        return Finding(
            rule=self,
            severity=self.severity,
            place=space.graph.structure.start,
            problem=f"Not proven: the search gave up after {len(space.moves):,} states.",
            fix="Allow the search more states, or let fewer flags be read long after they are "
            "granted.",
            proven=False,
        )


@frozen(kw_only=True)
class AddedLaw:
    """A law that does not come with the program; a story must keep it to be shipped.

    ``value`` is its id and ``sentence`` what it says, as of a :class:`Law`. ``findings`` looks
    at a structure, and at the plan that it was woven from where there is one; its findings
    are made by :meth:`broken`.
    """

    value: str
    sentence: str
    findings: Callable[[Structure, Story | None], Iterable[Finding]]
    severity: Severity = Severity.ERROR

    def broken(
        self, *, place: str, problem: str, fix: str, counterexample: tuple[str, ...] | None = None
    ) -> Finding:
        """The finding that the law is broken."""
        return Finding(
            rule=self.value,
            severity=self.severity,
            place=place,
            problem=problem,
            fix=fix,
            counterexample=counterexample,
        )


_ADVICE = {Law.OUTCOMES, Law.FLAGS, Law.SHARES, Law.STRETCHES, Law.CAST, Law.LENGTHS}

_SENTENCES = {
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
