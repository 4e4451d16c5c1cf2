"""The runner joins the three phases; both modes take this one path (S1.01, S1.22, S1.23)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.context.pinned import PinnedContextStrategy
from questfoundry.app.phases.discuss import Discuss, Discussion
from questfoundry.app.phases.finalization import Finalization
from questfoundry.app.phases.serialize import ATTEMPTS, Serialize, Serialized
from questfoundry.app.phases.summarize import Summary, summarize, summarize_request
from questfoundry.app.phases.validation import Check, no_further_rules
from questfoundry.app.recording.recorded import Author
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.usage import Usage
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

MAX_MESSAGES = 200
"""Messages of a discussion that a model is shown at most, the newest ones."""


@frozen(kw_only=True)
class PhaseProviders:
    """The model of each phase, often the same (ADR-010).

    ``recording`` names the run whose record answers, where they replay one.
    """

    discuss: ChatProvider
    summarize: ChatProvider
    serialize: ChatProvider
    recording: str | None = None

    def of(self, phase: Phase) -> ChatProvider:
        """The provider of a phase."""
        match phase:
            case Phase.DISCUSS:
                return self.discuss
            case Phase.SUMMARIZE:
                return self.summarize
            case Phase.SERIALIZE:
                return self.serialize


@frozen(kw_only=True)
class PhasePrompts:
    """The words of the three phases; ``serialize`` makes its messages from the summary."""

    discuss_system: str
    opening: str
    summarize_system: str
    summarize_instruction: str
    serialize: Callable[[str], Sequence[Message]]


@frozen(kw_only=True)
class Conversed:
    """What a conversation came to, phase by phase."""

    discussion: Discussion
    summary: Summary
    serialized: Serialized


@frozen(kw_only=True)
class ConversationRunner:
    """Discuss, then Summarize, then Serialize.

    ``messages`` keeps the discussion under ``conversation_id`` as it grows. Tools are
    offered in Discuss only (S1.03, S1.04, S1.45).
    """

    providers: PhaseProviders
    finalization: Finalization
    prompts: PromptRepository
    events: EventSink
    messages: ChatMessageRepository
    conversation_id: str
    tools: Sequence[Tool] = ()
    max_discuss_turns: int = 1
    attempts: int = field(default=ATTEMPTS)

    async def run(
        self,
        words: PhasePrompts,
        *,
        author: Author | None = None,
        check: Check = no_further_rules,
        on_assistant_message: Callable[[str], None] | None = None,
        on_text: TextSink | None = None,
    ) -> Conversed:
        """Hold the conversation; what a phase raises goes through, and nothing said is lost."""
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
        ).run(words.discuss_system, words.opening)
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
        serialized = await Serialize(
            provider=self.providers.serialize,
            finalization=self.finalization,
            wording=self.prompts.wording("feedback"),
            check=check,
            events=self.events,
            attempts=self.attempts,
        ).run(words.serialize(summary.text))
        self._end(Phase.SERIALIZE, serialized.attempts, serialized.usage)
        return Conversed(discussion=discussion, summary=summary, serialized=serialized)

    def _new_toolset(self) -> Toolset:
        return Toolset(self.tools, prompts=self.prompts, events=self.events)

    def _begin(self, phase: Phase) -> None:
        self.events.emit(
            PhaseStarted(
                stage=self.finalization.stage,
                phase=phase.value,
                model=str(self.providers.of(phase).model),
            )
        )

    def _end(self, phase: Phase, rounds: int, usage: Usage) -> None:
        self.events.emit(
            PhaseCompleted(
                stage=self.finalization.stage, phase=phase.value, rounds=rounds, usage=usage
            )
        )


def context_for(traits: ModelTraits) -> PinnedContextStrategy:
    """The strategy that keeps a discussion in half a model's window: the answer needs room too."""
    return PinnedContextStrategy(
        max_messages=MAX_MESSAGES, max_tokens=traits.capabilities.context_window // 2
    )
