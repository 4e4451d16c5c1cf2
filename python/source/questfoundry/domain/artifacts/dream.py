"""The artifact of DREAM: the vision of a story (S5.31 to S5.35)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.story.size import Size


def _without_slash(value: str) -> str:
    if "/" in value:
        raise PydanticCustomError("no_slash", "contains '/'")
    return value


def _distinct(values: tuple[str, ...]) -> tuple[str, ...]:
    if len({value.casefold() for value in values}) < len(values):
        raise PydanticCustomError("not_distinct", "the same value stands there twice")
    return values


Line = Annotated[str, Field(min_length=1, max_length=200)]
Genre = Annotated[Line, AfterValidator(_without_slash)]
Paragraph = Annotated[str, Field(min_length=1, max_length=4000)]


class DreamArtifact(Artifact):
    """The vision that every later stage keeps to; all but the content notes is required."""

    type: Literal["dream"] = "dream"
    version: Literal[1] = 1
    genre: Genre
    subgenre: Genre
    tone: Line
    themes: Annotated[
        tuple[Line, ...], Field(min_length=2, max_length=5), AfterValidator(_distinct)
    ]
    audience: Line
    scope: Line
    size: Size
    style: Line
    creative_vision: Paragraph
    content_notes: Annotated[str, Field(max_length=2000)] = ""
