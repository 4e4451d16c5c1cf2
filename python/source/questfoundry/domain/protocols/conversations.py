"""The ports to stored dialogues."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.conversation import ChatMessage, Conversation


class ConversationRepository(Protocol):
    """Stored conversations."""

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
    def get_by_conversation(self, conversation_id: str) -> Sequence[ChatMessage]:
        """All messages, by position."""

    @abstractmethod
    def newest(self, conversation_id: str, limit: int) -> Sequence[ChatMessage]:
        """The last ``limit`` messages, at least 1, after the older ones that are pinned.

        They come by position; all others are not read, however many there are.
        """

    @abstractmethod
    def truncate(self, conversation_id: str, length: int) -> None:
        """Forget the messages from position ``length`` on."""
