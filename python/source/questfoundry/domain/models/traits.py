"""The traits of a model: its capabilities and its recommended use.

Capabilities are facts about a model; a profile says how we use the model. Provider records contain
the tables of known models; authors can override them in ``project.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from questfoundry.domain.former_names import former_names


class Phase(StrEnum):
    """A phase of a stage."""

    DISCUSS = "discuss"
    SUMMARIZE = "summarize"
    SERIALIZE = "serialize"


class StructuredOutput(StrEnum):
    """A method to get structured output from a model."""

    TOOL = "tool"
    SCHEMA = "schema"


class WantedBack(StrEnum):
    """A field of a server's tool call that must be sent back with the call."""

    EXTRA_CONTENT = "extra_content"
    """A field of each call: Gemini's thought signatures."""
    REASONING_CONTENT = "reasoning_content"
    """A text field of the message: DeepSeek's reasoning."""
    REASONING_DETAILS = "reasoning_details"
    """A list field of the message: OpenRouter's form for all models."""


class PromptStyle(StrEnum):
    """An edition of the prompts; a model reads the full or the short one."""

    FULL = "full"
    SHORT = "short"


Tokens = Annotated[int, Field(gt=0)]
Temperature = Annotated[float, Field(ge=0, le=2)]


class _FrozenModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


@former_names(reasons="can_reason")
class Capabilities(_FrozenModel):
    """The abilities of a model; an adapter omits request fields that the model would reject.

    ``context_window`` and ``max_output_tokens`` are in tokens. ``thinking`` means that a request
    can set the thinking level; it is false for a model without that choice. ``repeats`` means that
    the model is deterministic without a seed. ``languages`` are the codes of all languages that the
    model writes; empty means any. ``comprehension`` means that the model's statements about a text
    are reliable: facts, reviews, answers about a book. ``comparison`` means that a model without
    comprehension scores drafts by measurable properties. ``concurrency`` is the number of parallel
    calls from which the model still gains; ``None`` means unlimited. ``wants_back`` is the server
    field to store and return with tool calls; ``None`` means no field.
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
        """The largest ``max_tokens`` to request: the output limit, at most half the window."""
        half = max(1, self.context_window // 2)
        return min(self.max_output_tokens or half, half)

    @property
    def can_reason(self) -> bool:
        """Return whether the model may think for minutes before its first word.

        A model that always thinks is recognised by its rejection of a temperature.
        """
        return self.thinking or not self.temperature


LARGE_WINDOW = 100_000
"""Smallest context window, in tokens, for which several sections are requested in one answer."""


class Profile(_FrozenModel):
    """The way QuestFoundry uses a model; a profile overrides the defaults of a phase.

    ``structured_output`` of ``None`` lets the capabilities decide. ``discusses_without_tools``
    admits a model without tools to Discuss. ``temperatures`` and ``max_tokens`` override single
    phases.
    """

    structured_output: StructuredOutput | None = None
    prompt_style: PromptStyle = PromptStyle.FULL
    discusses_without_tools: bool = False
    temperatures: Mapping[Phase, Temperature] = Field(default_factory=dict)
    max_tokens: Mapping[Phase, Tokens] = Field(default_factory=dict)


@former_names(answers_many="can_answer_many", of="from_capabilities")
class ModelTraits(_FrozenModel):
    """The capabilities and the profile of one model."""

    capabilities: Capabilities = Field(default_factory=Capabilities)
    profile: Profile = Field(default_factory=Profile)

    @model_validator(mode="before")
    @classmethod
    def _upgrade_old_traits(cls, fields: Any) -> Any:
        """Derive ``comprehension`` from the prompt style for traits stored by the first version."""
        match fields:
            case {"capabilities": Mapping() as able, "profile": {"prompt_style": style}}:
                comprehends = {"comprehension": style != PromptStyle.SHORT}
                return {**fields, "capabilities": {**comprehends, **able}}
        return fields

    @classmethod
    def from_capabilities(cls, profile: Profile | None = None, **capabilities: Any) -> ModelTraits:
        """Return traits with the given capabilities; all others have their default."""
        return cls(capabilities=Capabilities(**capabilities), profile=profile or Profile())

    @property
    def can_answer_many(self) -> bool:
        """Return whether several sections can be requested in one answer.

        This needs a large window, full prompts and comprehension.
        """
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
    """An author's corrections of known traits; only fields that are set apply.

    ``temperatures`` and ``max_tokens`` change single phases and keep the others.
    """

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        return {name: value for name, value in fields.items() if value is not None}

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """Return ``traits`` with the fields that are set here."""
        return ModelTraits(
            capabilities=self._override_part(traits.capabilities),
            profile=self._override_part(traits.profile),
        )

    def _override_part(self, part: Part) -> Part:
        overrides = {name: getattr(self, name) for name in self.model_fields_set}
        return part.model_copy(
            update={
                name: {**getattr(part, name), **value} if isinstance(value, Mapping) else value
                for name, value in overrides.items()
                if name in type(part).model_fields
            }
        )


ROOM_TO_THINK: Mapping[Phase, int] = MappingProxyType(dict.fromkeys(Phase, 16_000))
"""Output limits for a model that always thinks, because its thinking counts as output.

With the usual limits, an answer could be cut off, and billed, before its first word.
"""
