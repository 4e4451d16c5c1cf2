"""Define the artifact of the stage BRAINSTORM: the story's entities and its dilemmas."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer

from questfoundry.domain.field_types import (
    Artifact,
    Name,
    Sentence,
    Some,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size


class NamedDraft(Artifact):
    """A person, place or thing in the author's outline; ``also`` holds its other names."""

    name: Name
    kind: EntityKind
    also: tuple[Name, ...] = ()


class BrainstormNames(Artifact):
    """The names in the author's outline, as a model submits them before the entities."""

    names: tuple[NamedDraft, ...]


class EntityDraft(Artifact):
    """An entity without an id, as a model proposes it.

    ``want``: what a character besides the player wants and fears, and does if nothing stops them;
      empty for all others.
    """

    kind: EntityKind
    name: Name
    concept: Sentence
    want: Annotated[str, Field(max_length=600)] = ""

    @model_serializer(mode="wrap")
    def _drop_empty_want(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        return {name: value for name, value in found.items() if value or name != "want"}


class BrainstormEntities(Artifact):
    """The entities, as a model submits them; ``played`` is the player's character, or empty."""

    entities: Some[EntityDraft]
    played: Annotated[str, Field(max_length=100)] = ""


class AnswerDraft(Artifact):
    """One answer to a dilemma: its text, and the benefit of choosing it."""

    text: Sentence
    benefit: Sentence


Anchors = Annotated[
    tuple[str, ...], Field(min_length=1, max_length=4), AfterValidator(reject_duplicates)
]


class DilemmaDraft(Artifact):
    """A dilemma without an id; ``default`` is the outcome if the player does not intervene."""

    name: Name
    question: Sentence
    why_it_matters: Sentence
    default: AnswerDraft
    alternative: AnswerDraft
    anchors: Anchors


class BrainstormDilemmas(Artifact):
    """The dilemmas of the story, as a model submits them after the entities."""

    dilemmas: Some[DilemmaDraft]


class EntityEntry(EntityDraft):
    """An entity with an id; ``background`` is true for a character that no dilemma is about."""

    id: str
    background: bool = False


class DilemmaEntry(DilemmaDraft):
    """A dilemma with an id."""

    id: str


class BrainstormArtifact(Sparse):
    """The entities and dilemmas of a story, each with an id of the form ``kind::slug``.

    ``played``: the id of the player's character; empty if unknown, or if there is none.
    """

    type: Literal["brainstorm"] = "brainstorm"
    version: Literal[1] = 1
    size: Size
    shape: StoryShape | None = None
    names: tuple[NamedDraft, ...] = ()
    entities: Some[EntityEntry]
    played: Annotated[str, Field(max_length=100)] = ""
    dilemmas: Some[DilemmaEntry]
