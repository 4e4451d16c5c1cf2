"""Define the vision of a story, the voice of its prose, and the facts that the prose states."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from attrs import frozen
from pydantic import AfterValidator, Field, model_validator

from questfoundry.domain.field_types import (
    Artifact,
    Description,
    Genre,
    Line,
    Paragraph,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.size import Size


@former_names(settled="to_values")
class DreamArtifact(Artifact):
    """The vision of the story, such as its genre and tone, which every later stage follows."""

    type: Literal["dream"] = "dream"
    version: Literal[1] = 1
    genre: Genre
    subgenre: Genre
    tone: Description
    themes: Annotated[
        tuple[Line, ...], Field(min_length=2, max_length=5), AfterValidator(reject_duplicates)
    ]
    audience: Description
    scope: Description
    size: Size
    style: Description
    creative_vision: Paragraph
    content_notes: Annotated[str, Field(max_length=2000)] = ""

    @model_validator(mode="before")
    @classmethod
    def _fill_subgenre(cls, data: Any) -> Any:
        # A model that sees no narrower genre writes null.
        if isinstance(data, dict) and data.get("subgenre", "") is None:
            return {**data, "subgenre": data.get("genre")}
        return data

    def to_values(self) -> dict[str, Any]:
        """Return the fields of the vision by name, without the fields ``type`` and ``version``."""
        return self.model_dump(exclude={"type", "version"})


class Person(StrEnum):
    """The grammatical person of the narration: first (I), second (you) or third (she, he)."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class Tense(StrEnum):
    """The grammatical tense of the narration."""

    PRESENT = "present"
    PAST = "past"


@frozen(kw_only=True)
class Fact:
    """A fact that the prose of a passage establishes.

    ``entity``: the id of the entity that the fact describes, or a name that only the prose uses.
    ``now``: true if the fact describes the state at the end of the passage. Such a fact holds until
      a later fact replaces it. Other facts, such as an eye colour, hold for the whole story.
    """

    entity: str
    text: str
    passage: str
    now: bool = False


Phrases = Annotated[tuple[Line, ...], Field(max_length=12), AfterValidator(reject_duplicates)]


class FillVoice(Sparse):
    """The style of the prose: grammar, diction and rhythm.

    ``use``: words and phrases that the prose should contain.
    ``avoid``: words and phrases that the prose should not contain.
    ``sample``: about 120 words in the voice, from the author's samples if there are any.
    ``contrast``: about 40 words that show what the voice is not.
    """

    person: Person
    tense: Tense
    diction: Description
    rhythm: Description
    use: Phrases = ()
    avoid: Phrases = ()
    sample: Annotated[str, Field(max_length=2000)] = ""
    contrast: Annotated[str, Field(max_length=800)] = ""
