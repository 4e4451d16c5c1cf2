"""Marks: what small decisions leave behind."""

from __future__ import annotations

from attrs import frozen

CHOICE_FLAG = "mark"
"""The kind of a mark's id."""


@frozen(kw_only=True)
class ChoiceFlag:
    """A state flag that a choice leaves without settling a dilemma.

    ``id`` is the flag, ``text`` what is true of those who hold it, in a sentence.
    """

    id: str
    text: str
