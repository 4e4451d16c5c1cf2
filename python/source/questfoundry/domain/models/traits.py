"""Define a model's name, licence and traits, and the way QuestFoundry uses the model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from attrs import frozen
from pydantic import Field, model_validator

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.former_names import former_names


class Phase(StrEnum):
    """A phase of a stage's work: Discuss, Summarize or Serialize; each may have its own model."""

    DISCUSS = "discuss"
    SUMMARIZE = "summarize"
    SERIALIZE = "serialize"


class StructuredOutput(StrEnum):
    """A method to get structured output from a model: a tool call, or a JSON Schema."""

    TOOL = "tool"
    SCHEMA = "schema"


class WantedBack(StrEnum):
    """A field of a model's answer that the server expects to get back in the next request."""

    EXTRA_CONTENT = "extra_content"  # A field of each call: Gemini's thought signatures
    REASONING_CONTENT = "reasoning_content"  # A text field of the message: DeepSeek's reasoning
    REASONING_DETAILS = "reasoning_details"
    """A list field of the model's message, in the form that OpenRouter uses for all models."""


class PromptStyle(StrEnum):
    """The version of the prompts for a model: the full or the short version."""

    FULL = "full"
    SHORT = "short"


Tokens = Annotated[int, Field(gt=0)]
Temperature = Annotated[float, Field(ge=0, le=2)]


