"""What a phase would be sent right now, and what would be left out of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.agent.offer import ToolOffer
from questfoundry.app.phases.discuss import discuss_request
from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.options import PresentOptions
from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.phases.ready import ReadyToSummarize
from questfoundry.app.phases.repair_request import first_request
from questfoundry.app.phases.runner import PhasePrompts, context_for, remarks_of
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.phases.summarize import summarize_request
from questfoundry.app.phases.words import Words
from questfoundry.app.pipeline.recorded_conversation import stage_variables
from questfoundry.app.pipeline.stage_request import StageRequest
from questfoundry.app.run.redo import earlier_talk
from questfoundry.app.stages.stage import Section, StageRegistry
from questfoundry.app.stages.story_fold import load_story
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import EventSink, PromptRepository, Tool
from questfoundry.domain.run import Run

IDEA = "<your idea>"
TALK = "<what will be said in Discuss>"
BRIEF = "<the summary of the discussion>"


@frozen(kw_only=True)
class PromptPreview:
    """A request as it would be sent; ``based_on`` is the run whose discussion stands in it.

    ``left_out`` says what is not in the request, and why, a line each.
    """

    model: str
    request: ChatRequest
    based_on: str | None
    left_out: tuple[str, ...]


class PreviewPromptUseCase:
    """Builds the request of a phase with the code that would send it, and sends nothing."""

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        providers: PhaseProviders,
        prompts: PromptRepository,
        events: EventSink,
        research: ToolOffer,
    ) -> None:
        self._registry = registry
        self._store = store
        self._providers = providers
        self._prompts = prompts
        self._events = events
        self._research = research

    def execute(self, stage_name: str, phase: Phase, request: StageRequest) -> PromptPreview:
        """The next request of that phase, made from the stage's newest run where there is one.

        Of an artifact that is serialized in sections, Serialize shows the first.
        """
        stage = self._registry.get(stage_name)
        runs = self._store.runs.list(stage=stage_name)
        run = runs[-1] if runs else None
        inputs = dict(run.inputs) if run else request.inputs()
        story = load_story(self._registry, self._store.artifacts, before=stage_name)
        words = Words(
            stage=stage_name,
            providers=self._providers,
            prompts=self._prompts,
            events=self._events,
            variables=stage_variables(stage, story, inputs, inputs["user_prompt"] or IDEA),
        )
        rendered = words.phases(
            interactive=bool(inputs["interactive"]),
            tools=[tool.definition for tool in self._offered()],
        )
        match phase:
            case Phase.DISCUSS:
                talk = earlier_talk(self._store, inputs)
                sent, left_out = self._discuss(rendered, talk), self._tools_not_offered()
            case Phase.SUMMARIZE:
                sent, left_out = self._summarize(rendered, run)
            case Phase.SERIALIZE:
                section = stage.next_section(story, inputs, {})
                if section is None:
                    raise InputError(f"{stage_name} asks no model for its artifact.")
                sent = self._serialize(rendered, stage_name, section, run)
                left_out = ("the discussion: Serialize works from its summary",)
        return PromptPreview(
            model=str(self._providers.of(phase).model),
            request=sent,
            based_on=run.id if run else None,
            left_out=left_out,
        )

    def _offered(self) -> tuple[Tool, ...]:
        if not self._providers.discuss.traits.capabilities.tools:
            return ()
        return self._research.tools

    def _discuss(self, rendered: PhasePrompts, earlier: Sequence[Message]) -> ChatRequest:
        traits = self._providers.discuss.traits
        history = [
            ChatMessage(conversation_id="", position=position, message=message)
            for position, message in enumerate((user(rendered.opening), *earlier))
        ]
        context = context_for(traits).build_context(history, rendered.discuss_system)
        tools = self._offered()
        if traits.capabilities.tools:
            tools = (*tools, PresentOptions(self._prompts), ReadyToSummarize(self._prompts))
        return evolve(
            discuss_request(traits, context), tools=tuple(tool.definition for tool in tools)
        )

    def _summarize(
        self, rendered: PhasePrompts, run: Run | None
    ) -> tuple[ChatRequest, tuple[str, ...]]:
        traits = self._providers.summarize.traits
        talk = self._discussion(run) or (user(rendered.opening), assistant(TALK))
        sent = summarize_request(
            traits,
            talk,
            system_prompt=rendered.summarize_system,
            instruction=rendered.summarize_instruction,
            context=context_for(traits),
        )
        # The system's message and the instruction are added to the discussion.
        dropped = len(talk) + 2 - len(sent.messages)
        return sent, (f"{dropped} older messages: the model's window",) if dropped else ()

    def _serialize(
        self, rendered: PhasePrompts, stage: str, section: Section, run: Run | None
    ) -> ChatRequest:
        traits = self._providers.serialize.traits
        return first_request(
            traits,
            finalization(stage, section, self._prompts),
            rendered.serialize(
                section, self._brief(run) or BRIEF, remarks_of(self._discussion(run))
            ),
            max_tokens=max_tokens_of(Phase.SERIALIZE, traits),
        )

    def _tools_not_offered(self) -> tuple[str, ...]:
        provider = self._providers.discuss
        if not provider.traits.capabilities.tools:
            return (f"all tools: {provider.model} cannot call tools",)
        return tuple(f"{name}: {why}" for name, why in self._research.left_out.items())

    def _discussion(self, run: Run | None) -> tuple[Message, ...]:
        if run is None:
            return ()
        return tuple(each.message for each in self._store.messages.get_by_conversation(run.id))

    def _brief(self, run: Run | None) -> str:
        if run is None:
            return ""
        texts = [
            str(entry.response["text"])
            for entry in self._store.journal.entries(run.id)
            if entry.key.scope == Phase.SUMMARIZE.value
        ]
        return texts[-1].strip() if texts else ""
