"""The one place where it is decided how a local model is asked."""

from __future__ import annotations

from pathlib import Path

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits, PromptStyle
from questfoundry.domain.protocols.chat_provider import ChatProvider
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.domain.protocols.prompts import PromptRepository
from questfoundry.infra.llm.gguf.chat import GgufChatProvider
from questfoundry.infra.llm.gguf.models import find_model
from questfoundry.infra.llm.tiny.chat import LocalChatProvider


def local_provider(
    *,
    model: ModelRef,
    traits: ModelTraits,
    folder: Path,
    prompts: PromptRepository,
    embeddings: EmbeddingProvider,
) -> ChatProvider:
    """The provider for ``local/<name or path>``; ``folder`` holds the user's GGUF files.

    A model that reads short prompts is led field by field, any other is asked as a server
    is. Raises ``SettingsError`` where there is no such file.
    """
    path = find_model(model.model, folder)
    if traits.profile.prompt_style is PromptStyle.SHORT:
        return LocalChatProvider(
            model=model, traits=traits, path=path, prompts=prompts, embeddings=embeddings
        )
    return GgufChatProvider(model=model, traits=traits, path=path)
