"""A stored conversation and its messages.

A :class:`ChatMessage` is a message with a position. A
:class:`~questfoundry.domain.protocols.ConversationContextStrategy` builds the prompt from such
messages.
"""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.messages import Message


@frozen(kw_only=True)
class Conversation:
    """A conversation that can be continued; ``subject`` names the run or book it is about.

    ``horizon`` is the last page of the book that may be revealed; ``None`` means all pages.
    ``digest`` is the digest of the book, because its id may be reused; it is empty if unknown.
    """

    id: str
    subject: str
    title: str = ""
    horizon: int | None = None
    digest: str = ""


@frozen(kw_only=True)
class ChatMessage:
    """A stored message; ``position`` counts from 0."""

    conversation_id: str
    position: int
    message: Message
