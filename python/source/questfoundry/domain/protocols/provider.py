"""Define providers of models, and the interfaces to models, their prices and prompts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.models.settings import NO_REFUSAL, Manner
from questfoundry.domain.models.traits import Capabilities, ModelTraits, PromptStyle

if TYPE_CHECKING:
    from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
    from questfoundry.domain.chat.usage import Usage
    from questfoundry.domain.models.settings import Chosen
    from questfoundry.domain.models.traits import ModelRef, TraitOverrides
    from questfoundry.domain.text.wording import Prompt


@cache
def unknown_traits() -> ModelTraits:
    """Return the traits that are assumed for a model that is in no table."""
    return ModelTraits(capabilities=Capabilities(context_window=32_768, json_schema=True))


@frozen(kw_only=True)
class ProviderSettings:
    """The settings and environment variables that a provider may use.

    ``variables``: the environment variables, the only source of API keys.
    ``timeout``: how many seconds a server may send nothing; ``None`` for the provider's default.
    ``longest_answer``: the time limit for a whole answer, in seconds.
    ``project``: the folder of the project, whose sibling folders may be other stories.
    """

    variables: Mapping[str, str] = field(repr=False)
    models_folder: Path
    timeout: float | None = None
    longest_answer: float = 3600.0
    project: Path | None = None

    def variable(self, name: str | None) -> str | None:
        """Return the value of the environment variable ``name``; ``None`` if unset or empty."""
        return (self.variables.get(name, "").strip() or None) if name else None


@frozen(kw_only=True)
class ServerAnswer:
    """The names of the models that a server offers, or the ``problem`` that prevented an answer."""

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
    """True if the provider offers embeddings, too."""

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules that :meth:`make` imports and that take long to import."""
        return ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the environment variables that the provider reads."""
        return tuple(filter(None, (self.key_variable, self.url_variable)))

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """Return the traits of ``model``, with the author's corrections ``override`` applied."""
        found = (traits for pattern, traits in self.known if fnmatchcase(model, pattern))
        traits = next(found, None) or unknown_traits()
        return override.apply(traits) if override else traits

    @abstractmethod
    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        """Return a chat provider for the model; raise ``SettingsError`` if a setting is missing."""

    def make_embeddings(self, chosen: Chosen, settings: ProviderSettings) -> EmbeddingProvider:
        """Return an embedding provider; override this method if ``embeds`` is true."""
        del chosen, settings
        raise UsageError(
            f"The provider {self.name!r} sets `embeds` but does not implement `make_embeddings`. "
            "Implement the method, or set `embeds` to false."
        )

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer | None:  # noqa: ARG002
        """Ask the provider's server for its models, for at most ``wait`` seconds.

        Return ``None`` if the provider has no server.
        """
        return None

    def account(self, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Return a name for the account that pays for the calls, without a secret in it.

        All projects in a process that name the same account share its rate limit. An empty text
        means that the project shares nothing.
        """
        return ""

    def missing_key(self, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Return the name of a required environment variable that is unset, or an empty text."""
        return ""

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Return the reason why ``model`` cannot be used, or an empty text.

        ``answer`` is the result of :meth:`ask`, with the models of the provider's server.
        """
        if answer.problem:
            return f"{answer.url}: {answer.problem}"
        if model in answer.models:
            return ""
        return f"it is not among the models at {answer.url}."


TextSink = Callable[[str], None]
"""A callback for the pieces of a streamed answer; joined, they are ``ChatResponse.text``."""


class ChatModel(Protocol):
    """A language model that answers requests, and raises only ``LLMError``."""

    @property
    @abstractmethod
    def model(self) -> ModelRef:
        """The provider and the name of the model that answers."""

    @property
    @abstractmethod
    def traits(self) -> ModelTraits:
        """The model's capabilities, and the way QuestFoundry uses the model."""

    @abstractmethod
    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` once and return the response; ``on_text`` receives streamed text."""


class ChatProvider(ChatModel, Protocol):
    """A chat model with the connection or process that it uses."""

    @property
    def manner(self) -> Manner:
        """The parts of requests that the server has refused; by default none."""
        return NO_REFUSAL

    @abstractmethod
    async def close(self) -> None:
        """Close connections and processes; a second call has no effect."""


class EmbeddingProvider(Protocol):
    """A model that turns texts into vectors; the dot product of two vectors measures similarity."""

    @property
    @abstractmethod
    def model(self) -> str:
        """The model's name; only vectors of the same model are comparable."""

    @abstractmethod
    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one unit vector for each text, in order; a zero vector without words."""

    async def close(self) -> None:
        """Close the provider's connections; this default does nothing."""
        return


class PriceBook(Protocol):
    """A price list of models."""

    @abstractmethod
    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """Return the price of ``usage`` in US dollars, or ``None`` if the model's price is unknown.

        The price per token may depend on the size of a call; for several calls, their mean size
        counts.
        """


class PromptRepository(Protocol):
    """A source of prompts; a project's own prompt files replace those of the program."""

    @abstractmethod
    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        """Return the prompt ``name`` with all variables filled in.

        ``name`` is a path below ``prompts/`` without its suffix. For the short style, the file
        ``<name>.short`` is used if it exists. Raise ``PromptError`` if a file or a variable is
        missing.
        """

    @abstractmethod
    def list_names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the YAML files in ``prompts/<folder>``, sorted, without endings."""

    @abstractmethod
    def wording(self, name: str) -> Mapping[str, Any]:
        """Return the texts in ``prompts/<name>.yaml`` by key, such as explanations of fields."""
