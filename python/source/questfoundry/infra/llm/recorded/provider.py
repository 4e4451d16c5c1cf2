"""Logs of model calls, as a provider: ``recorded/FILE``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from questfoundry.domain.models.provider import UNKNOWN, Provider, ProviderSettings
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits, TraitOverrides
from questfoundry.domain.protocols import ChatProvider, PromptRepository
from questfoundry.infra.llm.recorded.call_log import read_calls


@frozen(kw_only=True)
class RecordedProvider(Provider):
    """Plays back what a model answered before; ``others`` may have been asked then."""

    others: Mapping[str, Provider]

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """Those of the recorded model, so that it is asked as it was."""
        recorded = read_calls(Path(model))[0].model
        provider = self.others.get(recorded.provider)
        traits = provider.traits_of(recorded.model) if provider else UNKNOWN
        return override.apply(traits) if override else traits

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        """What answers from the log; ``SettingsError`` where there is none."""
        del settings, prompts
        from questfoundry.infra.llm.recorded.chat import RecordedChatProvider

        return RecordedChatProvider(
            model=chosen.ref, traits=traits, calls=read_calls(Path(chosen.ref.model))
        )
