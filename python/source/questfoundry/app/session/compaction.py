"""Summarise a long conversation into the project's context, a text that agents always see.

The summary is made before the conversation fills the model's context window.
"""

from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.run import Run
from questfoundry.app.runs.team import Agent
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import ChatMessage, Role, system, user
from questfoundry.domain.chat.tokens import estimate_message_tokens
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.writing.shortening import beginning_of

COMPACT = "templates/studio/compact"
_SCOPE = "compact"
_MAX_WORDS = 400
"""The maximum number of words of one message in the summary request."""


@frozen(kw_only=True)
class Compaction:
    """A summary of a long conversation, which the agent's model writes when it is due."""

    run: Run
    agent: Agent
    prompts: PromptRepository

    def is_due(self, messages: Sequence[ChatMessage]) -> bool:
        """Return whether ``messages`` fill more than half of a window that can be summarised."""
        capabilities = self.agent.providers.summarize.traits.capabilities
        tokens = sum(estimate_message_tokens(each.message) for each in messages)
        return capabilities.comprehension and tokens > capabilities.context_window // 2

    async def write_notes(self, messages: Sequence[ChatMessage], knowledge: str) -> str:
        """Let the model add a conversation to the project's context ``knowledge``."""
        talk = [
            {"who": each.message.role.value, "text": beginning_of(each.message.content, _MAX_WORDS)}
            for each in messages
            if each.message.content.strip() and each.message.role is not Role.TOOL_RESULT
        ]
        provider = self.agent.providers.summarize
        prompt = self.prompts.render(COMPACT, {"knowledge": knowledge, "talk": talk})
        request = ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            temperature=0.3,
            max_tokens=max_tokens_of(Phase.SUMMARIZE, provider.traits),
        )
        model = self.run.bind_model(provider, _SCOPE)
        return (await request_answer(model, request, prompts=self.prompts)).text.strip()
