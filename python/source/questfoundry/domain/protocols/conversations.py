"""Define the interfaces to stored conversations and their messages."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.chat.messages import Message


class ConversationRepository(Protocol):
    """The stored conversations of a project."""

    @abstractmethod
    def add(self, conversation: Conversation) -> bool:
        """Store a new conversation and return ``True``.

        If the conversation's id is already in use, change nothing and return ``False``.
        """

    @abstractmethod
    def save(self, conversation: Conversation) -> None:
        """Store ``conversation``, replacing any stored conversation with the same id."""

    @abstractmethod
    def get(self, conversation_id: str) -> Conversation | None:
        """Return the conversation with the given id, or ``None`` if it does not exist."""

    @abstractmethod
    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        """Return the conversations about ``subject``, oldest first; ``None`` means any subject."""

    @abstractmethod
    def delete(self, conversation_id: str) -> None:
        """Delete the conversation and its messages; an unknown id has no effect."""


class ChatMessageRepository(Protocol):
    """The stored messages of conversations."""

    @abstractmethod
    def save(self, message: ChatMessage) -> None:
        """Store ``message`` at its position, replacing any message at the same position."""

    @abstractmethod
    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        """Store ``messages`` at the positions after the conversation's last message.

        The call is atomic: concurrent appends do not interleave.
        """

    @abstractmethod
    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        """Return the messages of the conversation in order of position.

        If ``before`` is given, only messages at lower positions are returned. If ``newest`` (at
        least 1) is given, only the last ``newest`` of these messages are returned.
        """

    @abstractmethod
    def truncate(self, conversation_id: str, length: int) -> None:
        """Delete the messages of the conversation from position ``length`` to the end."""
