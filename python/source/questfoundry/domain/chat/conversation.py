"""Define stored conversations and their messages, from which prompts are built."""

from attrs import frozen

from questfoundry.domain.chat.messages import Message


@frozen(kw_only=True)
class Conversation:
    """A stored conversation that can be continued.

    ``subject``: the stage, session or book to which the conversation belongs.
    ``horizon``: the last page of the book that may be revealed; ``None`` allows all pages.
    ``digest``: the hash of the book's file, which shows whether the book was replaced;
      empty if unknown.
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
