"""What all artifacts share: frozen, and closed against unknown fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


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
