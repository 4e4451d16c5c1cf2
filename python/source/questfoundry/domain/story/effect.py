"""Define typed effects of paths on entities, from which checks derive which entities are absent."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from questfoundry.domain.story.entity import EntityKind


class Effect(StrEnum):
    """The typed effect of a path on an entity, such as ``GONE`` for a character who leaves or dies.

    ``NONE`` is the effect of a consequence that only its text describes.
    """

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
        """The kinds of entity that the effect can apply to; empty for ``NONE``."""
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
"""Entity ids, each true if a path removes the entity and false if it brings the entity back."""


def presence_change_of(effects: Iterable[tuple[Effect, str]]) -> PresenceChange:
    """Map each entity's id to true if ``effects`` remove the entity, to false if they restore it.

    Effects that do neither are ignored.
    """
    return {entity: _ABSENT[effect] for effect, entity in effects if effect in _ABSENT}


def find_possibly_absent(absent: Iterable[str], arms: Sequence[PresenceChange]) -> frozenset[str]:
    """Return the ids of the entities that some players may find absent after a dilemma.

    ``absent`` holds the ids of the entities that may be absent before the dilemma. ``arms`` holds,
    for each path of the dilemma, the entities that the path removes or brings back. The result is
    the union over all paths.
    """
    before = frozenset(absent)
    known = before.union(*arms)
    return frozenset(each for each in known if any(arm.get(each, each in before) for arm in arms))
