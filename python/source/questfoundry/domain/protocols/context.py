"""The port to the choice of what a model is shown of a long conversation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import Message


class ConversationContextStrategy(Protocol):
    """Turns a stored history into prompt messages."""

    @abstractmethod
    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """The system's message first, then what the strategy keeps, in its order."""
