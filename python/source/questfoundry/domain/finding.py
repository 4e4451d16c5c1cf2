"""Findings: what a check has to say, about a structure or about prose."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class Severity(StrEnum):
    """An error breaks the promise that a story is sound; a warning is for the author to weigh."""

    ERROR = "error"
    WARNING = "warning"


@frozen(kw_only=True)
class Finding:
    """A rule that is broken, or that could not be proven.

    ``rule`` is its id: that of a law, ``never-stuck``, or of a rule for prose,
    ``prose.repeated``. ``place`` is the id of a passage or a choice. ``counterexample``, where
    it depends on what a player does, is a row of choices that shows it; where the search was
    complete, there is none shorter. A finding that is not ``proven`` says that the search gave
    up before the law was shown to hold or to fail: what it stands for may be in order, but must
    not be called sound.
    """

    rule: str
    severity: Severity
    place: str
    problem: str
    fix: str
    counterexample: tuple[str, ...] | None = None
    proven: bool = True
