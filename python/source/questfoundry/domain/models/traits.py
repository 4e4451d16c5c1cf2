"""What a model can do, and how it is best used.

Capabilities are facts about a model; a profile is our way with it. Both are data: the
tables of known models are in their providers' records, an author's overrides come from
``project.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Phase(StrEnum):
    """The three phases of a stage."""

    DISCUSS = "discuss"
    SUMMARIZE = "summarize"
    SERIALIZE = "serialize"


class StructuredOutput(StrEnum):
    """The two ways to get an artifact out of a model."""

    TOOL = "tool"
    SCHEMA = "schema"


class WantedBack(StrEnum):
    """What a server says beside a tool call and wants back with it, by the field that holds it."""

    EXTRA_CONTENT = "extra_content"
    """With each call: Gemini's signatures of its thoughts."""
    REASONING_CONTENT = "reasoning_content"
    """With the message, as text: DeepSeek's thoughts."""
    REASONING_DETAILS = "reasoning_details"
    """With the message, as a list: OpenRouter's form for all models behind it."""


class PromptStyle(StrEnum):
    """Which edition of a prompt a model reads; only who renders prompts asks for it."""

    FULL = "full"
    SHORT = "short"


Tokens = Annotated[int, Field(gt=0)]
Temperature = Annotated[float, Field(ge=0, le=2)]


class _FrozenModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Capabilities(_FrozenModel):
    """What a model can do; an adapter leaves out what the model would refuse.

    ``context_window`` and ``max_output_tokens`` are in tokens. ``thinking`` says that a
    request may switch thinking on, or off, or low; a model that leaves no choice has it not.
    ``repeats`` says that without a seed it answers the same question in the same way.
    ``languages`` are the codes of all that it writes; empty is any.
    ``comprehension`` says that what it tells of a text holds: facts, a review, an answer about
    a book; ``comparison``, that without it the model marks drafts by what can be measured in them.
    ``concurrency`` is the most calls at once that it gains from; ``None`` is any number.
    Without ``wants_back`` nothing that a server says beside its tool calls is kept.
    """

    context_window: Tokens = 8192
    max_output_tokens: Tokens | None = None
    tools: bool = True
    forced_tool_choice: bool = True
    json_schema: bool = False
    temperature: bool = True
    thinking: bool = False
    repeats: bool = False
    languages: tuple[str, ...] = ()
    comprehension: bool = True
    comparison: bool = False
    concurrency: Annotated[int, Field(gt=0)] | None = None
    wants_back: WantedBack | None = None

    @property
    def longest_answer(self) -> int:
        """The most tokens that may be asked for: what it can write, half its window."""
        half = max(1, self.context_window // 2)
        return min(self.max_output_tokens or half, half)

    @property
    def can_reason(self) -> bool:
        """Whether it may think for minutes before its first word.

        Of the models that leave no choice, it is known by their refusing a temperature.
        """
        return self.thinking or not self.temperature


LARGE_WINDOW = 100_000
"""The tokens of a window from which on several sections are asked for at once."""


class Profile(_FrozenModel):
    """How QuestFoundry talks with a model; it stands above a phase's defaults.

    ``structured_output`` of ``None`` lets the capabilities decide.
    ``discusses_without_tools`` admits a model without tools to Discuss.
    ``temperatures`` and ``max_tokens`` override single phases.
    """

    structured_output: StructuredOutput | None = None
    prompt_style: PromptStyle = PromptStyle.FULL
    discusses_without_tools: bool = False
    temperatures: Mapping[Phase, Temperature] = Field(default_factory=dict)
    max_tokens: Mapping[Phase, Tokens] = Field(default_factory=dict)


class ModelTraits(_FrozenModel):
    """Capabilities and profile of one model."""

    capabilities: Capabilities = Field(default_factory=Capabilities)
    profile: Profile = Field(default_factory=Profile)

    @model_validator(mode="before")
    @classmethod
    def _upgrade_old_traits(cls, given: Any) -> Any:
        """Its runs say only by the style of their prompts what a model comprehends."""
        match given:
            case {"capabilities": Mapping() as able, "profile": {"prompt_style": style}}:
                comprehends = {"comprehension": style != PromptStyle.SHORT}
                return {**given, "capabilities": {**comprehends, **able}}
        return given

    @classmethod
    def from_capabilities(cls, profile: Profile | None = None, **capabilities: Any) -> ModelTraits:
        """The traits with those capabilities, all others being the usual ones."""
        return cls(capabilities=Capabilities(**capabilities), profile=profile or Profile())

    @property
    def can_answer_many(self) -> bool:
        """Whether several sections can be asked for in one answer; a small window has no room."""
        full = self.profile.prompt_style is PromptStyle.FULL and self.capabilities.comprehension
        return full and self.capabilities.context_window >= LARGE_WINDOW

    @property
    def structured_output(self) -> StructuredOutput:
        """The profile's strategy, or the best that the capabilities allow."""
        if self.profile.structured_output is not None:
            return self.profile.structured_output
        if self.capabilities.tools and self.capabilities.forced_tool_choice:
            return StructuredOutput.TOOL
        if self.capabilities.json_schema:
            return StructuredOutput.SCHEMA
        return StructuredOutput.TOOL


Part = TypeVar("Part", Capabilities, Profile)


class TraitOverrides(Profile, Capabilities):
    """What an author knows better than the table: those fields alone that are given count.

    ``temperatures`` and ``max_tokens`` change single phases and leave the others.
    """

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        return {name: value for name, value in fields.items() if value is not None}

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """The traits with the fields that are given here."""
        return ModelTraits(
            capabilities=self._override_part(traits.capabilities),
            profile=self._override_part(traits.profile),
        )

    def _override_part(self, part: Part) -> Part:
        given = {name: getattr(self, name) for name in self.model_fields_set}
        return part.model_copy(
            update={
                name: {**getattr(part, name), **value} if isinstance(value, Mapping) else value
                for name, value in given.items()
                if name in type(part).model_fields
            }
        )


ROOM_TO_THINK: Mapping[Phase, int] = MappingProxyType(dict.fromkeys(Phase, 16_000))
"""The limits of a model that always thinks, which counts towards the length of an answer.

With the usual ones it could be cut off, and billed, before its first word.
"""
