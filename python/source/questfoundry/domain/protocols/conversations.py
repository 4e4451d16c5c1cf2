"""The ports to stored dialogues."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.chat.messages import Message


class ConversationRepository(Protocol):
    """Stored conversations."""

    @abstractmethod
    def add(self, conversation: Conversation) -> bool:
        """Store a new one; ``False``, and nothing is changed, where its id is taken."""

    @abstractmethod
    def save(self, conversation: Conversation) -> None:
        """Store it, replacing one with the same id."""

    @abstractmethod
    def get(self, conversation_id: str) -> Conversation | None:
        """The conversation, or ``None``."""

    @abstractmethod
    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        """All of them, or those about one subject, in the order in which they were begun."""

    @abstractmethod
    def delete(self, conversation_id: str) -> None:
        """Forget it with its messages; nothing happens where there is none."""


class ChatMessageRepository(Protocol):
    """The messages of conversations."""

    @abstractmethod
    def save(self, message: ChatMessage) -> None:
        """Store it at its position, replacing what stands there."""

    @abstractmethod
    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        """Store them after the last one, side by side, whoever else appends meanwhile."""

    @abstractmethod
    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        """All messages by position, or the ``newest``, at least 1: the others are not read.

        Of those ``before`` a position, where one is given.
        """

    @abstractmethod
    def truncate(self, conversation_id: str, length: int) -> None:
        """Forget the messages from position ``length`` on."""
