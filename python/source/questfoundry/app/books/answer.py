"""The result of a book chat turn, and the policies for a model that never stops searching."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.library.book import Citation


class OnLimit(StrEnum):
    """The policies for a model that still searches after its last permitted call."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """The model's answer in one turn of a book chat.

    ``citations`` are the pages that the answer cites. ``searched`` is false if the turn made no
    search in the book. ``conversation`` is the state after the turn.
    """

    text: str
    citations: tuple[Citation, ...]
    searched: bool
    conversation: Conversation
