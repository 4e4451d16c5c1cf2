"""Define the artifact of the stage DREAM: the vision of a story."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from questfoundry.domain.field_types import (
    Artifact,
    Description,
    Genre,
    Line,
    Paragraph,
    reject_duplicates,
)
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.size import Size


@former_names(settled="to_values")
class DreamArtifact(Artifact):
    """The vision of the story, such as its genre and tone, which every later stage follows.

    All fields are required except the content notes.
    """

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

    def to_values(self) -> dict[str, Any]:
        """Return the fields of the vision by name, without the fields ``type`` and ``version``."""
        return self.model_dump(exclude={"type", "version"})
