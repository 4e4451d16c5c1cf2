"""The providers that there are: those of the program, and those that a project names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from questfoundry.domain.models.provider import Provider
from questfoundry.domain.models.settings import Chosen, require_provider
from questfoundry.infra.llm.anthropic.provider import ANTHROPIC
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.ollama.provider import OLLAMA
from questfoundry.infra.llm.openai.compatible import COMPATIBLE
from questfoundry.infra.llm.openai.provider import OPENAI

BUILT_IN: Mapping[str, Provider] = {each.name: each for each in (ANTHROPIC, LOCAL, OLLAMA, OPENAI)}
"""The providers that come with the program, by name."""

RESERVED = frozenset({*BUILT_IN, "replay", "wordllama"})
"""The names that nothing else may have."""


class ProviderRegistry(Mapping[str, Provider]):
    """The records of all providers, by name: ``endpoints`` are those that a project names."""

    def __init__(self, endpoints: Iterable[Provider] = ()) -> None:
        self._records = {**COMPATIBLE, **{each.name: each for each in endpoints}, **BUILT_IN}

    def __getitem__(self, name: str) -> Provider:
        return self._records[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def require(self, chosen: Iterable[Chosen], *others: str) -> None:
        """Raise ``SettingsError`` for a choice of a provider that is not here or in ``others``."""
        strangers = [
            each
            for each in chosen
            if each.ref.provider not in others and each.ref.provider not in self
        ]
        if strangers:
            require_provider(strangers, (*self, *others))
