"""Define findings: the results of checks of a story's structure or prose."""

from enum import StrEnum

from attrs import frozen


class Severity(StrEnum):
    """The severity of a finding: an error means that the story is not sound.

    A warning is for the author to decide.
    """

    ERROR = "error"
    WARNING = "warning"


@frozen(kw_only=True)
class Finding:
    """A rule that a story breaks, or that could not be proven.

    ``rule``: the id of a law (rule for the structure), such as ``never-stuck``, or of a rule for
      prose, such as ``prose.repeated``.
    ``place``: the id of a passage or a choice.
    ``counterexample``: a sequence of choices that shows the problem, the shortest one if the
      search was complete. It is ``None`` if the problem does not depend on choices.
    ``proven``: false if the search stopped at its limit. The rule may then hold, but the story
      must not be called sound.
    """

    rule: str
    severity: Severity
    place: str
    problem: str
    fix: str
    counterexample: tuple[str, ...] | None = None
    proven: bool = True
