"""What an author knows better about a model than the table of known models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeVar

from attrs import evolve, fields_dict
from pydantic import BaseModel, ConfigDict, Field

from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
    WantedBack,
)

Tokens = Annotated[int, Field(gt=0)]
Temperature = Annotated[float, Field(ge=0, le=2)]
Part = TypeVar("Part", Capabilities, Profile)


class TraitOverrides(BaseModel):
    """The fields of capabilities and profile; ``None`` leaves what the table says.

    ``temperatures`` and ``max_tokens`` change single phases and leave the others.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    context_window: Tokens | None = None
    max_output_tokens: Tokens | None = None
    tools: bool | None = None
    forced_tool_choice: bool | None = None
    json_schema: bool | None = None
    temperature: bool | None = None
    thinking: bool | None = None
    comprehension: bool | None = None
    concurrency: Annotated[int, Field(gt=0)] | None = None
    wants_back: WantedBack | None = None
    structured_output: StructuredOutput | None = None
    prompt_style: PromptStyle | None = None
    discusses_without_tools: bool | None = None
    temperatures: dict[Phase, Temperature] | None = None
    max_tokens: dict[Phase, Tokens] | None = None

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """The traits with the fields that are given here."""
        return ModelTraits(
            capabilities=self._changed(traits.capabilities), profile=self._changed(traits.profile)
        )

    def _changed(self, part: Part) -> Part:
        given = {
            name: value
            for name in fields_dict(type(part))
            if (value := getattr(self, name)) is not None
        }
        for name, value in given.items():
            if isinstance(value, Mapping):
                given[name] = {**getattr(part, name), **value}
        return evolve(part, **given)
