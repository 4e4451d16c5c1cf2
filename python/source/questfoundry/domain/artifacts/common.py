"""The kinds of text and list that artifacts share."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

Item = TypeVar("Item")


def without_slash(value: str) -> str:
    """The value, which must be a single term."""
    if "/" in value:
        raise PydanticCustomError("no_slash", "contains '/'")
    return value


def distinct(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values, no two of which may be the same but for case."""
    if len({value.casefold() for value in values}) < len(values):
        raise PydanticCustomError("not_distinct", "the same value stands there twice")
    return values


Name = Annotated[str, Field(min_length=1, max_length=60)]
Line = Annotated[str, Field(min_length=1, max_length=200)]
Sentence = Annotated[str, Field(min_length=1, max_length=500)]
Paragraph = Annotated[str, Field(min_length=1, max_length=4000)]
Genre = Annotated[Line, AfterValidator(without_slash)]
Ids = Annotated[tuple[str, ...], AfterValidator(distinct)]
