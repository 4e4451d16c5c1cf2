"""What a phase would be sent right now, and what would be left out of it (U24)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.agent.offer import ToolOffer
from questfoundry.app.phases.discuss import discuss_request
from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.ready import ReadyToSummarize
from questfoundry.app.phases.repair_request import first_request
from questfoundry.app.phases.runner import PhaseProviders, context_for
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.phases.summarize import summarize_request
from questfoundry.app.phases.words import Words
from questfoundry.app.stage_request import StageRequest
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.story_fold import load_story
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, assistant, user
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import EventSink, PromptRepository, Tool
from questfoundry.domain.runs import Run

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
        """The next request of that phase, made from the stage's newest run where there is one."""
        stage = self._registry.get(stage_name)
        runs = self._store.runs.list(stage=stage_name)
        run = runs[-1] if runs else None
        inputs = dict(run.inputs) if run else request.inputs()
        story = load_story(self._registry, self._store.artifacts)
        tools = self._research.tools if self._providers.discuss.traits.capabilities.tools else ()
        words = Words(
            finalization=finalization(
                stage_name, stage.artifact, self._prompts, stage.manifest(story, inputs)
            ),
            providers=self._providers,
            prompts=self._prompts,
            events=self._events,
            variables={
                "user_message": inputs["user_prompt"] or IDEA,
                **stage.variables(story, inputs),
            },
        )
        built, left_out = self._build(phase, words, run, inputs["interactive"], tools)
        return PromptPreview(
            model=str(self._providers.of(phase).model),
            request=built,
            based_on=run.id if run else None,
            left_out=left_out,
        )

    def _build(
        self,
        phase: Phase,
        words: Words,
        run: Run | None,
        interactive: bool,
        tools: Sequence[Tool],
    ) -> tuple[ChatRequest, tuple[str, ...]]:
        rendered = words.phases(interactive=interactive, tools=[tool.definition for tool in tools])
        traits = self._providers.of(phase).traits
        match phase:
            case Phase.DISCUSS:
                opening = ChatMessage(
                    conversation_id="", position=0, message=user(rendered.opening)
                )
                context = context_for(traits).build_context([opening], rendered.discuss_system)
                offered = (
                    (*tools, ReadyToSummarize(self._prompts)) if traits.capabilities.tools else ()
                )
                sent = evolve(
                    discuss_request(traits, context),
                    tools=tuple(tool.definition for tool in offered),
                )
                return sent, self._tools_not_offered()
            case Phase.SUMMARIZE:
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
            case Phase.SERIALIZE:
                sent = first_request(
                    traits,
                    words.finalization,
                    words.serialize(self._brief(run) or BRIEF),
                    max_tokens=max_tokens_of(phase, traits),
                )
                return sent, ("the discussion: Serialize works from its summary",)

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
