"""Define entities, the typed effects of paths on them, and the names in an author's outline."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from attrs import evolve, field, frozen

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
    ``is_unplanned``: whether the author added the entity for passages outside the plan.
    ``want``: what a character besides the player wants and fears, and does if nothing stops them.
    ``background``: whether the entity is a character that no dilemma needs.
    ``played``: whether the entity is the player's character.
    """

    id: str
    kind: EntityKind
    name: str
    concept: str
    want: str = ""
    background: bool = False
    played: bool = False
    is_kept: bool | None = None
    is_unplanned: bool = False

    @property
    def description(self) -> str:
        """The concept of the entity, followed by what it wants, if that is known."""
        return f"{self.concept} {self.want}".strip()


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


CHOICE_FLAG = "mark"
"""The first part of a choice flag's id, which gives its kind."""


@frozen(kw_only=True)
class ChoiceFlag:
    """A flag that a choice sets without deciding a dilemma.

    ``text`` says in one sentence what is true of players who hold the flag.
    """

    id: str
    text: str


CLUE = "clue"
"""The first part of a clue's id, which gives its kind."""


@former_names(learnt="teaching_beats", needs="relying_beats", unanswered="open_endings")
@frozen(kw_only=True)
class Clue:
    """A fact that players can learn; ``text`` states the fact in one sentence.

    ``id``: the id of the clue, and of the flag that players hold once they know the fact.
    ``question``: the central question of the story that the fact helps to answer.
    ``answers``: true if the fact is the answer, false if it is a step towards the answer.
    ``teaching_beats``: the ids of the beats that teach the fact.
    ``relying_beats``: the ids of the beats that rely on the player's
      knowledge of the fact.
    ``open_endings``: the ids of the endings that may leave the question open.
    """

    id: str
    question: str
    text: str
    teaching_beats: tuple[str, ...]
    relying_beats: tuple[str, ...] = field(default=())
    answers: bool = True
    open_endings: tuple[str, ...] = field(default=())


def add_topic_clues(clues: Iterable[Clue], topics: Mapping[str, str]) -> tuple[Clue, ...]:
    """Return ``clues`` with the beats in ``topics`` added to the beats that teach each clue.

    ``topics`` maps the id of a beat to the id of the clue that the beat teaches.
    """
    return tuple(
        evolve(
            clue,
            teaching_beats=(
                *clue.teaching_beats,
                *(beat for beat in topics if topics[beat] == clue.id),
            ),
        )
        for clue in clues
    )
