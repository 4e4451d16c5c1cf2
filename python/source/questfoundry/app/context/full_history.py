"""The context of a short dialogue: its newest messages, as they are."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen
from attrs.validators import ge

from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import Message, system
from questfoundry.domain.protocols import ConversationContextStrategy


@frozen(kw_only=True)
class FullHistoryContextStrategy(ConversationContextStrategy):
    """Keeps exactly the newest ``max_messages``, the system's not counted."""

    max_messages: int = field(default=20, validator=ge(1))

    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """The system's message, then the newest ones; older ones are not touched."""
        newest = messages[-self.max_messages :]
        return [system(system_prompt), *(stored.message for stored in newest)]
