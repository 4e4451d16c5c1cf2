"""Define the interface that selects the messages of a long conversation to send to the model."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import Message


class ConversationContextStrategy(Protocol):
    """A strategy that selects which stored messages of a conversation are sent to the model."""

    @abstractmethod
    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """Return ``system_prompt``, followed by the messages that the strategy selects."""
