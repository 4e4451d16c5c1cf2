"""The table of known models: what each can do, and our way with it.

The first pattern that fits ``provider/model`` decides, so the narrow ones stand first and
each provider ends with what is safe to expect of a model that nobody has entered. An
author corrects a single field under ``models:`` in ``project.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType

from questfoundry.domain.models.overrides import TraitOverrides
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Phase,
    Profile,
    PromptStyle,
    StructuredOutput,
)

# Thinking counts towards the length of an answer: with the usual limit a model that always
# thinks can be cut off, and billed, before its first word.
_ROOM_TO_THINK: Mapping[Phase, int] = MappingProxyType(dict.fromkeys(Phase, 16_000))
# OpenAI's models keep to a schema better than to a tool.
_NATIVE_JSON = Profile(structured_output=StructuredOutput.SCHEMA)

_OPENAI = ModelTraits(
    capabilities=Capabilities(context_window=128_000, max_output_tokens=16_384, json_schema=True),
    profile=_NATIVE_JSON,
)
_OPENAI_REASONING = ModelTraits(
    capabilities=Capabilities(
        context_window=200_000,
        max_output_tokens=100_000,
        json_schema=True,
        temperature=False,
        thinking=True,
    ),
    profile=Profile(structured_output=StructuredOutput.SCHEMA, max_tokens=_ROOM_TO_THINK),
)
_OPENAI_GPT_5 = ModelTraits(
    capabilities=Capabilities(
        context_window=400_000,
        max_output_tokens=128_000,
        json_schema=True,
        temperature=False,
        thinking=True,
    ),
    profile=_OPENAI_REASONING.profile,
)
# The first o1 models call no tools, so they can serialize but not discuss.
_OPENAI_O1_SMALL = ModelTraits(
    capabilities=Capabilities(
        context_window=128_000,
        max_output_tokens=32_768,
        tools=False,
        forced_tool_choice=False,
        json_schema=True,
        temperature=False,
    ),
    profile=_OPENAI_REASONING.profile,
)
_OPENAI_GPT_41 = ModelTraits(
    capabilities=Capabilities(context_window=1_000_000, max_output_tokens=32_768, json_schema=True),
    profile=_NATIVE_JSON,
)
_OPENAI_OLD = ModelTraits(capabilities=Capabilities(context_window=8_192, max_output_tokens=4_096))
# Any server may stand behind OPENAI_BASE_URL; tools are what most of them speak.
_OPENAI_COMPATIBLE = ModelTraits(capabilities=Capabilities(context_window=32_768))

_CLAUDE_3 = ModelTraits(capabilities=Capabilities(context_window=200_000, max_output_tokens=4_096))
_CLAUDE_4 = ModelTraits(capabilities=Capabilities(context_window=200_000, max_output_tokens=32_000))
_CLAUDE_45 = ModelTraits(
    capabilities=Capabilities(context_window=200_000, max_output_tokens=64_000, json_schema=True)
)
# From Opus 4.7 on a temperature is refused; from Fable 5.1 and Opus 5.5 on forced tools are,
# too, and thinking cannot be switched off. Unknown ones are taken like the strictest.
_CLAUDE = ModelTraits(
    capabilities=Capabilities(
        context_window=200_000,
        max_output_tokens=64_000,
        forced_tool_choice=False,
        json_schema=True,
        temperature=False,
    ),
    profile=Profile(max_tokens=_ROOM_TO_THINK),
)

# The window is what is asked of Ollama (num_ctx), not what the model could take: its
# memory grows with it. Ollama has no forced tool choice, yet calls tools more reliably
# than it keeps to a schema.
_OLLAMA = ModelTraits(
    capabilities=Capabilities(context_window=16_384, forced_tool_choice=False, json_schema=True),
    profile=Profile(structured_output=StructuredOutput.TOOL),
)
_OLLAMA_THINKING = ModelTraits(
    capabilities=Capabilities(
        context_window=16_384, forced_tool_choice=False, json_schema=True, thinking=True
    ),
    profile=_OLLAMA.profile,
)
_OLLAMA_NO_TOOLS = ModelTraits(
    capabilities=Capabilities(
        context_window=8_192, tools=False, forced_tool_choice=False, json_schema=True
    )
)
_OLLAMA_R1 = ModelTraits(
    capabilities=Capabilities(
        context_window=16_384,
        tools=False,
        forced_tool_choice=False,
        json_schema=True,
        thinking=True,
    )
)

# llama.cpp gains nothing from several calls at once, and loses what it has cached.
_SMOLLM2 = ModelTraits(
    capabilities=Capabilities(
        context_window=4_096,
        tools=False,
        forced_tool_choice=False,
        json_schema=True,
        comprehension=False,
        concurrency=1,
    ),
    profile=Profile(
        prompt_style=PromptStyle.SHORT,
        discusses_without_tools=True,
        max_tokens=MappingProxyType({Phase.DISCUSS: 160, Phase.SUMMARIZE: 160}),
    ),
)
_GGUF = ModelTraits(
    capabilities=Capabilities(
        context_window=8_192, forced_tool_choice=False, json_schema=True, concurrency=1
    )
)
_RECORDED = ModelTraits(capabilities=Capabilities(context_window=1_000_000, json_schema=True))
_UNKNOWN = ModelTraits(capabilities=Capabilities(context_window=32_768, json_schema=True))

KNOWN: tuple[tuple[str, ModelTraits], ...] = (
    ("openai/o1-mini*", _OPENAI_O1_SMALL),
    ("openai/o1-preview*", _OPENAI_O1_SMALL),
    ("openai/o[0-9]*", _OPENAI_REASONING),
    ("openai/gpt-4o*", _OPENAI),
    ("openai/chatgpt-4o*", _OPENAI),
    ("openai/gpt-4.1*", _OPENAI_GPT_41),
    ("openai/gpt-4*", _OPENAI_OLD),
    ("openai/gpt-3.5*", _OPENAI_OLD),
    ("openai/gpt-[0-9]*", _OPENAI_GPT_5),
    ("openai/*", _OPENAI_COMPATIBLE),
    ("anthropic/claude-3*", _CLAUDE_3),
    ("anthropic/claude-*-4-[56]*", _CLAUDE_45),
    ("anthropic/claude-*-4-[01]*", _CLAUDE_4),
    ("anthropic/claude-*-4-2025*", _CLAUDE_4),
    ("anthropic/*", _CLAUDE),
    ("ollama/qwen3-coder*", _OLLAMA),
    ("ollama/qwen3*", _OLLAMA_THINKING),
    ("ollama/magistral*", _OLLAMA_THINKING),
    ("ollama/gemma4*", _OLLAMA_THINKING),
    ("ollama/deepseek-r1*", _OLLAMA_R1),
    ("ollama/gemma*", _OLLAMA_NO_TOOLS),
    ("ollama/llama3", _OLLAMA_NO_TOOLS),
    ("ollama/llama3:*", _OLLAMA_NO_TOOLS),
    ("ollama/llama3.2-vision*", _OLLAMA_NO_TOOLS),
    ("ollama/phi4-mini*", _OLLAMA),
    ("ollama/phi*", _OLLAMA_NO_TOOLS),
    ("ollama/*", _OLLAMA),
    ("local/smollm2-135m*", _SMOLLM2),
    ("local/*", _GGUF),
    ("replay/*", _RECORDED),
)
"""Patterns of ``provider/model`` and the traits of the models they fit."""


def traits_of(ref: ModelRef, overrides: Mapping[str, TraitOverrides] | None = None) -> ModelTraits:
    """What is known of a model; ``overrides`` are found by the exact ``provider/model``."""
    name = str(ref)
    traits = next((traits for pattern, traits in KNOWN if fnmatchcase(name, pattern)), _UNKNOWN)
    override = (overrides or {}).get(name)
    return override.apply(traits) if override else traits
