"""Describe the servers with an OpenAI-compatible API: well-known servers and unknown ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from questfoundry.domain.models.traits import (
    ROOM_TO_THINK,
    ModelTraits,
    Profile,
    StructuredOutput,
    TraitOverrides,
    WantedBack,
)
from questfoundry.infra.llm.openai.provider import OpenAIProvider

if TYPE_CHECKING:
    from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider

# A local model may take minutes to load and to answer.
_LOCAL_TIMEOUT = 600.0
_SCHEMA = Profile(structured_output=StructuredOutput.SCHEMA)
_THINKING = Profile(max_tokens=ROOM_TO_THINK)


def build_endpoint(
    name: str,
    *,
    base_url: str | None = None,
    key_variable: str | None = None,
    traits: TraitOverrides | None = None,
) -> OpenAIProvider:
    """Return the provider called ``name``: a well-known server, or an unknown one at ``base_url``.

    The arguments override the settings of a well-known server. With ``base_url``, the server's
    usual API key is never sent, only the key in the environment variable ``key_variable``, if
    given.
    """
    other = evolve(_UNKNOWN_SERVER, name=name, title=f"The server {name!r}")
    record = COMPATIBLE.get(name, other)
    if base_url is not None:
        record = evolve(record, default_url=base_url, key_variable=None, requires_key=False)
    if key_variable is not None:
        record = evolve(record, key_variable=key_variable, requires_key=True)
    if traits is not None:
        known = tuple((pattern, traits.apply(found)) for pattern, found in record.known)
        record = evolve(record, known=known)
    return record


@frozen(kw_only=True)
class MistralProvider(OpenAIProvider):
    """The provider Mistral, whose API rejects requests with unknown fields."""

    def load_adapter(self) -> type[SdkChatProvider[Any]]:
        from questfoundry.infra.llm.openai.chat import MistralChatProvider

        return MistralChatProvider


def _traits_for_all(
    profile: Profile | None = None, **capabilities: Any
) -> tuple[tuple[str, ModelTraits]]:
    return (("*", ModelTraits.from_capabilities(profile, **capabilities)),)


_UNKNOWN_SERVER = OpenAIProvider(
    name="",
    title="",
    default_url="",
    requires_key=False,
    known=_traits_for_all(context_window=32_768),
)

COMPATIBLE: Mapping[str, OpenAIProvider] = {
    each.name: each
    for each in (
        OpenAIProvider(
            name="openrouter",
            title="OpenRouter",
            key_variable="OPENROUTER_API_KEY",
            default_url="https://openrouter.ai/api/v1",
            known=_traits_for_all(context_window=65_536, wants_back=WantedBack.REASONING_DETAILS),
        ),
        # Gemini always thinks and signs its thoughts.
        OpenAIProvider(
            name="gemini",
            title="Gemini",
            key_variable="GEMINI_API_KEY",
            default_url="https://generativelanguage.googleapis.com/v1beta/openai",
            known=_traits_for_all(
                context_window=1_000_000,
                max_output_tokens=65_536,
                json_schema=True,
                wants_back=WantedBack.EXTRA_CONTENT,
                profile=_THINKING,
            ),
        ),
        MistralProvider(
            name="mistral",
            title="Mistral",
            key_variable="MISTRAL_API_KEY",
            default_url="https://api.mistral.ai/v1",
            known=_traits_for_all(context_window=128_000, json_schema=True),
        ),
        OpenAIProvider(
            name="groq",
            title="Groq",
            embeds=False,
            key_variable="GROQ_API_KEY",
            default_url="https://api.groq.com/openai/v1",
            known=_traits_for_all(context_window=131_072, max_output_tokens=32_768),
        ),
        # Models that think reject a forced tool.
        OpenAIProvider(
            name="deepseek",
            title="DeepSeek",
            embeds=False,
            key_variable="DEEPSEEK_API_KEY",
            default_url="https://api.deepseek.com/v1",
            known=_traits_for_all(
                context_window=128_000,
                forced_tool_choice=False,
                wants_back=WantedBack.REASONING_CONTENT,
                profile=_THINKING,
            ),
        ),
        # LM Studio does not accept a tool's name as tool choice.
        OpenAIProvider(
            name="lmstudio",
            title="LM Studio",
            key_variable="LM_API_TOKEN",
            requires_key=False,
            default_url="http://127.0.0.1:1234/v1",
            timeout=_LOCAL_TIMEOUT,
            known=_traits_for_all(
                context_window=16_384, forced_tool_choice=False, json_schema=True
            ),
        ),
        OpenAIProvider(
            name="vllm",
            title="vLLM",
            key_variable="VLLM_API_KEY",
            requires_key=False,
            default_url="http://127.0.0.1:8000/v1",
            timeout=_LOCAL_TIMEOUT,
            known=_traits_for_all(context_window=32_768, json_schema=True, profile=_SCHEMA),
        ),
        OpenAIProvider(
            name="llamacpp",
            title="llama.cpp's server",
            key_variable="LLAMA_API_KEY",
            requires_key=False,
            default_url="http://127.0.0.1:8080/v1",
            timeout=_LOCAL_TIMEOUT,
            accepts_any_model=True,
            known=_traits_for_all(context_window=8_192, forced_tool_choice=False, json_schema=True),
        ),
    )
}
"""The servers that need no entry in ``project.yaml``, by name."""
