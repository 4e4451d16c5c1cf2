"""Reasons why a passage may need another text, as sentences."""

import pytest

from questfoundry.domain.writing.request_change import ChangeKind, RequestChange
from questfoundry.presentation.plan_view import describe_change

DUSK, NIGHT = "dusk; The Quay; Ada", "night; The Quay; Ada"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            RequestChange(ChangeKind.TITLE, ("The Bell",), ("The Tide Bell",)),
            "The title is now The Tide Bell.",
        ),
        (
            RequestChange(ChangeKind.CHOICES, ("Run: You run.", "Hide"), ("Run: You flee.",)),
            "New or different choices: Run: You flee. Removed choices: Hide.",
        ),
        (RequestChange(ChangeKind.PEOPLE, ("Tom: A rower.",)), "No longer here: Tom: A rower."),
        (RequestChange(ChangeKind.MOMENTS, ("weight 2",), ("weight 3",)), "The planned length"),
        (
            RequestChange(ChangeKind.MOMENTS, (f"{DUSK}: Ada waits.",), (f"{NIGHT}: Ada waits.",)),
            f"This happens now: {NIGHT}.",
        ),
        (
            RequestChange(ChangeKind.MOMENTS, (), (f"{DUSK}: Ada waits.", "weight 2")),
            "This happens now: Ada waits.",
        ),
        (
            RequestChange(ChangeKind.UNCERTAIN, ("Ada knows Tom.",)),
            "Not all players know this any more: Ada knows Tom.",
        ),
    ],
)
def test_a_change_is_a_sentence_that_says_what_is_new_or_gone(change, sentence) -> None:
    """A removed choice was listed as if it were new, and times and weights as if they were acts."""
    assert describe_change(change).startswith(sentence)


def test_each_kind_of_change_has_sentences() -> None:
    """A kind without a sentence would end the page."""
    for kind in ChangeKind:
        both = describe_change(RequestChange(kind, ("old",), ("new",)))
        assert "new" in both or "old" in both
