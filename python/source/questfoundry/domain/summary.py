"""What a settled stage is, in a few lines for its author: values, which a screen lays out."""

from __future__ import annotations

from attrs import frozen


@frozen
class SummaryLine:
    """One line: what it is about, in a word or two, and what is said; of any length."""

    label: str
    text: str


Summary = tuple[SummaryLine, ...]
"""Three to ten lines."""
