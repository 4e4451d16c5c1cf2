"""Describe the servers with an OpenAI-compatible API: well-known servers and unknown ones."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.models.traits import (
    ROOM_TO_THINK,
    ModelTraits,
    Profile,
    StructuredOutput,
    TraitOverrides,
    WantedBack,
)
from questfoundry.infra.llm.openai.provider import OpenAIProvider

_SCHEMA = Profile(structured_output=StructuredOutput.SCHEMA)
_THINKING = Profile(max_tokens=ROOM_TO_THINK)


def build_endpoint(
    name: str,
    *,
    base_url: str | None,
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


def _server(
    name: str,
    title: str,
    url: str,
    key: str | None,
    capabilities: Mapping[str, Any],
    profile: Profile | None = None,
    **settings: Any,
) -> OpenAIProvider:
    known = (("*", ModelTraits.from_capabilities(profile, **capabilities)),)
    return OpenAIProvider(
        name=name, title=title, default_url=url, key_variable=key, known=known, **settings
    )


_UNKNOWN_SERVER = _server("", "", "", None, {"context_window": 32_768}, requires_key=False)

_LOCAL: Mapping[str, Any] = {"requires_key": False, "timeout": 600.0}
"""The settings of local servers, which may take minutes to load a model and to answer."""

_SERVERS = (
    _server(
        *("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        {"context_window": 65_536, "wants_back": WantedBack.REASONING_DETAILS},
    ),
    # Gemini always thinks and signs its thoughts.
    _server(
        *("gemini", "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
        "GEMINI_API_KEY",
        {
            "context_window": 1_000_000,
            "max_output_tokens": 65_536,
            "json_schema": True,
            "wants_back": WantedBack.EXTRA_CONTENT,
        },
        _THINKING,
    ),
    _server(
        *("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        {"context_window": 128_000, "json_schema": True},
        adapter="questfoundry.infra.llm.openai.chat:MistralChatProvider",
    ),
    _server(
        *("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        {"context_window": 131_072, "max_output_tokens": 32_768},
        embeds=False,
    ),
    # Models that think reject a forced tool.
    _server(
        *("deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
        {
            "context_window": 128_000,
            "forced_tool_choice": False,
            "wants_back": WantedBack.REASONING_CONTENT,
        },
        _THINKING,
        embeds=False,
    ),
    # LM Studio does not accept a tool's name as tool choice.
    _server(
        *("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", "LM_API_TOKEN"),
        {"context_window": 16_384, "forced_tool_choice": False, "json_schema": True},
        window_hint="Load the model in LM Studio with a larger context length",
        **_LOCAL,
    ),
    _server(
        *("vllm", "vLLM", "http://127.0.0.1:8000/v1", "VLLM_API_KEY"),
        {"context_window": 32_768, "json_schema": True},
        _SCHEMA,
        window_hint="Start vLLM with a larger option max-model-len",
        **_LOCAL,
    ),
    _server(
        *("llamacpp", "llama.cpp's server", "http://127.0.0.1:8080/v1", "LLAMA_API_KEY"),
        {"context_window": 8_192, "forced_tool_choice": False, "json_schema": True},
        accepts_any_model=True,
        window_hint="Start the server with a larger option ctx-size, which parallel slots share",
        **_LOCAL,
    ),
)
COMPATIBLE: Mapping[str, OpenAIProvider] = {each.name: each for each in _SERVERS}
"""The servers that need no entry in ``project.yaml``, by name."""
