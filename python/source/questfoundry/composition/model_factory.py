"""Makes the chat provider of a model: one function a provider, each importing its SDK itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from questfoundry.composition.paths import models_folder
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import ChatProvider, PromptRepository

Maker = Callable[[Chosen, ModelTraits, ProjectSettings, PromptRepository], ChatProvider]


def _openai(
    chosen: Chosen, traits: ModelTraits, settings: ProjectSettings, _: PromptRepository
) -> ChatProvider:
    from questfoundry.infra.llm.openai.chat import OpenAIChatProvider

    environment = settings.environment
    if environment.openai_base_url is None:
        _require_key("OPENAI_API_KEY", environment.openai_api_key, chosen)
    return OpenAIChatProvider(
        model=chosen.ref,
        traits=traits,
        api_key=environment.openai_api_key,
        base_url=environment.openai_base_url,
        timeout=settings.file.limits.timeout,
    )


def _anthropic(
    chosen: Chosen, traits: ModelTraits, settings: ProjectSettings, _: PromptRepository
) -> ChatProvider:
    from questfoundry.infra.llm.anthropic.chat import AnthropicChatProvider

    environment = settings.environment
    if environment.anthropic_base_url is None:
        _require_key("ANTHROPIC_API_KEY", environment.anthropic_api_key, chosen)
    return AnthropicChatProvider(
        model=chosen.ref,
        traits=traits,
        api_key=environment.anthropic_api_key,
        base_url=environment.anthropic_base_url,
        timeout=settings.file.limits.timeout,
    )


def _ollama(
    chosen: Chosen, traits: ModelTraits, settings: ProjectSettings, _: PromptRepository
) -> ChatProvider:
    from questfoundry.infra.llm.ollama.chat import OllamaChatProvider

    return OllamaChatProvider(
        model=chosen.ref, traits=traits, host=settings.environment.ollama_host
    )


def _local(
    chosen: Chosen, traits: ModelTraits, _: ProjectSettings, prompts: PromptRepository
) -> ChatProvider:
    from questfoundry.infra.embeddings.wordllama import WordLlamaEmbeddingProvider
    from questfoundry.infra.llm.gguf.provider import local_provider

    return local_provider(
        model=chosen.ref,
        traits=traits,
        folder=models_folder(),
        prompts=prompts,
        embeddings=WordLlamaEmbeddingProvider(),
    )


MAKERS: Mapping[str, Maker] = MappingProxyType(
    {"anthropic": _anthropic, "local": _local, "ollama": _ollama, "openai": _openai}
)
"""The providers that talk to a model, by name."""


def _require_key(variable: str, value: str | None, chosen: Chosen) -> None:
    if value is None:
        raise SettingsError(
            f"{chosen.origin} chose {str(chosen.ref)!r}, but {variable} is not set. "
            f"Set it in the environment: export {variable}=..."
        )
