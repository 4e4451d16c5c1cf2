"""What a model would be sent right now, and what would be left out of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.agent.toolset import ToolOffer
from questfoundry.app.context.window import RequestKind, fit_request
from questfoundry.app.phases.discuss_tools import PresentOptions, ReadyToSummarize
from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.material import told_in
from questfoundry.app.phases.notes_and_brief import brief_below, mark_of
from questfoundry.app.phases.repair_request import requests_after
from questfoundry.app.phases.requests import PhaseRequests
from questfoundry.app.phases.rerun import artifact_before, earlier_talk, idea_behind
from questfoundry.app.phases.retry_strategy import Approach
from questfoundry.app.run.models import ModelSource, PhaseProviders
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.domain.answer.short_ids import ShortIds
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, assistant
from questfoundry.domain.errors import InputError
from questfoundry.domain.material import NO_MATERIAL, Material
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import StageInputs

IDEA = "<your idea>"
TALK = "<what will be said in Discuss>"
BRIEF = "<the summary of the discussion>"


@frozen(kw_only=True)
class PromptPreview:
    """A request as it would be sent; ``based_on`` is the run whose discussion stands in it.

    ``included`` names what of the author's material is in the request, ``left_out`` says what is
    not, and why, a line each. ``spared`` says that it is not sent where Discuss ends with what it
    is asked for: Summarize's with the brief, Serialize's with data that are valid; ``alone`` that
    neither Discuss's nor Summarize's is sent, since there is nothing to talk about.
    """

    model: str
    request: ChatRequest
    based_on: str | None
    left_out: tuple[str, ...]
    included: tuple[str, ...] = ()
    spared: bool = False
    alone: bool = False


def preview_of(
    request: ChatRequest,
    provider: ChatProvider,
    kind: RequestKind,
    *,
    based_on: str | None = None,
    left_out: Sequence[str] = (),
    material: Material = NO_MATERIAL,
) -> PromptPreview:
    """The request as the run would send it; ``WindowExceededError`` where it would not."""
    fit = fit_request(request, provider.model, provider.traits, kind)
    told = told_in(fit.request, material)
    return PromptPreview(
        model=str(provider.model),
        request=fit.request,
        based_on=based_on,
        left_out=(
            *left_out,
            *fit.left_out,
            *(f"{each}: the author's material" for each in told.left_out),
        ),
        included=told.included,
    )


@frozen(kw_only=True)
class PreviewPromptUseCase:
    """Builds a request with the code that would send it, and sends nothing."""

    registry: StageRegistry
    store: ProjectStore
    models: ModelSource
    prompts: PromptRepository
    events: EventSink
    research: ToolOffer

    def execute(self, name: str, phase: Phase, inputs: StageInputs) -> PromptPreview:
        """The next request of that phase, made from the stage's newest run where there is one.

        Of an artifact that is serialized in sections, Serialize shows the first.
        """
        stage = self.registry.get(name)
        run = next(reversed(self.store.runs.list(task=name)), None)
        providers = self.models.choose_models(None)
        asked = run.stage_inputs if run else inputs
        if run and run.status is RunStatus.COMPLETED:
            asked = asked.model_copy(update={"material": inputs.material})
        requests = self._requests(stage, asked, providers)
        match phase:
            case Phase.DISCUSS:
                request, left_out = self._discuss(requests), self._tools_not_offered(providers)
            case Phase.SUMMARIZE:
                talk = self._discussion(run) or (requests.opening, assistant(TALK))
                request, left_out = requests.summarize(talk), ()
            case Phase.SERIALIZE:
                request = self._serialize(requests, run)
                left_out = ("the discussion: Serialize works from its summary",)
        kind = RequestKind.QUESTION if phase is Phase.SERIALIZE else RequestKind.TALK
        preview = preview_of(
            request,
            providers.get_provider(phase),
            kind,
            based_on=run.id if run else None,
            left_out=left_out,
            material=asked.material,
        )
        if phase is Phase.SERIALIZE:
            return evolve(preview, spared=requests.data is not None)
        spared = phase is Phase.SUMMARIZE and bool(requests.mark)
        return evolve(preview, spared=spared, alone=bool(requests.brief))

    def passage(self, name: str) -> PromptPreview:
        """The request for a passage, made from the prose that the other passages have now."""
        written = StoredDraft.load(self.registry, self.store)
        provider = self.models.choose_models(None).discuss
        requests = PassageRequests(
            prompts=self.prompts,
            traits=provider.traits,
            story=written.story,
            outline=written.briefer.outline,
            idea=idea_behind(self.store),
            language=written.inputs.language,
            author_notes=written.inputs.remarks,
            material=written.inputs.material,
        )
        briefing = written.build_briefing(written.find_passage(name))
        return preview_of(
            requests.build_request(briefing),
            provider,
            RequestKind.QUESTION,
            based_on=written.version.origin,
            left_out=requests.list_omissions(shorten_briefing(briefing, provider.traits)),
            material=written.inputs.material,
        )

    def _requests(
        self, stage: ArtifactStage, inputs: StageInputs, providers: PhaseProviders
    ) -> PhaseRequests:
        return PhaseRequests(
            stage=stage,
            story=self.registry.story(self.store.artifacts, before=stage.name),
            inputs=inputs,
            idea=inputs.idea or IDEA,
            providers=providers,
            prompts=self.prompts,
            events=self.events,
            before=artifact_before(self.store, stage.name, inputs),
            research=self.research.tools if providers.discuss.traits.capabilities.tools else (),
        )

    def _discuss(self, requests: PhaseRequests) -> ChatRequest:
        tools = requests.research
        if requests.inputs.interactive and requests.providers.discuss.traits.capabilities.tools:
            tools = (*tools, PresentOptions(self.prompts), ReadyToSummarize(self.prompts))
        talk = (requests.opening, *earlier_talk(self.store, requests.inputs))
        return requests.discuss(talk, [tool.definition for tool in tools])

    def _serialize(self, requests: PhaseRequests, run: RunRecord | None) -> ChatRequest:
        traits = requests.providers.serialize.traits
        section = requests.stage.asked_first(requests.story, requests.inputs, traits)
        if section is None:
            raise InputError(f"{requests.stage.name} asks no model for its artifact.")
        [request] = requests_after(
            (),
            traits=traits,
            finalization=finalization(requests.stage.name, section, self.prompts),
            messages=requests.serialize(
                section, requests.brief or self._brief(run) or BRIEF, self._discussion(run)
            ),
            approach=Approach.of(traits),
        )
        return ShortIds.of(request, traits).told(request)

    def _tools_not_offered(self, providers: PhaseProviders) -> tuple[str, ...]:
        if not providers.discuss.traits.capabilities.tools:
            return (f"all tools: {providers.discuss.model} cannot call tools",)
        return tuple(f"{name}: {why}" for name, why in self.research.left_out.items())

    def _discussion(self, run: RunRecord | None) -> tuple[Message, ...]:
        if run is None:
            return ()
        return tuple(each.message for each in self.store.messages.get_by_conversation(run.id))

    def _brief(self, run: RunRecord | None) -> str:
        if run is None:
            return ""
        texts = [
            str(entry.response["text"])
            for entry in self.store.journal.entries(run.id)
            if entry.key.scope.partition(".")[0] == Phase.SUMMARIZE.value
        ]
        if texts:
            return texts[-1].strip()
        said = [each.content for each in self._discussion(run) if each.role is Role.ASSISTANT]
        return brief_below(said[-1], mark_of(self.prompts)) if said else ""
