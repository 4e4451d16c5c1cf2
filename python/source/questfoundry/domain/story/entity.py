"""Who and what a story is about."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class EntityKind(StrEnum):
    """The four kinds of entity; each is the first part of its ids."""

    CHARACTER = "character"
    LOCATION = "location"
    OBJECT = "object"
    FACTION = "faction"


@frozen(kw_only=True)
class Entity:
    """Somebody, somewhere or something; its id is its kind and name.

    ``kept`` is ``None`` until SEED decides. ``background`` says of a character that no
    dilemma needs it, ``played`` that the player is this one.
    """

    id: str
    kind: EntityKind
    name: str
    concept: str
    background: bool = False
    played: bool = False
    is_kept: bool | None = None
