"""Define the answer of a book chat turn, and the reaction to a model that never stops searching."""

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.library.book import Citation


class OnLimit(StrEnum):
    """The reaction if the last permitted call of a turn is a search: fail, or demand an answer."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """The model's answer in one turn of a book chat, and the conversation after the turn."""

    text: str
    citations: tuple[Citation, ...]
    searched: bool
    conversation: Conversation
