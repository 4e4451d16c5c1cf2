"""Define stored conversations and their messages.

A :class:`ChatMessage` is a message with a position. A
:class:`~questfoundry.domain.protocols.ConversationContextStrategy` builds the prompt from such
messages.
"""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.messages import Message


@frozen(kw_only=True)
class Conversation:
    """A stored conversation that can be continued.

    ``subject``: the stage, session or book to which the conversation belongs.
    ``horizon``: the last page of the book that may be revealed; ``None`` allows all pages.
    ``digest``: the hash of the book's file, because a book id may be reused; empty if unknown.
    """

    id: str
    subject: str
    title: str = ""
    horizon: int | None = None
    digest: str = ""


@frozen(kw_only=True)
class ChatMessage:
    """A stored message; ``position`` is its place in the conversation, counted from 0."""

    conversation_id: str
    position: int
    message: Message
