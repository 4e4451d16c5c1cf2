"""Define the artifact of BRAINSTORM: the story's entities and its dilemmas.

A model fills in the sections. Code derives the ids from names, so that a model cannot invent or
repeat an id.
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
    """A person, place or thing that the author's outline names.

    ``also`` holds its other names.
    """

    name: Name
    kind: EntityKind
    also: tuple[Name, ...] = ()


class BrainstormNames(Artifact):
    """The names in the author's outline; this section comes first if there is an outline."""

    names: tuple[NamedDraft, ...]


class EntityDraft(Artifact):
    """An entity as a model describes it."""

    kind: EntityKind
    name: Name
    concept: Sentence


class BrainstormEntities(Artifact):
    """The first section: the story's entities.

    ``played``: the name or id of the player's character; empty if the player is no character of the
    story.
    """

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
    """A dilemma as a model describes it, with two answers.

    ``default`` is the outcome if the player does not intervene.
    """

    name: Name
    question: Sentence
    why_it_matters: Sentence
    default: AnswerDraft
    alternative: AnswerDraft
    anchors: Anchors


class BrainstormDilemmas(Artifact):
    """The second section, which builds on the entities of the first."""

    dilemmas: Some[DilemmaDraft]


class EntityEntry(EntityDraft):
    """An entity with its id.

    ``background`` is true for a character that no dilemma needs.
    """

    id: str
    background: bool = False


class DilemmaEntry(DilemmaDraft):
    """A dilemma with its id."""

    id: str


class BrainstormArtifact(Sparse):
    """The entities and dilemmas of a story, each with an id ``kind::slug``.

    ``played``: the player's character; empty if the player is no character, or unknown.
    ``shape``: the branching structure, such as ``gauntlet``, for which the dilemmas were made.
    ``names``: the names in the author's outline.
    """

    type: Literal["brainstorm"] = "brainstorm"
    version: Literal[1] = 1
    size: Size
    shape: StoryShape | None = None
    names: tuple[NamedDraft, ...] = ()
    entities: Some[EntityEntry]
    played: Annotated[str, Field(max_length=100)] = ""
    dilemmas: Some[DilemmaEntry]
