"""The record of the provider: which models it makes, and out of what."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry import (
    Capabilities,
    ChatProvider,
    Chosen,
    ModelTraits,
    PromptRepository,
    Provider,
    ProviderSettings,
    SettingsError,
)

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


@frozen(kw_only=True)
class LangChainProvider(Provider):
    """Chat models that are written ``langchain/PROVIDER:MODEL`` or ``langchain/a.Class:MODEL``."""

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,  # noqa: ARG002
    ) -> ChatProvider:
        """Return the adapter; raise ``SettingsError`` if LangChain cannot build the model."""
        from questfoundry_langchain.chat import LangChainChatProvider

        source, colon, model = chosen.ref.model.partition(":")
        if not (source and colon and model):
            raise SettingsError(
                f"{chosen.origin} chose {str(chosen.ref)!r}. Write langchain/PROVIDER:MODEL, as "
                "langchain/openai:gpt-4o, or langchain/package.Class:MODEL."
            )
        timeout = settings.timeout or self.timeout
        given: dict[str, Any] = {"max_retries": 0, "timeout": timeout}
        for argument in ("api_key", "base_url"):
            variable = re.sub(r"\W", "_", f"{source}_{argument}").upper()
            value = settings.variable(variable)
            if value is not None:
                given[argument] = value

        def build() -> BaseChatModel:
            try:
                return _made(source, model, given)
            except Exception as error:
                raise SettingsError(
                    f"{chosen.origin} chose {str(chosen.ref)!r}, but LangChain cannot make it: "
                    f"{error} Install its package, or set its key."
                ) from error

        build()
        return LangChainChatProvider(chosen.ref, build, traits=traits, timeout=timeout)


def _made(source: str, model: str, given: dict[str, Any]) -> BaseChatModel:
    make: Callable[..., BaseChatModel]
    if "." in source:
        module, _, name = source.rpartition(".")
        make = getattr(import_module(module), name)
    else:
        from langchain.chat_models import init_chat_model

        make = partial(init_chat_model, model_provider=source)
    made = make(model=model, **given)
    if "http_async_client" not in type(made).model_fields:
        return made
    # LangChain shares one client of OpenAI's SDK between all event loops, which breaks them.
    from openai import DefaultAsyncHttpxClient

    return make(model=model, **given, http_async_client=DefaultAsyncHttpxClient())


LANGCHAIN = LangChainProvider(
    name="langchain", known=(("*", ModelTraits(capabilities=Capabilities(context_window=32_768))),)
)
