"""Run the three phases of a stage: Discuss, Summarize and Serialize."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from questfoundry.app.agent import ToolOffer, Toolset
from questfoundry.app.context import RequestKind, fit_request
from questfoundry.app.phases.discuss import Discuss, Discussion
from questfoundry.app.phases.discuss_tools import (
    PRESENT_OPTIONS,
    READY,
    OptionsSink,
    PresentOptions,
    refuse_unknown_commands,
)
from questfoundry.app.phases.finalization import build_finalization
from questfoundry.app.phases.requests import PhaseRequests
from questfoundry.app.phases.rerun import load_earlier_discussion, load_previous_artifact
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.run import Author, Run
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Conversation, Message
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import RequestShortened
from questfoundry.domain.events.stages import (
    AuthorAsked,
    AuthorLineRefused,
    PhaseCompleted,
    PhaseStarted,
    StageStarted,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository, TextSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.remedy import GiveIdea
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.story import Story


def _to_offer(research: ToolOffer | Sequence[Tool]) -> ToolOffer:
    return research if isinstance(research, ToolOffer) else ToolOffer(tools=tuple(research))


@frozen(kw_only=True)
class Interaction:
    """The participants and listeners of a stage run, all of them optional.

    ``author``: returns the author's next line. If the first stage has no idea yet, the first line
        is the idea.
    ``research``: the research tools for Discuss, or an offer of such tools.
    ``on_assistant_message``: receives each text of the model.
    ``on_options``: shows options to the author, who answers with the next line.
    """

    author: Author | None = None
    research: ToolOffer = field(default=ToolOffer(), converter=_to_offer)
    on_assistant_message: Callable[[str], None] | None = None
    on_text: TextSink | None = None
    on_options: OptionsSink | None = None


@frozen(kw_only=True)
class StageConversation:
    """The runner of a stage's phases, recorded so that a resumed run repeats no call."""

    run: Run
    stage: ArtifactStage
    story: Story
    store: ProjectStore
    prompts: PromptRepository
    interaction: Interaction = field(factory=Interaction)

    async def run_phases(self, preset: Artifact | None) -> Artifact:
        """Run or resume the phases, and return the artifact; return ``preset`` if it is given."""
        idea = await self._get_idea()
        self._announce_start(idea)
        if preset is not None:
            return preset
        requests = PhaseRequests(
            stage=self.stage,
            story=self.story,
            inputs=self.run.inputs,
            idea=idea,
            providers=self.run.providers,
            prompts=self.prompts,
            events=self.run.events,
            research=self._bind_research_tools(),
            has_research=self._has_research(),
            previous_artifact=load_previous_artifact(self.store, self.stage.name, self.run.inputs),
        )
        self._require_summarize_room(requests.opening)
        discussion = await self._run_discuss(requests)
        brief = await self._run_summarize(requests, discussion)
        return await self._run_serialize(requests, brief, discussion.messages)

    async def _get_idea(self) -> str:
        idea = self.run.inputs.idea
        if not idea and not self.stage.needs:
            idea = await self.run.read_author_line() or ""
            if not idea.strip():
                raise InputError(
                    f"{self.stage.name} needs an idea, and none was given.",
                    remedies=(GiveIdea(self.stage.name),),
                )
        return idea

    def _announce_start(self, idea: str) -> None:
        words = idea or self.run.inputs.remark
        self.run.events.emit(
            StageStarted(
                stage=self.stage.name,
                run=self.run.id,
                interactive=self.run.inputs.interactive,
                prompt_length=len(words),
                resumed=self.run.resumed,
            )
        )
        self.store.conversations.save(
            Conversation(id=self.run.id, subject=self.stage.name, title=words.strip()[:80])
        )

    def _require_summarize_room(self, opening: Message) -> None:
        """Raise ``WindowExceededError`` if ``opening`` is too long for the model of Summarize."""
        model = self.run.providers.summarize
        fit_request(
            ChatRequest(messages=(opening,)), model.model, model.traits, RequestKind.QUESTION
        )

    def _bind_research_tools(self) -> tuple[Tool, ...]:
        if not self.run.providers.discuss.traits.capabilities.tools:
            return ()
        own = {PRESENT_OPTIONS, READY}
        tools = self.interaction.research.tools
        return self.run.bind_tools(tools, Phase.DISCUSS.value, excluded=own)

    def _has_research(self) -> bool:
        """Return whether research tools are a reason for a discussion.

        A resumed or replayed run holds a discussion if it held one before.
        """
        first = self.run.find_first_scope()
        if first is not None:
            return first.startswith(Phase.DISCUSS.value)
        return self.interaction.research.is_chosen

    async def _run_discuss(self, requests: PhaseRequests) -> Discussion:
        self._emit_start(Phase.DISCUSS)
        if requests.preset_brief:
            self._emit_end(Phase.DISCUSS, 0, NO_USAGE)
            return Discussion.from_brief(requests.opening, requests.preset_brief)
        events = self.run.events

        def refuse(problem: str) -> None:
            events.emit(AuthorLineRefused(problem=problem))

        author = (
            refuse_unknown_commands(self.run.read_author_line, refuse)
            if self.run.inputs.interactive
            else None
        )
        tools = self._list_tools(requests, author)
        discussion = await Discuss(
            model=lambda turn: self.run.bind_model(
                Phase.DISCUSS, section=turn, kind=RequestKind.TALK
            ),
            next_request=requests.build_discuss_request,
            toolset=Toolset(tools, prompts=self.prompts, events=events),
            repository=self.store.messages,
            conversation_id=self.run.id,
            max_turns=self.run.inputs.max_turns,
            author=author,
            marker=requests.brief_marker,
            always_answers=self.run.inputs.phases is not None,
            on_assistant_message=self.interaction.on_assistant_message,
            on_refused_line=refuse,
            on_author_asked=lambda left: events.emit(AuthorAsked(turns_left=left)),
            on_text=self.interaction.on_text,
        ).run(requests.opening, load_earlier_discussion(self.store, self.run.inputs))
        self._emit_end(Phase.DISCUSS, discussion.turns, discussion.usage)
        return discussion

    def _list_tools(self, requests: PhaseRequests, author: Author | None) -> tuple[Tool, ...]:
        """Return the tools of Discuss; options are offered only if the author can see them.

        The run records the author's line, not the call that showed options, so that a resumed run
        counts the line correctly. A resumed run offers options if its first request did.
        """
        if author is None or not self.run.providers.discuss.traits.capabilities.tools:
            return (*requests.research, *requests.closing_tools)
        show = self.interaction.on_options
        before = self.run.find_offered_tools(Phase.DISCUSS.value)
        has_options = show if before is None else any(t.name == PRESENT_OPTIONS for t in before)
        options = PresentOptions(self.prompts, author=author, on_options=show)
        return (*requests.research, *([options] if has_options else []), *requests.closing_tools)

    async def _run_summarize(self, requests: PhaseRequests, discussion: Discussion) -> str:
        self._emit_start(Phase.SUMMARIZE)
        if discussion.brief:
            self._emit_end(Phase.SUMMARIZE, 0, NO_USAGE)
            return discussion.brief
        model = self.run.bind_model(Phase.SUMMARIZE, kind=RequestKind.TALK)
        if left_out := requests.list_cut_results(discussion.messages):
            self.run.events.emit(RequestShortened(scope=model.scope, left_out=left_out))
        response = await request_answer(
            model,
            requests.build_summarize_request(discussion.messages),
            prompts=self.prompts,
            section=Phase.SUMMARIZE.value,
            phase=Phase.SUMMARIZE.value,
        )
        self._emit_end(Phase.SUMMARIZE, 1, response.usage)
        return response.text.strip()

    async def _run_serialize(
        self, requests: PhaseRequests, brief: str, discussion: Sequence[Message]
    ) -> Artifact:
        self._emit_start(Phase.SERIALIZE)
        sections, attempts, usage = requests.open_sections(), 0, NO_USAGE
        while section := sections.section:
            section_brief, first_answer = requests.split_brief(section, brief)
            section = requests.follow_brief(section, section_brief)
            prompt = partial(requests.build_serialize_messages, section, section_brief, discussion)
            about = requests.describe_section(section, section_brief, discussion)
            serialized = await self._build_driver(section, about).run(prompt, first_answer)
            sections.submit(serialized.artifact)
            attempts += serialized.attempts
            usage = usage + serialized.usage
        self._emit_end(Phase.SERIALIZE, attempts, usage, sections=sections.count)
        return sections.artifact

    def _build_driver(self, section: Section[Any], about: SectionSubject) -> Serialize:
        # Each section has its own scope, so that a resumed run repeats only a failed section.
        suffix = "" if section.name == self.stage.name else f":{section.name}"
        scope = f"{Phase.SERIALIZE.value}{suffix}"
        return Serialize(
            model=self.run.bind_model(Phase.SERIALIZE, scope, section=section.name),
            finalization=build_finalization(self.stage.name, section, self.prompts),
            events=self.run.events,
            run=self.run.id,
            attempts=self.run.inputs.attempts,
            brief=about.brief,
            about=about,
        )

    def _emit_start(self, phase: Phase) -> None:
        model = str(self.run.providers.get_provider(phase).model)
        self.run.events.emit(PhaseStarted(stage=self.stage.name, phase=phase.value, model=model))

    def _emit_end(self, phase: Phase, rounds: int, usage: Usage, *, sections: int = 1) -> None:
        self.run.events.emit(
            PhaseCompleted(
                stage=self.stage.name,
                phase=phase.value,
                rounds=rounds,
                usage=usage,
                sections=sections,
            )
        )
