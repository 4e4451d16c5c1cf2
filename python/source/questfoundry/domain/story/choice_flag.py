"""Define choice flags: the state flags that minor choices set."""

from __future__ import annotations

from attrs import frozen

CHOICE_FLAG = "mark"
"""The kind in a choice flag's id, its first part."""


@frozen(kw_only=True)
class ChoiceFlag:
    """A state flag that a choice sets without deciding a dilemma.

    ``id`` is the flag's id. ``text`` says in one sentence what is true of players who hold it.
    """

    id: str
    text: str
