"""The conversation of one run: every model, tool and author behind the run's recorder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.phases.options import PresentOptions
from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.phases.ready import ReadyToSummarize
from questfoundry.app.phases.runner import ConversationRunner, Conversed
from questfoundry.app.phases.words import Words
from questfoundry.app.pipeline.stage_request import StageRequest
from questfoundry.app.run.models import RecordedModels
from questfoundry.app.run.recorded import Author, RecordedTool, recorded_author
from questfoundry.app.run.redo import earlier_talk
from questfoundry.app.stages.stage import Stage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import StageStarted
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, EventSink, PromptRepository, Tool
from questfoundry.domain.run import Run
from questfoundry.domain.story.story import Story

ROUNDS = "rounds"
"""Input of a run: by section, how often Serialize was begun for it, where more than once."""

SOURCE = "source"
"""Input of a run: the recorded run that it replays."""


@frozen(kw_only=True)
class RecordedConversation:
    """Holds a stage's conversation so that everything finished in it is done once."""

    stage: Stage
    story: Story
    run: Run
    request: StageRequest
    store: ProjectStore
    models: RecordedModels
    prompts: PromptRepository
    events: EventSink

    async def hold(self) -> Conversed:
        """Talk, or go on where the run stopped."""
        inputs = self.run.inputs
        author = self.request.author and recorded_author(
            self.request.author, recorder=self.models.recorder, events=self.events
        )
        idea = inputs["user_prompt"]
        if not idea and not self.stage.needs:
            idea = (await author() if author else None) or ""
            if not idea.strip():
                raise InputError(f"{self.stage.name} needs an idea, and none came. Begin it again.")
        interactive = bool(inputs["interactive"])
        self._announce(idea, interactive=interactive)
        providers = PhaseProviders(
            discuss=self.models.of(Phase.DISCUSS, Phase.DISCUSS.value),
            summarize=self.models.of(Phase.SUMMARIZE, Phase.SUMMARIZE.value),
            serialize=self.models.of(Phase.SERIALIZE, Phase.SERIALIZE.value),
        )
        talking = author if interactive else None
        research = self._research()
        words = Words(
            stage=self.stage.name,
            providers=providers,
            prompts=self.prompts,
            events=self.events,
            variables=stage_variables(self.stage, self.story, inputs, idea),
        )
        runner = ConversationRunner(
            stage=self.stage,
            story=self.story,
            inputs=inputs,
            providers=providers,
            prompts=self.prompts,
            events=self.events,
            messages=self.store.messages,
            conversation_id=self.run.id,
            tools=self._tools(research, talking),
            max_discuss_turns=inputs["max_turns"],
            attempts=inputs["attempts"],
            provider_of=self._section_provider,
        )
        return await runner.run(
            words.phases(interactive=interactive, tools=[tool.definition for tool in research]),
            author=talking,
            earlier=earlier_talk(self.store, inputs),
            on_assistant_message=self.request.on_assistant_message,
            on_text=self.request.on_text,
        )

    def _announce(self, idea: str, *, interactive: bool) -> None:
        self.events.emit(
            StageStarted(
                stage=self.stage.name,
                run=self.run.id,
                interactive=interactive,
                prompt_length=len(idea),
                resumed=self.request.resume is not None,
            )
        )
        self.store.conversations.save(
            Conversation(id=self.run.id, subject=self.stage.name, title=idea.strip()[:80])
        )

    def _section_provider(self, section: str) -> ChatProvider:
        """A scope for each section: only one that failed is asked afresh."""
        suffix = "" if section == self.stage.name else f":{section}"
        return self.models.of(Phase.SERIALIZE, f"{Phase.SERIALIZE.value}{suffix}", section=section)

    def _research(self) -> tuple[Tool, ...]:
        """The tools to look things up with, for a model that can call tools; else none."""
        if not self.models.providers.discuss.traits.capabilities.tools:
            return ()
        return tuple(
            RecordedTool(tool, recorder=self.models.recorder, scope=Phase.DISCUSS.value)
            for tool in self.request.research_tools
        )

    def _tools(self, research: Sequence[Tool], author: Author | None) -> tuple[Tool, ...]:
        """Research, the author's choice and the signal to end, for a model that can call tools.

        The choice is not recorded as a tool's result: it is a line of the author's, which is
        recorded, and has to be counted as one when the run is resumed.
        """
        if not self.models.providers.discuss.traits.capabilities.tools:
            return ()
        options = PresentOptions(self.prompts, author=author, on_options=self.request.on_options)
        return (*research, options, ReadyToSummarize(self.prompts))


def stage_variables(
    stage: Stage, story: Story, inputs: Mapping[str, Any], idea: str
) -> Mapping[str, Any]:
    """What a stage's templates may speak of: the author's words, and the stage's own."""
    return {"user_message": idea.strip(), **stage.variables(story, inputs)}
