"""Define choice flags: boolean flags set by minor choices, which decide no dilemma."""

from attrs import frozen

CHOICE_FLAG = "mark"
"""The kind in a choice flag's id, its first part."""


@frozen(kw_only=True)
class ChoiceFlag:
    """A flag that a choice sets without deciding a dilemma.

    ``text`` says in one sentence what is true of players who hold the flag.
    """

    id: str
    text: str
