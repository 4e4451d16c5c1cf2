"""Show the next model request without sending it, and list the parts that it omits."""

from collections.abc import Sequence
from itertools import chain

from attrs import evolve, frozen

from questfoundry.app.agent import ToolOffer
from questfoundry.app.context import RequestKind, fit_request
from questfoundry.app.phases.discuss_tools import PresentOptions
from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.material import find_material_use
from questfoundry.app.phases.repair_request import build_requests
from questfoundry.app.phases.requests import PhaseRequests
from questfoundry.app.phases.rerun import (
    StoredDiscussion,
    find_original_idea,
    load_discussion,
    load_earlier_discussion,
    load_previous_artifact,
)
from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.app.run.models import ModelSource, PhaseProviders
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.requests import PassageRequests, shorten_briefing
from questfoundry.app.writing.stored_draft import (
    StoredDraft,
    build_batch_briefings,
    build_first_briefing,
    group_passages,
)
from questfoundry.domain.answer.short_ids import ShortIds
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import assistant
from questfoundry.domain.errors import InputError, WindowExceededError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.outline.material_parts import NO_MATERIAL, Material
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.writing.batching import Batch
from questfoundry.domain.writing.shared_context import share_briefings

IDEA = "<your idea>"
DISCUSSION = "<what will be said in Discuss>"
BRIEF = "<the summary of the discussion>"


@frozen(kw_only=True)
class PromptPreview:
    """A request as a run would send it to the model.

    ``based_on`` is the id of the run whose stored data the request uses. ``included`` and
    ``left_out`` list parts of the author's material and of the request. ``can_be_skipped`` says
    whether a run may skip this request, because the previous phase may already return the result.
    ``has_no_discussion`` says whether the stage sends neither Discuss nor Summarize requests.
    ``is_batched`` says whether the request asks for other passages, too, as FILL does.
    """

    model: str
    request: ChatRequest
    based_on: str | None
    left_out: tuple[str, ...]
    included: tuple[str, ...] = ()
    can_be_skipped: bool = False
    has_no_discussion: bool = False
    is_batched: bool = False


def preview_request(
    request: ChatRequest,
    provider: ChatProvider,
    kind: RequestKind,
    *,
    based_on: str | None = None,
    left_out: Sequence[str] = (),
    material: Material = NO_MATERIAL,
) -> PromptPreview:
    """Return a preview of ``request``, shortened to fit the model's window as in a real run."""
    fit = fit_request(request, provider.model, provider.traits, kind)
    material_use = find_material_use(fit.request, material)
    return PromptPreview(
        model=str(provider.model),
        request=fit.request,
        based_on=based_on,
        left_out=(
            *left_out,
            *fit.left_out,
            *(f"{each}: the author's material" for each in material_use.left_out),
        ),
        included=material_use.included,
    )


