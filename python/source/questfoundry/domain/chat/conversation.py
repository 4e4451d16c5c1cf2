"""A stored dialogue: the conversation and its messages.

A :class:`ChatMessage` is a message with a place; what a model is shown is built from
such messages by a :class:`~questfoundry.domain.protocols.ConversationContextStrategy`.
"""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.messages import Message


@frozen(kw_only=True)
class Conversation:
    """A dialogue that can be continued; ``subject`` says with what: a run, or a book.

    ``horizon`` is the last page of the book that may be revealed; ``None`` is all of it.
    ``digest`` is the book's, since another one may come to have its id; empty where it is not
    known.
    """

    id: str
    subject: str
    title: str = ""
    horizon: int | None = None
    digest: str = ""


@frozen(kw_only=True)
class ChatMessage:
    """One stored message; ``position`` counts from 0."""

    conversation_id: str
    position: int
    message: Message
