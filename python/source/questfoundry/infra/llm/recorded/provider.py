"""Define the provider ``recorded``, which replays logs of model calls.

The model name ``recorded/FILE`` chooses a log.
"""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits, TraitOverrides
from questfoundry.domain.protocols import ChatProvider, PromptRepository
from questfoundry.domain.protocols.provider import UNKNOWN, Provider, ProviderSettings
from questfoundry.infra.llm.recorded.call_log import read_calls


@frozen(kw_only=True)
class RecordedProvider(Provider):
    """A provider that replays a log of model calls.

    ``others`` maps names to the providers that call real models; the recorded model belongs to one
    of them.
    """

    others: Mapping[str, Provider]

    def traits_of(self, model: str, override: TraitOverrides | None = None) -> ModelTraits:
        """Return the capabilities and the profile of the recorded model.

        With the same traits, requests match the recorded requests.
        """
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
        """Return a chat provider that replays the log.

        Raise ``SettingsError`` if the log cannot be read.
        """
        del settings, prompts
        from questfoundry.infra.llm.recorded.chat import RecordedChatProvider

        return RecordedChatProvider(
            model=chosen.ref, traits=traits, calls=read_calls(Path(chosen.ref.model))
        )
