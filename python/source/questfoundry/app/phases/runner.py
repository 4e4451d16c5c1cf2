"""The runner joins the three phases; both modes take this one path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.context.pinned import PinnedContextStrategy
from questfoundry.app.phases.discuss import Discuss, Discussion
from questfoundry.app.phases.finalization import finalization
from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.phases.serialize import ATTEMPTS, Serialize, Serialized
from questfoundry.app.phases.summarize import Summary, summarize, summarize_request
from questfoundry.app.run.recorded import Author
from questfoundry.app.stages.stage import Section, Stage
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.events import PhaseCompleted, PhaseStarted
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols import (
    ChatMessageRepository,
    ChatProvider,
    EventSink,
    PromptRepository,
    TextSink,
    Tool,
)
from questfoundry.domain.story.story import EMPTY_STORY, Story

MAX_MESSAGES = 200
"""Messages of a discussion that a model is shown at most, the newest ones."""


@frozen(kw_only=True)
class PhasePrompts:
    """The words of the three phases.

    ``serialize`` makes a section's messages from the brief and from what the author said
    in the discussion.
    """

    discuss_system: str
    opening: str
    summarize_system: str
    summarize_instruction: str
    serialize: Callable[[Section, str, Sequence[str]], Sequence[Message]]


@frozen(kw_only=True)
class Conversed:
    """What a conversation came to, phase by phase; ``sections`` by name, in their order."""

    artifact: Artifact
    discussion: Discussion
    summary: Summary
    sections: Mapping[str, Serialized]


@frozen(kw_only=True)
class ConversationRunner:
    """Discuss, then Summarize, then Serialize section by section.

    ``messages`` keeps the discussion under ``conversation_id`` as it grows. Tools are
    offered in Discuss only. ``provider_of`` gives the provider that
    serializes a section; without it that is the phase's own.
    """

    stage: Stage
    providers: PhaseProviders
    prompts: PromptRepository
    events: EventSink
    messages: ChatMessageRepository
    conversation_id: str
    story: Story = EMPTY_STORY
    inputs: Mapping[str, Any] = field(factory=dict[str, Any])
    tools: Sequence[Tool] = ()
    max_discuss_turns: int = 1
    attempts: int = field(default=ATTEMPTS)
    provider_of: Callable[[str], ChatProvider] | None = None

    async def run(
        self,
        words: PhasePrompts,
        *,
        author: Author | None = None,
        earlier: Sequence[Message] = (),
        on_assistant_message: Callable[[str], None] | None = None,
        on_text: TextSink | None = None,
    ) -> Conversed:
        """Hold the conversation; what a phase raises goes through, and nothing said is lost.

        ``earlier`` is what was said after the opening before this conversation began.
        """
        self._begin(Phase.DISCUSS)
        discussion = await Discuss(
            provider=self.providers.discuss,
            new_toolset=self._new_toolset,
            context=context_for(self.providers.discuss.traits),
            stored=self.messages,
            conversation_id=self.conversation_id,
            max_turns=self.max_discuss_turns,
            author=author,
            on_assistant_message=on_assistant_message,
            on_text=on_text,
        ).run(words.discuss_system, words.opening, earlier)
        self._end(Phase.DISCUSS, discussion.turns, discussion.usage)

        self._begin(Phase.SUMMARIZE)
        traits = self.providers.summarize.traits
        request = summarize_request(
            traits,
            discussion.messages,
            system_prompt=words.summarize_system,
            instruction=words.summarize_instruction,
            context=context_for(traits),
        )
        summary = await summarize(self.providers.summarize, request)
        self._end(Phase.SUMMARIZE, 1, summary.usage)

        self._begin(Phase.SERIALIZE)
        sections = await self._serialize(words, summary.text, remarks_of(discussion.messages))
        self._end(
            Phase.SERIALIZE,
            sum(each.attempts for each in sections.values()),
            sum((each.usage for each in sections.values()), NO_USAGE),
            sections=len(sections),
        )
        return Conversed(
            artifact=self._whole(sections),
            discussion=discussion,
            summary=summary,
            sections=sections,
        )

    async def _serialize(
        self, words: PhasePrompts, brief: str, remarks: Sequence[str]
    ) -> Mapping[str, Serialized]:
        """One section after the other: each is made from those before it."""
        done: dict[str, Serialized] = {}
        while True:
            made = {name: each.artifact for name, each in done.items()}
            section = self.stage.next_section(self.story, self.inputs, made)
            if section is None:
                return done
            serialize = Serialize(
                provider=self._provider_of(section),
                finalization=finalization(self.stage.name, section, self.prompts),
                section=section.name,
                wording=self.prompts.wording("feedback"),
                check=section.check,
                events=self.events,
                attempts=self.attempts,
            )
            done[section.name] = await serialize.run(words.serialize(section, brief, remarks))

    def _provider_of(self, section: Section) -> ChatProvider:
        if self.provider_of is None:
            return self.providers.serialize
        return self.provider_of(section.name)

    def _whole(self, sections: Mapping[str, Serialized]) -> Artifact:
        made = {name: each.artifact for name, each in sections.items()}
        data = self.stage.assemble(self.story, self.inputs, made)
        return self.stage.artifact.model_validate(dict(data))

    def _new_toolset(self) -> Toolset:
        return Toolset(self.tools, prompts=self.prompts, events=self.events)

    def _begin(self, phase: Phase) -> None:
        model = str(self.providers.of(phase).model)
        self.events.emit(PhaseStarted(stage=self.stage.name, phase=phase.value, model=model))

    def _end(self, phase: Phase, rounds: int, usage: Usage, *, sections: int = 1) -> None:
        self.events.emit(
            PhaseCompleted(
                stage=self.stage.name,
                phase=phase.value,
                rounds=rounds,
                usage=usage,
                sections=sections,
            )
        )


def remarks_of(discussion: Sequence[Message]) -> tuple[str, ...]:
    """What the author said after the opening."""
    return tuple(message.content.strip() for message in discussion[1:] if message.role is Role.USER)


def context_for(traits: ModelTraits) -> PinnedContextStrategy:
    """The strategy that keeps a discussion in half a model's window: the answer needs room too."""
    return PinnedContextStrategy(
        max_messages=MAX_MESSAGES, max_tokens=traits.capabilities.context_window // 2
    )
