"""What the program knows of a provider: one record each, wherever it comes from."""

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
"""What is expected of a model that no table knows."""


@frozen(kw_only=True)
class ProviderSettings:
    """What a provider may know of the project and its surroundings.

    ``variables`` are those of the environment: a provider reads its key there and nowhere
    else. ``timeout`` is how many seconds it may be silent, ``None`` leaves it to the provider;
    ``longest_answer`` how many a whole answer may take.
    """

    variables: Mapping[str, str] = field(repr=False)
    models_folder: Path
    timeout: float | None = None
    longest_answer: float = 3600.0

    def variable(self, name: str | None) -> str | None:
        """What a variable says; one that is empty, or has no name, says nothing."""
        return (self.variables.get(name, "").strip() or None) if name else None


@frozen(kw_only=True)
class ServerAnswer:
    """Which models are where; ``problem`` is empty where the server told its models."""

    url: str
    reachable: bool
    models: tuple[str, ...] = ()
    problem: str = ""


@frozen(kw_only=True)
class Provider(ABC):
    """A provider of models: its name, what it reads from the environment, what it makes.

    ``known`` has patterns of model names and the traits of those that fit, the first one
    counting. ``timeout`` is how many seconds it may be silent unless the author says it.
    """

    name: str
    key_variable: str | None = None
    url_variable: str | None = None
    known: tuple[tuple[str, ModelTraits], ...] = ()
    timeout: float = 120.0
    embeds: bool = False
    """Whether it makes embeddings, too."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it reads."""
        return tuple(filter(None, (self.key_variable, self.url_variable)))

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """What is known of a model, corrected by what its author knows better."""
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
        """What asks the chosen model; ``SettingsError`` where something is missing for it."""

    def make_embeddings(self, chosen: Chosen, settings: ProviderSettings) -> EmbeddingProvider:
        """What embeds texts by the chosen model; called only where it ``embeds``."""
        del chosen, settings
        raise UsageError(
            f"The provider {self.name!r} says that it embeds, and makes no embeddings. Give it a "
            "`make_embeddings`, or let `embeds` be false."
        )

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer | None:  # noqa: ARG002
        """Ask for the models, for so many seconds at most; ``None`` where nobody can be asked."""
        return None

    def missing_key(self, settings: ProviderSettings) -> str:  # noqa: ARG002
        """The variable that has to be set before it can be asked; empty where it can."""
        return ""

    def lack(self, model: str, answer: ServerAnswer, settings: ProviderSettings) -> str:  # noqa: ARG002
        """Why a model cannot be used, in whole sentences; empty where it can."""
        if answer.problem:
            return f"{answer.url}: {answer.problem}"
        if model in answer.models:
            return ""
        return f"it is not among the models at {answer.url}."
