"""Define entities, the typed effects of paths on them, and the names in an author's outline."""

from collections.abc import Mapping
from enum import StrEnum

from attrs import frozen

from questfoundry.domain.former_names import former_names


class EntityKind(StrEnum):
    """The kind of an entity, which is also the first part of the entity's id."""

    CHARACTER = "character"
    LOCATION = "location"
    OBJECT = "object"
    FACTION = "faction"


@former_names(kept="is_kept")
@frozen(kw_only=True)
class Entity:
    """A character, location, object or faction; its id consists of its kind and its name.

    ``is_kept``: whether the stage SEED keeps the entity in the story; ``None`` until SEED decides.
    ``background``: whether the entity is a character that no dilemma needs.
    ``played``: whether the entity is the player's character.
    """

    id: str
    kind: EntityKind
    name: str
    concept: str
    background: bool = False
    played: bool = False
    is_kept: bool | None = None


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

    @property
    def absence(self) -> bool | None:
        """True if the effect removes the entity, false if it restores it, ``None`` if neither."""
        return _ABSENT.get(self)


_KINDS: Mapping[Effect, tuple[EntityKind, ...]] = {
    **dict.fromkeys((Effect.GONE, Effect.JOINS), (EntityKind.CHARACTER, EntityKind.FACTION)),
    **dict.fromkeys((Effect.HOLDS, Effect.LOST), (EntityKind.OBJECT,)),
    **dict.fromkeys((Effect.CLOSED, Effect.OPENED), (EntityKind.LOCATION,)),
    Effect.KNOWS: (EntityKind.CHARACTER,),
}
_ABSENT: Mapping[Effect, bool] = {
    **dict.fromkeys((Effect.GONE, Effect.LOST, Effect.CLOSED), True),
    **dict.fromkeys((Effect.JOINS, Effect.HOLDS, Effect.OPENED), False),
}


@former_names(forms="all_names", listed="is_listed")
@frozen
class OutlineName:
    """A name from an author's outline, with the author's words about it.

    ``told``: the outline's text beside the name in a list, or the sentence that introduces the
      name.
    ``kind``: the kind of entity that the name belongs to; empty if unknown.
    ``is_listed``: whether a story of any size needs an entity with the name. This holds for names
      in a list of the outline, and for names that a model found.
    ``also``: other names of the same entity.
    """

    name: str
    told: str = ""
    kind: str = ""
    is_listed: bool = True
    also: tuple[str, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """The name itself, followed by the other names of the entity."""
        return (self.name, *self.also)
