"""Define the base classes and field types of all artifacts, the results of stages."""

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


class FrozenModel(BaseModel):
    """An immutable model that rejects unknown fields."""

    # A command uses few of the models, so each model is built when it is first used.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Artifact(BaseModel):
    """The validated output of a stage, or a part of it that a model submits separately.

    Descriptions and examples of the fields live in ``prompts/fields/``, since models read them.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, str_strip_whitespace=True, defer_build=True
    )


class Sparse(Artifact):
    """An artifact, or part of one, whose empty fields are not stored, to be easier to read."""

    @model_serializer(mode="wrap")
    def _drop_empty_fields(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in written(self).items() if value}


@cache
def json_schema_of(model: type[BaseModel]) -> Mapping[str, Any]:
    """Return the JSON Schema of ``model``; the result is cached and must not be changed."""
    return model.model_json_schema()


def reject_slash(value: str) -> str:
    """Return ``value``; raise a validation error if it contains a slash, as in "him/her"."""
    if "/" in value:
        raise PydanticCustomError("no_slash", "contains '/'")
    return value


def reject_duplicates(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``values``; raise a validation error if two values are equal, ignoring case."""
    if len(values) > 1 and len({value.casefold() for value in values}) < len(values):
        raise PydanticCustomError("not_distinct", "the same value occurs twice")
    return values


def limit_length(most: int) -> FieldInfo:
    """Return a text field for which the schema allows at most ``most`` characters.

    Validation accepts a quarter more, because models do not count characters exactly.
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
Some = Annotated[tuple[Part, ...], Field(min_length=1)]  # A list with at least one entry
SomeById = Annotated[dict[str, Part], Field(min_length=1)]
"""A mapping from ids to entries, with at least one entry."""
