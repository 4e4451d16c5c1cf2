"""Define the summary of a finished stage for its author, as values that each front end lays out."""

from __future__ import annotations

from attrs import frozen


@frozen
class SummaryLine:
    """One line of a summary: a label of a word or two, and a text of any length."""

    label: str
    text: str


Summary = tuple[SummaryLine, ...]
"""The lines of a summary, three to ten."""
