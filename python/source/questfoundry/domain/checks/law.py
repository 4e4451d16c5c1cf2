"""The laws: what a structure is held against, and what it means to break one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Self

from attrs import frozen

from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.play.search import Search
from questfoundry.domain.play.zdd_ops import TooManyStepsError
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

ADVICE = Severity.WARNING


class _LawBase:
    """What any law is: ``value`` is its id, ``sentence`` what it says."""

    value: str
    sentence: str
    severity: Severity

    def build_finding(
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


class Law(_LawBase, StrEnum):
    """What is checked, with what each law says."""

    def __new__(cls, value: str, sentence: str, severity: Severity = Severity.ERROR) -> Self:
        """A law that it is an error to break, unless it is only advice."""
        law = str.__new__(cls, value)
        law._value_, law.sentence, law.severity = value, sentence, severity
        return law

    START = "one-start", "The story starts at a passage."
    IDS = "unique-ids", "Every passage and every choice has an id of its own."
    JOINS = "choices-join-passages", "Every choice joins two passages."
    REACHED = "passages-reached", "Every passage is met in some playthrough."
    STUCK = "never-stuck", "Every player who is not at an ending has a choice to take."
    TRAPPED = "always-a-way-to-an-ending", "Every player can come to an ending."
    OPENS = "choices-open-somewhere", "Every choice can be taken by some player."
    ENDINGS = "endings-reached", "There are endings, and each is reached in some playthrough."
    LABELS = "labels-differ", "Choices that are open together have different labels."
    LOOPS = "loops-run-out", "No player can go round for ever: every loop runs out."
    COMMITS = (
        "dilemmas-commit-once",
        "Every playthrough settles each dilemma that comes up in it exactly once.",
    )
    ENTITIES = "entities-used", "Every kept entity takes part in some passage."
    PATHS = "paths-used", "Every path is told in some passage."
    EFFECTS = (
        "effects-hold",
        "Nobody is met who is gone, nothing that is lost, and no place that is closed.",
    )
    TIME = "time-goes-on", "Time never runs back, but for a memory."
    CLUES = "clues-come-first", "What a scene, an option or an ending relies on was learnt before."
    QUESTIONS = (
        "questions-answered",
        "Every player learns the answer to each central question, or has an ending that leaves it.",
    )
    LEARNT = "clues-learnt", "Every clue can be learnt."
    OUTCOMES = "outcomes-differ", "It makes a difference which choice is taken.", ADVICE
    FLAGS = "flags-read", "Every flag that is granted is read by a choice or an insert.", ADVICE
    INSERTS = (
        "inserts-tell-apart",
        "Every insert is read by some players of its passage, and not by all.",
        ADVICE,
    )
    SHARES = (
        "endings-not-rare",
        "Every ending is reached by one in a hundred players by chance, or more.",
        ADVICE,
    )
    STRETCHES = (
        "choices-not-far-apart",
        "No more than five passages in a row offer no choice.",
        ADVICE,
    )
    CAST = "entities-stay", "No entity is gone for the second half of the story.", ADVICE
    LENGTHS = "lengths-alike", "Every passage is about as long as its neighbours.", ADVICE

    def report_search(self, search: Search, findings: Iterable[Finding]) -> Iterator[Finding]:
        """What was ``found`` by searching, and that it is not all where a search gave up."""
        search.reset_budget()
        try:
            yield from findings
        except (TooManyStepsError, RecursionError):
            search.gave_up = True
        if search.gave_up:
            yield Finding(
                rule=self,
                severity=self.severity,
                place=search.graph.structure.start,
                problem=f"Not proven: the search gave up after {search.max_steps:,} steps.",
                fix="Allow the search more steps, or let fewer flags be read long after they are "
                "granted.",
                proven=False,
            )


@frozen(kw_only=True)
class AddedLaw(_LawBase):
    """A law that does not come with the program; a story must keep it to be shipped.

    ``findings`` looks at a structure, and at the plan that it was woven from where there is
    one; its findings are made by :meth:`broken`.
    """

    value: str
    sentence: str
    findings: Callable[[Structure, Story | None], Iterable[Finding]]
    severity: Severity = Severity.ERROR