@former_names(reasons="can_reason")
class Capabilities(FrozenModel):
    """The abilities of a model; an adapter omits request fields that the model would reject.

    ``context_window`` and ``max_output_tokens``: in tokens.
    ``reads_schema``: whether a model with ``json_schema`` is shown the schema, not only held to it.
    ``full_schemas``: whether the schemas of tools may have any keyword; if not, they are reduced.
    ``thinking``: whether a request can set the thinking level.
    ``repeats``: whether the model is deterministic without a seed.
    ``languages``: the codes of all languages that the model writes; empty means any.
    ``comprehension``: whether the model's statements about a text are reliable.
    ``comparison``: whether a model without comprehension can still score drafts by measures.
    ``concurrency``: the largest useful number of parallel calls; ``None`` means unlimited.
    ``whole_artifacts``: whether the provider submits a complete artifact in one answer.
    """

    context_window: Tokens = 8192
    max_output_tokens: Tokens | None = None
    tools: bool = True
    forced_tool_choice: bool = True
    json_schema: bool = False
    reads_schema: bool = False
    full_schemas: bool = True
    temperature: bool = True
    thinking: bool = False
    repeats: bool = False
    languages: tuple[str, ...] = ()
    comprehension: bool = True
    comparison: bool = False
    concurrency: Annotated[int, Field(gt=0)] | None = None
    whole_artifacts: bool = False
    wants_back: WantedBack | None = None

    @property
    def longest_answer(self) -> int:
        """The largest ``max_tokens`` to request: at most half the context window."""
        half = max(1, self.context_window // 2)
        return min(self.max_output_tokens or half, half)

    @property
    def is_composed(self) -> bool:
        """Return whether the texts come from prepared scenes, on which notes have no effect."""
        return self.whole_artifacts and not self.comprehension

    @property
    def can_reason(self) -> bool:
        """Return whether the model may think for minutes; true if it accepts no temperature."""
        return self.thinking or not self.temperature


LARGE_WINDOW = 100_000
"""Smallest context window, in tokens, for which several sections are requested in one answer."""


class Profile(FrozenModel):
    """The way QuestFoundry uses a model.

    ``structured_output``: the method to use; ``None`` means the best that the capabilities allow.
    ``discusses_without_tools``: whether a model without tools may be used for the phase Discuss.
    ``temperatures`` and ``max_tokens``: values for single phases instead of the defaults.
    """

    structured_output: StructuredOutput | None = None
    prompt_style: PromptStyle = PromptStyle.FULL
    discusses_without_tools: bool = False
    temperatures: Mapping[Phase, Temperature] = Field(default_factory=dict)
    max_tokens: Mapping[Phase, Tokens] = Field(default_factory=dict)


@former_names(answers_many="can_answer_many", of="from_capabilities")
class ModelTraits(FrozenModel):
    """The capabilities and the profile of one model."""

    capabilities: Capabilities = Field(default_factory=Capabilities)
    profile: Profile = Field(default_factory=Profile)

    @model_validator(mode="before")
    @classmethod
    def _upgrade_old_traits(cls, fields: Any) -> Any:
        """Add ``comprehension``, which the first version of the program did not store."""
        match fields:
            case {"capabilities": Mapping() as able, "profile": {"prompt_style": style}}:
                comprehends = {"comprehension": style != PromptStyle.SHORT}
                return {**fields, "capabilities": {**comprehends, **able}}
        return fields

    @classmethod
    def from_capabilities(cls, profile: Profile | None = None, **capabilities: Any) -> ModelTraits:
        """Return traits with these capabilities and this profile; the rest has default values."""
        return cls(capabilities=Capabilities(**capabilities), profile=profile or Profile())

    @property
    def can_answer_many(self) -> bool:
        """Return whether the model can answer several sections of an artifact in one request."""
        full = self.profile.prompt_style is PromptStyle.FULL and self.capabilities.comprehension
        return full and self.capabilities.context_window >= LARGE_WINDOW

    @property
    def structured_output(self) -> StructuredOutput:
        """The method of structured output by the profile, or the best that the model supports."""
        if self.profile.structured_output is not None:
            return self.profile.structured_output
        if self.capabilities.tools and self.capabilities.forced_tool_choice:
            return StructuredOutput.TOOL
        if self.capabilities.json_schema:
            return StructuredOutput.SCHEMA
        return StructuredOutput.TOOL


Part = TypeVar("Part", Capabilities, Profile)


class TraitOverrides(Profile, Capabilities):
    """An author's corrections of a model's known traits; only fields that the author set apply."""

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        return {name: value for name, value in fields.items() if value is not None}

    def apply(self, traits: ModelTraits) -> ModelTraits:
        """Return ``traits`` with the author's corrections."""
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


_PROVIDER = re.compile(r"[a-z][a-z0-9_-]*")


@frozen(order=True)
class ModelRef:
    """A provider and one of its models; the model name may contain ``/`` and ``:``."""

    provider: str
    model: str

    @classmethod
    def parse(cls, text: str) -> ModelRef:
        """Parse ``provider/model``; raise ``SettingsError`` for any other text."""
        provider, slash, model = text.strip().partition("/")
        if not slash or not model.strip() or not _PROVIDER.fullmatch(provider):
            raise SettingsError(
                f"{text!r} does not name a model. Write provider/model, "
                "for example ollama/qwen3:8b."
            )
        return cls(provider, model.strip())

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}"


DRAFT_MODEL = "draft/scenes"
"""The name, as ``provider/model``, of the ready-made scenes that come with the program."""

_LICENCES = (
    (
        DRAFT_MODEL,
        "A draft from scenes that come with QuestFoundry, under its MIT licence, to show what a "
        "story is. A language model writes a story of your own.",
    ),
    ("local/smollm2-135m", "SmolLM2-135M-Instruct; its weights are under Apache-2.0."),
    ("local/qwen2.5-1.5b-instruct", "Qwen2.5; its weights are under Apache-2.0."),
    ("local/qwen3-4b-instruct", "Qwen3; its weights are under Apache-2.0."),
    ("ollama/qwen3*", "Qwen3; its weights are under Apache-2.0."),
)
_UNKNOWN = "Not known to QuestFoundry; see the terms of the model and of its provider."


def licence_note(model: str) -> str:
    """Return a sentence about the licence of ``model``, which is given as ``provider/model``."""
    return next((note for pattern, note in _LICENCES if fnmatchcase(model, pattern)), _UNKNOWN)
