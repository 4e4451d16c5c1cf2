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
    """Something that the prose of a passage made true of an entity, an eye colour or a limp."""

    entity: str
    text: str
    passage: str
