"""What the writer of a passage would be sent now, and what is left out of it."""

from __future__ import annotations

from attrs import fields

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.pipeline.preview import PromptPreview
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.requests import PassageRequests
from questfoundry.app.writing.written import WrittenStory
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.writing.briefing import Briefing


class PreviewPassageUseCase:
    """Builds the request for a passage with the code that would send it, and sends nothing."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        providers: PhaseProviders,
        prompts: PromptRepository,
    ) -> None:
        self._registry = registry
        self._store = store
        self._provider = providers.discuss
        self._prompts = prompts

    def execute(self, passage: str) -> PromptPreview:
        """The request, made from the prose that the other passages have now."""
        written = WrittenStory.of_project(self._registry, self._store)
        briefing = written.briefing(written.find(passage))
        requests = PassageRequests.of_run(
            written.story, written.inputs, prompts=self._prompts, traits=self._provider.traits
        )
        shortened = requests.shortened(briefing)
        return PromptPreview(
            model=str(self._provider.model),
            request=requests.first(briefing),
            based_on=written.version.origin,
            left_out=tuple(
                f"{each.name} in part: the model's window"
                for each in fields(Briefing)
                if getattr(shortened, each.name) != getattr(briefing, each.name)
            ),
        )
