"""The result of a book chat turn, and what to do with a model that never stops searching."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.library.book import Citation


class OnLimit(StrEnum):
    """The reaction to a model that still searches after the last permitted call of a turn."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """The model's answer in one turn of a book chat.

    ``citations``: the pages that the answer cites.
    ``searched``: whether the turn searched the book.
    ``conversation``: the state of the conversation after the turn.
    """

    text: str
    citations: tuple[Citation, ...]
    searched: bool
    conversation: Conversation
