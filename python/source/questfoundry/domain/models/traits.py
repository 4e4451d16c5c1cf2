"""What a model can do, and how it is best used.

Capabilities are facts about a model; a profile is our way with it. Both are data: the
tables of known models are in their providers' records, an author's overrides come from
``project.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import field, frozen
from attrs.converters import optional as optional_converter
from attrs.validators import gt


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


@frozen(kw_only=True)
class Capabilities:
    """What a model can do; an adapter leaves out what the model would refuse.

    ``context_window`` and ``max_output_tokens`` are in tokens. ``thinking`` says that a
    request may switch thinking on, or off, or low; a model that leaves no choice has it not.
    ``comprehension`` says that what it tells of a text holds: facts, a review, an answer about
    a book. ``concurrency`` is the most calls at once that it gains from; ``None`` is any number.
    Without ``wants_back`` nothing that a server says beside its tool calls is kept.
    """

    context_window: int = field(default=8192, validator=gt(0))
    max_output_tokens: int | None = None
    tools: bool = True
    forced_tool_choice: bool = True
    json_schema: bool = False
    temperature: bool = True
    thinking: bool = False
    comprehension: bool = True
    concurrency: int | None = None
    wants_back: WantedBack | None = field(default=None, converter=optional_converter(WantedBack))


@frozen(kw_only=True)
class Profile:
    """How QuestFoundry talks with a model; it stands above a phase's defaults.

    ``structured_output`` of ``None`` lets the capabilities decide.
    ``discusses_without_tools`` admits a model without tools to Discuss.
    ``temperatures`` and ``max_tokens`` override single phases.
    """

    structured_output: StructuredOutput | None = None
    prompt_style: PromptStyle = PromptStyle.FULL
    discusses_without_tools: bool = False
    temperatures: Mapping[Phase, float] = field(factory=dict[Phase, float])
    max_tokens: Mapping[Phase, int] = field(factory=dict[Phase, int])


@frozen(kw_only=True)
class ModelTraits:
    """Capabilities and profile of one model."""

    capabilities: Capabilities = field(factory=Capabilities)
    profile: Profile = field(factory=Profile)

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


ROOM_TO_THINK: Mapping[Phase, int] = MappingProxyType(dict.fromkeys(Phase, 16_000))
"""The limits of a model that always thinks, which counts towards the length of an answer.

With the usual ones it could be cut off, and billed, before its first word.
"""
