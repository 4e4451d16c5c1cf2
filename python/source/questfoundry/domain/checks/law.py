"""Define the laws (rules that story structures must obey), and build findings about breaches."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Self

from attrs import frozen

from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.former_names import former_names
from questfoundry.domain.solver.search import Search
from questfoundry.domain.solver.zdd_ops import TooManyStepsError
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import MOST_STEPS
from questfoundry.domain.story.story import Story

ADVICE = Severity.WARNING


class _LawBase:
    """The base class of built-in laws and of laws from plugins.

    ``value`` is the law's id, and ``sentence`` its rule in words.
    """

    value: str
    sentence: str
    severity: Severity

    def build_finding(
        self, *, place: str, problem: str, fix: str, counterexample: tuple[str, ...] | None = None
    ) -> Finding:
        """Return the finding that the law is broken at ``place``, the id of a passage or choice."""
        return Finding(
            rule=self.value,
            severity=self.severity,
            place=place,
            problem=problem,
            fix=fix,
            counterexample=counterexample,
        )


class Law(_LawBase, StrEnum):
    """A built-in law, with its id, its rule in words, and the severity of a finding."""

    def __new__(cls, value: str, sentence: str, severity: Severity = Severity.ERROR) -> Self:
        """Create a law; a breach is an error unless ``severity`` says otherwise."""
        law = str.__new__(cls, value)
        law._value_, law.sentence, law.severity = value, sentence, severity
        return law

    START = "one-start", "The story starts at a passage."
    IDS = "unique-ids", "Every passage and every choice has a unique id."
    JOINS = "choices-join-passages", "Every choice joins two passages."
    REACHED = "passages-reached", "Every passage is visited in some playthrough."
    STUCK = "never-stuck", "Outside endings, every player has an open choice."
    TRAPPED = "always-a-way-to-an-ending", "Every player can reach an ending."
    OPENS = "choices-open-somewhere", "Every choice is open for some player."
    ENDINGS = "endings-reached", "The story has endings, and each is reached in some playthrough."
    LABELS = "labels-differ", "Choices that are open together have different labels."
    LOOPS = "loops-run-out", "No player can stay in a loop forever."
    CODE = "code-runs", "The story format accepts the code of each passage."
    VARIABLES = "variables-set", "Every variable that a condition reads is set somewhere.", ADVICE
    COMMITS = (
        "dilemmas-commit-once",
        "Every playthrough decides each dilemma that comes up in it exactly once.",
    )
    ENTITIES = "entities-used", "Every entity that the plan keeps appears in some passage."
    PATHS = "paths-used", "Every path has a beat in some passage."
    EFFECTS = (
        "effects-hold",
        "A passage shows no entity that an earlier path removed: gone, lost or closed.",
    )
    TIME = "time-goes-on", "Time never runs backwards, except in memories."
    CLUES = (
        "clues-come-first",
        "Players learn a clue before a scene, an option or an ending relies on it.",
    )
    QUESTIONS = (
        "questions-answered",
        "Players learn the answer to each central question, or get an ending that leaves it open.",
    )
    LEARNT = "clues-learnt", "Every clue can be learnt."
    STATS = (
        "stats-exist",
        "Conditions and moves name stats of the plan, and only moves change a stat.",
    )
    STEPS = "stats-in-range", f"No playthrough moves a stat further than {MOST_STEPS} from 0."
    READINGS = (
        "readings-divide",
        "Each condition on a stat is met by some players who come to it, and missed by others.",
    )
    BANDS = (
        "bands-complete",
        "Among choices with one label that ask for a stat, each player has an open one.",
    )
    OUTCOMES = "outcomes-differ", "Choices of one passage have different outcomes.", ADVICE
    MATTERS = (
        "choices-matter",
        "The options of a choice differ in something after the next screen.",
        ADVICE,
    )
    PROMISES = (
        "topics-keep-promises",
        "If choices require what a topic grants, a player who read the topic finds one open.",
        ADVICE,
    )
    ANSWERED = (
        "options-answered",
        "If a choice flag is read, it is read on every route to the endings.",
        ADVICE,
    )
    FLAGS = "flags-read", "Every granted flag is read by a choice or a conditional text.", ADVICE
    INSERTS = (
        "inserts-tell-apart",
        "Every conditional text is shown to some players of its passage, but not to all.",
        ADVICE,
    )
    SHARES = (
        "endings-not-rare",
        "At least one in a hundred random players reaches each ending.",
        ADVICE,
    )
    STRETCHES = ("choices-not-far-apart", "At most five passages in a row offer no choice.", ADVICE)
    MOVES = "moves-read", "Every move of a stat is read afterwards in some playthrough.", ADVICE
    TWICE = "stats-read-twice", "Every stat is read in at least two places.", ADVICE
    BALANCE = (
        "readings-balanced",
        "Each side of each condition on a stat is met by a quarter of random players or more.",
        ADVICE,
    )
    CAST = "entities-stay", "No entity disappears for the second half of the story.", ADVICE
    WANTS = (
        "wants-act",
        "Each character with a want acts first in some beat of each chapter or act.",
        ADVICE,
    )
    LENGTHS = "lengths-alike", "Every passage is about as long as its neighbours.", ADVICE

    def report_search(self, search: Search, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield ``findings``; if the search gives up, also yield that the law is not proven.

        The search may use its full number of steps for each law.
        """
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
                fix="Allow more steps, or let choices read fewer flags long after they are "
                "granted.",
                proven=False,
            )


CODE_LAWS = (Law.CODE, Law.VARIABLES)
"""The laws about the code of an imported story."""


@former_names(broken="build_finding")
@frozen(kw_only=True)
class AddedLaw(_LawBase):
    """A law that a plugin adds; by default, a breach of the law is an error.

    ``findings(structure, story)`` yields a finding for each breach, built with
    :meth:`build_finding`; ``story`` is the plan, or ``None``.
    """

    value: str
    sentence: str
    findings: Callable[[Structure, Story | None], Iterable[Finding]]
    severity: Severity = Severity.ERROR
