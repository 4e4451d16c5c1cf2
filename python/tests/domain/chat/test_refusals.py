"""Tests for telling a refusal in words from a text that only sounds like a refusal."""

import pytest

from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.errors import LLMFault

REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I\u2019m sorry, I can\u2019t assist with that request.",
    "Sorry, but I cannot continue with this story.",
    "I cannot write this passage.\n\nPerhaps something lighter?",
    "As an AI language model, I am unable to create such content.",
    "Unfortunately, I won't write that.",
)
NONE = (
    "I'm sorry, but I can't find it in the pages that you have read.",
    "I cannot say who counted the coins.",
    "I cannot write a word. My fingers are frozen.",
    "\"I'm sorry, but I can't help with that,\" says Ilk.",
    "I can't help with that. " + "You turn to the door and count the steps. " * 8,
    "I help with that.",
)


@pytest.mark.parametrize("text", [*REFUSALS, *NONE])
def test_a_refusal_in_words_is_no_answer_and_other_words_are(text: str) -> None:
    """Some servers report no refusal, but characters may use its words."""
    assert ChatResponse(text=text).lack is (LLMFault.REFUSED if text in REFUSALS else None)
