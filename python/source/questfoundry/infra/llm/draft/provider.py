"""Define the provider ``draft``, whose stories come from scenes and need no model."""

from attrs import frozen

from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelTraits, Profile, PromptStyle
from questfoundry.domain.protocols.provider import (
    ChatProvider,
    PromptRepository,
    Provider,
    ProviderSettings,
    ServerAnswer,
)

_SCENES = ModelTraits.from_capabilities(
    Profile(prompt_style=PromptStyle.SHORT, discusses_without_tools=True),
    context_window=1_000_000,
    tools=False,
    forced_tool_choice=False,
    json_schema=True,
    repeats=True,
    languages=("en",),
    comprehension=False,
    whole_artifacts=True,
)


@frozen(kw_only=True)
class DraftProvider(Provider):
    """The provider of drafts from the scenes in ``prompts/draft/``."""

    def make(
        self,
        chosen: Chosen,
        traits: ModelTraits,
        settings: ProviderSettings,
        prompts: PromptRepository,
    ) -> ChatProvider:
        """Return the chat provider that reads the scenes from ``prompts`` and from plug-ins."""
        from questfoundry.infra import plugins
        from questfoundry.infra.llm.draft.chat import DraftChatProvider
        from questfoundry.infra.llm.draft.history import find_history

        return DraftChatProvider(
            model=chosen.ref,
            traits=traits,
            prompts=prompts,
            added=plugins.load(plugins.SCENES).values(),
            project=settings.project,
            history=find_history(),
        )

    def ask(self, settings: ProviderSettings, *, wait: float) -> ServerAnswer:  # noqa: ARG002
        """Return an answer with the only model, which is always available."""
        return ServerAnswer(url="prompts/draft", reachable=True, models=("scenes",))


DRAFT = DraftProvider(name="draft", known=(("*", _SCENES),))
