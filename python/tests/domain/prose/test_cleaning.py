"""Tests for removing what models put around prose, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.prose.narration import clean_prose
from questfoundry.domain.writing.fitting import beginning_of, cut_in_the_middle, end_of
from tests.support.examples import examples

PROSE = "You wait.\n\nThe bell rings."


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        f"  {PROSE}\n",
        "You wait.\r\n\r\nThe bell rings.",
        "You wait.\n \n\n\nThe bell rings.",
        f"```\n{PROSE}\n```",
        f"```text\n{PROSE}\n```",
        f"Low Water\n\n{PROSE}",
        f"## **Low water**\n{PROSE}",
        f'"{PROSE}"',
        f"“{PROSE}”",
        "You wait.\n\nThe\x07 bell\x1b rings.",
    ],
)
def test_only_the_prose_stays(text: str) -> None:
    """A code fence or a repeated title must not appear in the story."""
    assert clean_prose(text, "Low Water") == PROSE


@pytest.mark.parametrize(
    "text",
    [
        "Low Water",
        '"Stay," she says, "and hold the rope."',
        '"Stay."',
        "“Stay.”\n\nShe goes. “Wait.”",
        "Low Water is what they call it.\n\nYou wait.",
        '"',
    ],
)
def test_speech_and_a_title_within_prose_stay(text: str) -> None:
    """Prose may begin with speech or mention its title, and must not be cut."""
    assert clean_prose(text, "Low Water") == text


@given(st.text(max_size=200), st.text(max_size=20))
@examples(150)
def test_cleaning_twice_changes_no_more_than_once_would(text: str, title: str) -> None:
    """Cleaning removes and trims text, and must never add any."""
    once = clean_prose(text, title)
    assert once == once.strip()
    assert "\n\n\n" not in once
    assert set(once) <= {*text, *"\n* "}


@given(st.text(max_size=300), st.integers(1, 20))
@examples(150)
def test_an_excerpt_is_a_part_of_the_text_or_all_of_it(text: str, words: int) -> None:
    for excerpt, whole in (
        (beginning_of(text, words).removesuffix(" …"), text.startswith),
        (end_of(text, words).removeprefix("… "), text.endswith),
    ):
        assert whole(excerpt) or excerpt == text
        assert excerpt == text or len(excerpt.split()) <= words


@given(st.text(max_size=300), st.integers(1, 20))
@examples(150)
def test_a_cut_in_the_middle_shortens_and_repeats_nothing(text: str, words: int) -> None:
    cut = cut_in_the_middle(text, words)
    assert cut == text or len(cut) < len(text) + len(" … ")
    first, middle, last = cut.partition(" … ")
    assert cut == text or (middle and text.startswith(first) and text.endswith(last))


def test_what_would_hardly_be_shorter_stays() -> None:
    nine = "one two three four five six seven eight nine"
    assert cut_in_the_middle(nine, 3) == nine
    assert cut_in_the_middle(f"{nine} ten", 3) == "one two three … eight nine ten"


def test_a_text_without_spaces_is_cut_too() -> None:
    text = "潮" * 1000
    assert beginning_of(text, 10) == f"{'潮' * 120} …"
    assert end_of(text, 10) == f"… {'潮' * 120}"
