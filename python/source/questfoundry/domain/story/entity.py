"""Define entities: the characters, locations, objects and factions of a story."""

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

    ``is_kept``: whether the stage SEED keeps the entity in the story;
      ``None`` until SEED decides.
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
