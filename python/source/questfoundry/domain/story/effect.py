"""Effects: what a path does to the world, with a type, so that it can be proven to hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from questfoundry.domain.story.entity import EntityKind


class Effect(StrEnum):
    """What becomes of an entity once a path is taken; ``NONE`` where only the text says it."""

    NONE = "none"
    GONE = "gone"
    JOINS = "joins"
    HOLDS = "holds"
    LOST = "lost"
    CLOSED = "closed"
    OPENED = "opened"
    KNOWS = "knows"

    @property
    def kinds(self) -> tuple[EntityKind, ...]:
        """The kinds of entity that it can be said of; none of ``NONE``."""
        return _KINDS.get(self, ())


_KINDS: Mapping[Effect, tuple[EntityKind, ...]] = {
    Effect.GONE: (EntityKind.CHARACTER, EntityKind.FACTION),
    Effect.JOINS: (EntityKind.CHARACTER, EntityKind.FACTION),
    Effect.HOLDS: (EntityKind.OBJECT,),
    Effect.LOST: (EntityKind.OBJECT,),
    Effect.CLOSED: (EntityKind.LOCATION,),
    Effect.OPENED: (EntityKind.LOCATION,),
    Effect.KNOWS: (EntityKind.CHARACTER,),
}

_ABSENT: Mapping[Effect, bool] = {
    Effect.GONE: True,
    Effect.LOST: True,
    Effect.CLOSED: True,
    Effect.JOINS: False,
    Effect.HOLDS: False,
    Effect.OPENED: False,
}

PresenceChange = Mapping[str, bool]
"""Of the entities, by id, whom a path takes out of the story (true) or brings back (false)."""


def presence_change_of(effects: Iterable[tuple[Effect, str]]) -> PresenceChange:
    """What a path with these effects turns."""
    return {entity: _ABSENT[effect] for effect, entity in effects if effect in _ABSENT}


def find_possibly_absent(absent: Iterable[str], arms: Sequence[PresenceChange]) -> frozenset[str]:
    """Who may be out of the story once a dilemma is settled, where ``absent`` may be before."""
    before = frozenset(absent)
    known = before.union(*arms)
    return frozenset(each for each in known if any(arm.get(each, each in before) for arm in arms))
