"""What all artifacts share: frozen, closed against unknown fields, with texts of bounded length."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError


class Artifact(BaseModel):
    """The validated output of a stage; a model fills it, and nothing else may be in it.

    Descriptions and examples of fields live in ``prompts/fields/``, since models read them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Sparse(Artifact):
    """What is written without the fields that it leaves empty, to be read by a person."""

    @model_serializer(mode="wrap")
    def _without_empty(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in written(self).items() if value}


@cache
def json_schema_of(model: type[BaseModel]) -> Mapping[str, Any]:
    """The model's JSON Schema, made once, since that costs milliseconds; not to be changed."""
    return model.model_json_schema()


def reject_slash(value: str) -> str:
    """The value, which must be a single term."""
    if "/" in value:
        raise PydanticCustomError("no_slash", "contains '/'")
    return value


def reject_duplicates(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values, no two of which may be the same but for case."""
    if len(values) > 1 and len({value.casefold() for value in values}) < len(values):
        raise PydanticCustomError("not_distinct", "the same value stands there twice")
    return values


def limit_length(most: int) -> FieldInfo:
    """A text of which ``most`` characters are asked for, and a quarter more are taken.

    Nobody counts characters while writing: for a few too many an editor asks nothing again.
    """
    limits: FieldInfo = Field(
        min_length=1, max_length=most + most // 4, json_schema_extra={"maxLength": most}
    )
    return limits


Name = Annotated[str, Field(min_length=1, max_length=60)]
Line = Annotated[str, limit_length(200)]
Description = Annotated[str, limit_length(600)]
Sentence = Annotated[str, limit_length(500)]
Paragraph = Annotated[str, limit_length(4000)]
Genre = Annotated[Line, AfterValidator(reject_slash)]
Ids = Annotated[tuple[str, ...], AfterValidator(reject_duplicates)]
SomeIds = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(reject_duplicates)]

Part = TypeVar("Part")
Some = Annotated[tuple[Part, ...], Field(min_length=1)]
"""A list with at least one entry; where none makes no sense, none is not accepted."""
SomeById = Annotated[dict[str, Part], Field(min_length=1)]
"""Entries by id, at least one."""
