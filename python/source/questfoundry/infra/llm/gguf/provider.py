"""Define the provider ``local``, which runs GGUF files in this process."""

from importlib.util import find_spec

from attrs import frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits, Phase, Profile, PromptStyle
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    PromptRepository,
    Provider,
    ProviderSettings,
    ServerAnswer,
)
from questfoundry.infra.llm.gguf.models import find_model, list_models

# Concurrent calls do not make llama.cpp faster, and they evict its prompt cache.
_SMOLLM2 = ModelTraits.from_capabilities(
    Profile(
        prompt_style=PromptStyle.SHORT,
        discusses_without_tools=True,
        max_tokens={Phase.DISCUSS: 96, Phase.SUMMARIZE: 96},
    ),
    context_window=4_096,
    tools=False,
    forced_tool_choice=False,
    json_schema=True,
    repeats=True,
    languages=("en",),
    comprehension=False,
    comparison=True,
    concurrency=1,
)
_GGUF = ModelTraits.from_capabilities(
    context_window=8_192, forced_tool_choice=False, json_schema=True, concurrency=1
)


@frozen(kw_only=True)
class LocalProvider(Provider):
    """A provider for GGUF files: the bundled file, files in the models folder, or any path."""

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        """Return a chat provider for the chosen GGUF file.

        A model that needs short prompts gets a ``TinyChatProvider``, which writes answers field by
        field; any other model gets a ``GgufChatProvider``. Raise ``SettingsError`` if the file does
        not exist.
        """
        path = find_model(chosen.ref.model, settings.models_folder)
        from questfoundry.infra.llm.gguf.chat import ContinuingChatProvider, GgufChatProvider

        if traits.profile.prompt_style is not PromptStyle.SHORT:
            return GgufChatProvider(model=chosen.ref, traits=traits, path=path)
        from questfoundry.infra.llm.tiny.chat import TinyChatProvider
        from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider

        return TinyChatProvider(
            ContinuingChatProvider(model=chosen.ref, traits=traits, path=path),
            prompts=prompts,
            embeddings=WordLlamaEmbeddingProvider(),
        )

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer:  # noqa: ARG002
        """Return the names of the local models; if llama.cpp is missing, the answer says so."""
        installed = find_spec("xllamacpp") is not None
        return ServerAnswer(
            url=str(settings.models_folder),
            reachable=installed,
            models=tuple(model.name for model in list_models(settings.models_folder)),
            problem="" if installed else 'Install it with: pip install "questfoundry[local]"',
        )

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:
        """Return why ``model`` cannot be used, or an empty string if it is usable.

        ``model`` is a model's name or the path of its file.
        """
        if answer.problem:
            return super().lack(model, answer, settings)
        try:
            find_model(model, settings.models_folder)
        except SettingsError as error:
            return str(error)
        return ""


LOCAL = LocalProvider(name="local", known=(("smollm2-135m*", _SMOLLM2), ("*", _GGUF)))
