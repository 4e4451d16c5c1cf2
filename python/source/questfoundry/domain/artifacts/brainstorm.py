"""The artifact of BRAINSTORM: who and what the story is about, and what it asks.

A model fills the two sections; ids are made from names in code, so that it can neither
invent nor double one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from questfoundry.domain.artifacts.base import (
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
    """Somebody or some place that an outline names; ``also`` is what else it calls them."""

    name: Name
    kind: EntityKind
    also: tuple[Name, ...] = ()


class BrainstormNames(Artifact):
    """The section before the others, where there is an outline."""

    names: tuple[NamedDraft, ...]


class EntityDraft(Artifact):
    """An entity as a model describes it."""

    kind: EntityKind
    name: Name
    concept: Sentence


class BrainstormEntities(Artifact):
    """The first section; ``played`` is the name, or id, of the player's character.

    It is empty where they play nobody in the story.
    """

    entities: Some[EntityDraft]
    played: Annotated[str, Field(max_length=100)] = ""


class AnswerDraft(Artifact):
    """An answer to a dilemma, and what speaks for it."""

    text: Sentence
    benefit: Sentence


Anchors = Annotated[
    tuple[str, ...], Field(min_length=1, max_length=4), AfterValidator(reject_duplicates)
]


class DilemmaDraft(Artifact):
    """A dilemma as a model describes it; the story takes ``default`` if nobody intervenes."""

    name: Name
    question: Sentence
    why_it_matters: Sentence
    default: AnswerDraft
    alternative: AnswerDraft
    anchors: Anchors


class BrainstormDilemmas(Artifact):
    """The second section, made from the first."""

    dilemmas: Some[DilemmaDraft]


class EntityEntry(EntityDraft):
    """An entity with its id; ``background`` says that no dilemma needs this character."""

    id: str
    background: bool = False


class DilemmaEntry(DilemmaDraft):
    """A dilemma with its id."""

    id: str


class BrainstormArtifact(Sparse):
    """Entities and dilemmas, each with an id ``kind::slug``; ``played`` is the player's character.

    Where that is left out, the player is none of them, or it is not said who. ``shape`` is the
    one that they were found for. ``names`` are whom the author's outline names.
    """

    type: Literal["brainstorm"] = "brainstorm"
    version: Literal[1] = 1
    size: Size
    shape: StoryShape | None = None
    names: tuple[NamedDraft, ...] = ()
    entities: Some[EntityEntry]
    played: Annotated[str, Field(max_length=100)] = ""
    dilemmas: Some[DilemmaEntry]