@frozen(kw_only=True)
class PreviewPromptUseCase:
    """A use case that shows the next model request, built by the same code as in a real run."""

    registry: StageRegistry
    store: ProjectStore
    models: ModelSource
    prompts: PromptRepository
    events: EventSink
    research: ToolOffer

    def execute(self, name: str, phase: Phase, inputs: StageInputs) -> PromptPreview:
        """Return the next request of the phase ``phase`` of the stage ``name``.

        The request uses the data of the stage's newest run, or ``inputs`` if there is no run. For
        Serialize, return the request for the first section. Raise ``InputError`` if the stage needs
        no model for its artifact.
        """
        stage = self.registry.get(name)
        run = next(reversed(self.store.runs.list(task=name)), None)
        providers = self.models.choose_models(None)
        run_inputs = run.stage_inputs if run else inputs
        if run and run.status is RunStatus.COMPLETED:
            run_inputs = run_inputs.model_copy(
                update={"material": inputs.material, "phases": inputs.phases}
            )
        requests = self._build_phase_requests(stage, run_inputs, providers)
        stored = load_discussion(self.store, run, self.prompts) if run else StoredDiscussion(run="")
        match phase:
            case Phase.DISCUSS:
                request, left_out = (
                    self._build_discuss_request(requests),
                    self._list_missing_tools(providers),
                )
            case Phase.SUMMARIZE:
                talk = stored.messages or (requests.opening, assistant(DISCUSSION))
                request = requests.build_summarize_request(talk)
                left_out = requests.list_cut_results(talk)
            case Phase.SERIALIZE:
                request = self._build_serialize_request(requests, stored)
                left_out = ("the discussion: Serialize works from its summary",)
        kind = RequestKind.QUESTION if phase is Phase.SERIALIZE else RequestKind.TALK
        preview = preview_request(
            request,
            providers.get_provider(phase),
            kind,
            based_on=run.id if run else None,
            left_out=left_out,
            material=run_inputs.material,
        )
        if phase is Phase.SERIALIZE:
            return evolve(preview, can_be_skipped=requests.combined_finalization is not None)
        can_be_skipped = phase is Phase.SUMMARIZE and bool(requests.brief_marker)
        return evolve(
            preview, can_be_skipped=can_be_skipped, has_no_discussion=bool(requests.preset_brief)
        )

    def preview_passage(self, name: str) -> PromptPreview:
        """Return the request in which a new FILL would ask for the passage ``name`` first.

        The request asks for the whole batch of the passage, and quotes the present prose of the
        passages that FILL writes before.
        """
        draft = StoredDraft.load(self.registry, self.store)
        provider = self.models.choose_models(None).discuss
        requests = PassageRequests(
            prompts=self.prompts,
            traits=provider.traits,
            story=draft.story,
            outline=draft.briefer.outline,
            idea=find_original_idea(self.store),
            inputs=draft.inputs,
        )
        passage = draft.find_passage(name)
        batch = group_passages(draft.briefer, requests).get(passage, ((passage,),))
        try:
            return _preview_batch(draft, requests, provider, batch)
        except WindowExceededError:
            return _preview_batch(draft, requests, provider, ((passage,),))

    def _build_phase_requests(
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
            previous_artifact=load_previous_artifact(self.store, stage.name, inputs),
            research=self.research.tools if providers.discuss.traits.capabilities.tools else (),
            has_research=self.research.is_chosen,
        )

    def _build_discuss_request(self, requests: PhaseRequests) -> ChatRequest:
        tools = requests.research
        if requests.inputs.interactive and requests.closing_tools:
            tools = (*tools, PresentOptions(self.prompts))
        tools = (*tools, *requests.closing_tools)
        talk = (requests.opening, *load_earlier_discussion(self.store, requests.inputs))
        return requests.build_discuss_request(talk, [tool.definition for tool in tools])

    def _build_serialize_request(
        self, requests: PhaseRequests, stored: StoredDiscussion
    ) -> ChatRequest:
        traits = requests.providers.serialize.traits
        section = requests.open_sections().section
        if section is None:
            raise InputError(
                f"{requests.stage.name} makes its artifact without a model, so there is no request."
            )
        brief = requests.preset_brief or stored.brief or BRIEF
        section = requests.follow_brief(section, brief)
        [request] = build_requests(
            (),
            traits=traits,
            finalization=build_finalization(requests.stage.name, section, self.prompts),
            messages=requests.build_serialize_messages(section, brief, stored.messages),
            strategy=RetryStrategy.from_traits(traits, words=section.answer_words),
        )
        return ShortIds.from_request(request, traits).shorten(request)

    def _list_missing_tools(self, providers: PhaseProviders) -> tuple[str, ...]:
        if not providers.discuss.traits.capabilities.tools:
            return (f"all tools: {providers.discuss.model} cannot call tools",)
        return tuple(f"{name}: {why}" for name, why in self.research.left_out.items())


def _preview_batch(
    draft: StoredDraft, requests: PassageRequests, provider: ChatProvider, batch: Batch
) -> PromptPreview:
    is_batched = len(tuple(chain(*batch))) > 1
    briefings = build_batch_briefings(draft.briefer, batch, draft.story.prose, draft.facts)
    if not is_batched:
        [passage] = chain(*batch)
        briefings = [[build_first_briefing(draft.briefer, passage, draft.story.prose, draft.facts)]]
    common = share_briefings(briefings).common
    preview = preview_request(
        requests.build_batch_request(briefings),
        provider,
        RequestKind.QUESTION,
        based_on=draft.version.origin,
        left_out=requests.list_omissions(shorten_briefing(common, provider.traits)),
        material=draft.inputs.material,
    )
    return evolve(preview, is_batched=is_batched)
