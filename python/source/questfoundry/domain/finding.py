"""Findings: the results of checks of a structure or of prose."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class Severity(StrEnum):
    """The severity of a finding.

    An error means that the story is not sound; a warning is for the author to decide.
    """

    ERROR = "error"
    WARNING = "warning"


@frozen(kw_only=True)
class Finding:
    """A rule that a story breaks, or a rule that could not be proven.

    ``rule`` is the id of a law, such as ``never-stuck``, or of a rule for prose, such as
    ``prose.repeated``. ``place`` is the id of a passage or a choice. ``counterexample`` is a
    sequence of choices that shows the problem, ``None`` if it does not depend on choices; after a
    complete search no shorter sequence exists. ``proven`` is false if the search stopped at its
    limit: the rule may hold, but the story must not be called sound.
    """

    rule: str
    severity: Severity
    place: str
    problem: str
    fix: str
    counterexample: tuple[str, ...] | None = None
    proven: bool = True
