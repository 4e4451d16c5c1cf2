import pytest

from questfoundry.infra.llm.tiny.prose_flaws import ProseFlaws

FLAWS = ProseFlaws(
    told=("character::mara = Mara: A diver.",), labels=("Open the floodgate", "Go on")
)


@pytest.mark.parametrize(
    "text",
    [
        "the water comes up to the knees of Mara and does not stop",
        "there is nobody left to open this old door",
        "you go on along the quay without a word",
    ],
)
def test_a_plain_sentence_has_no_flaw(text):
    """LOC-14.5."""
    assert FLAWS(text, []) == 0


@pytest.mark.parametrize(
    "text",
    [
        "a woman called Sarah waits for you at the gate",
        "she was standing there all night long",
        "you open the floodgate before anyone says a word",
        "he writes it down as the beginning of a new story",
        "you use path::the-rising-water-default instead of it",
    ],
)
def test_a_stranger_the_past_a_choice_taken_and_noise_are_flaws(text):
    """LOC-14.5."""
    assert FLAWS(text, []) > 0


def test_a_repeated_sentence_is_a_flaw():
    """LOC-14.5."""
    text = "the water comes up to your knees"
    assert FLAWS(text, [frozenset(text.split())]) > 0
