"""The voice of a story: how its prose sounds, the same from the first passage to the last."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class Person(StrEnum):
    """Who the story is told of: I, you, or she and he."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Tense(StrEnum):
    """When the story happens: now, or then."""

    PRESENT = "present"
    PAST = "past"


@frozen(kw_only=True)
class Fact:
    """Something that the prose of a passage made true, for good or for ``now``.

    ``entity`` is the id of whom or what it is said of, or the name of somebody or something that
    only the prose knows. What is true for good is an eye colour or a limp; for now, how somebody or
    something stands when the passage ends, until a later one says otherwise.
    """

    entity: str
    text: str
    passage: str
    now: bool = False
