"""Send the newest messages of a conversation unchanged; this suits short conversations."""

from collections.abc import Sequence

from attrs import field, frozen
from attrs.validators import ge

from questfoundry.domain.chat.messages import ChatMessage, Message, system
from questfoundry.domain.protocols import ConversationContextStrategy


@frozen(kw_only=True)
class FullHistoryContextStrategy(ConversationContextStrategy):
    """A strategy that sends the system message and at most the newest ``max_messages`` messages."""

    max_messages: int = field(default=20, validator=ge(1))

    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """Return ``system_prompt`` as a message, followed by the newest messages unchanged."""
        newest = messages[-self.max_messages :]
        return [system(system_prompt), *(stored.message for stored in newest)]
