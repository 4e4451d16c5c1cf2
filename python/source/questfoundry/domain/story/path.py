"""Paths: explored answers, and what they change."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class Consequence:
    """Something that is true once a path is taken; ``flag`` is the state flag that says so."""

    id: str
    text: str
    flag: str


@frozen(kw_only=True)
class Path:
    """An explored answer of a dilemma."""

    id: str
    dilemma: str
    answer: str
    summary: str
    consequences: tuple[Consequence, ...]

    @property
    def left_behind(self) -> str:
        """All that is true once it is taken."""
        return " ".join(consequence.text for consequence in self.consequences)
