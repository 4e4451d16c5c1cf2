"""The providers that there are: those that come with the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from questfoundry.domain.models.provider import Provider
from questfoundry.domain.models.settings import Chosen, require_provider
from questfoundry.infra.llm.anthropic.provider import ANTHROPIC
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.ollama.provider import OLLAMA
from questfoundry.infra.llm.openai.provider import OPENAI

BUILT_IN: Mapping[str, Provider] = {each.name: each for each in (ANTHROPIC, LOCAL, OLLAMA, OPENAI)}
"""The providers that come with the program, by name."""


class ProviderRegistry(Mapping[str, Provider]):
    """The records of all providers, by name."""

    def __getitem__(self, name: str) -> Provider:
        return BUILT_IN[name]

    def __iter__(self) -> Iterator[str]:
        return iter(BUILT_IN)

    def __len__(self) -> int:
        return len(BUILT_IN)

    def require(self, chosen: Iterable[Chosen], *others: str) -> None:
        """Raise ``SettingsError`` for a choice of a provider that is not here or in ``others``."""
        strangers = [
            each
            for each in chosen
            if each.ref.provider not in others and each.ref.provider not in self
        ]
        if strangers:
            require_provider(strangers, (*self, *others))
