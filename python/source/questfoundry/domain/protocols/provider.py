"""Define model providers: their known models, and functions that connect to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import Capabilities, ModelTraits, TraitOverrides

if TYPE_CHECKING:
    from questfoundry.domain.protocols import ChatProvider, EmbeddingProvider, PromptRepository

UNKNOWN = ModelTraits(capabilities=Capabilities(context_window=32_768, json_schema=True))
"""The traits assumed for a model that is in no table."""


@frozen(kw_only=True)
class ProviderSettings:
    """The settings and environment variables that a provider may use.

    ``variables``: the environment variables, the only source of API keys.
    ``timeout``: how many seconds a server may send nothing; ``None`` for the provider's default.
    ``longest_answer``: the time limit for a whole answer, in seconds.
    """

    variables: Mapping[str, str] = field(repr=False)
    models_folder: Path
    timeout: float | None = None
    longest_answer: float = 3600.0

    def variable(self, name: str | None) -> str | None:
        """Return the value of the environment variable ``name``; ``None`` if unset or empty."""
        return (self.variables.get(name, "").strip() or None) if name else None


@frozen(kw_only=True)
class ServerAnswer:
    """The answer of a server that was asked for its models.

    ``problem`` says why the server listed no models; it is empty if the server listed them.
    """

    url: str
    reachable: bool
    models: tuple[str, ...] = ()
    problem: str = ""


@frozen(kw_only=True)
class Provider(ABC):
    """A provider of models: its name, its environment variables, and functions that connect to it.

    ``known``: model name patterns with traits; the first pattern that matches a model applies.
    ``timeout``: the default number of seconds for which a server may send nothing.
    """

    name: str
    key_variable: str | None = None
    url_variable: str | None = None
    known: tuple[tuple[str, ModelTraits], ...] = ()
    timeout: float = 120.0
    embeds: bool = False
    """True if the provider also offers embeddings."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the environment variables that the provider reads."""
        return tuple(filter(None, (self.key_variable, self.url_variable)))

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """Return the traits of ``model``, with the author's corrections ``override`` applied.

        If no pattern in ``known`` matches the model, the traits are ``UNKNOWN`` before the
        corrections.
        """
        found = (traits for pattern, traits in self.known if fnmatchcase(model, pattern))
        traits = next(found, UNKNOWN)
        return override.apply(traits) if override else traits

    @abstractmethod
    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        """Return a chat provider for the chosen model.

        Raise ``SettingsError`` if a required setting is missing.
        """

    def make_embeddings(self, chosen: Chosen, settings: ProviderSettings) -> EmbeddingProvider:
        """Return an embedding provider for the chosen model.

        This default raises ``UsageError``. A provider whose ``embeds`` is true overrides the
        method.
        """
        del chosen, settings
        raise UsageError(
            f"The provider {self.name!r} sets `embeds` but does not implement `make_embeddings`. "
            "Implement the method, or set `embeds` to false."
        )

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer | None:  # noqa: ARG002
        """Ask the provider's server which models it has, and return the answer.

        Return ``None`` if the provider has no server to ask. The request takes at most ``wait``
        seconds.
        """
        return None

    def missing_key(self, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Return the name of a required environment variable that is unset, or an empty text."""
        return ""

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Return why ``model`` cannot be used; an empty text if it can be used.

        ``answer`` is the result of :meth:`ask`.
        """
        if answer.problem:
            return f"{answer.url}: {answer.problem}"
        if model in answer.models:
            return ""
        return f"it is not among the models at {answer.url}."
