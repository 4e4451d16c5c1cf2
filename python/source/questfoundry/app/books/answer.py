"""What a turn of a talk with a book comes to, and what a model may do that still searches."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.library.book import Citation


class OnLimit(StrEnum):
    """What happens when a model has used up its calls and still searches."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """What the model answered, the pages that it names, and the conversation after this turn.

    Without ``searched`` the book was not looked into for it.
    """

    text: str
    citations: tuple[Citation, ...]
    searched: bool
    conversation: Conversation
