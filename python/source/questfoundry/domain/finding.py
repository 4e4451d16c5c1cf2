"""Define findings: the results of checks of a story's structure or prose."""

from enum import StrEnum

from attrs import frozen


class Severity(StrEnum):
    """The severity of a finding: an error in the story, or a warning for the author to decide."""

    ERROR = "error"
    WARNING = "warning"


@frozen(kw_only=True)
class Finding:
    """A rule that a story breaks, or that could not be proven to hold.

    ``rule``: the id of a law, such as ``never-stuck``, or of a rule for prose, ``prose.repeated``.
    ``place``: the id of a passage or a choice.
    ``counterexample``: a sequence of choices that shows the problem, the shortest if the search was
      complete; ``None`` if the problem does not depend on choices.
    ``twin``: a second sequence of choices, which differs from the counterexample without effect.
    ``proven``: false if the search stopped at its limit; the rule may then hold.
    """

    rule: str
    severity: Severity
    place: str
    problem: str
    fix: str
    counterexample: tuple[str, ...] | None = None
    twin: tuple[str, ...] | None = None
    proven: bool = True
