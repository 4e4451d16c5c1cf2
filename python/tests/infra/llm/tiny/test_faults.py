import pytest

from questfoundry.infra.llm.tiny.sentences import ProseFaults, bare_words, count_faults

PROSE = ProseFaults(
    known=("character::mara = Mara: A diver.",), labels=("Open the floodgate", "Go on")
)


@pytest.mark.parametrize(
    "text",
    [
        "the water comes up to the knees of Mara and does not stop",
        "there is nobody left to open this old door",
        "you go on along the quay without a word",
    ],
)
def test_a_plain_sentence_has_no_fault(text):
    """Rejecting good sentences wastes calls and leaves the passage short."""
    assert PROSE(text, []) == 0


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
def test_a_stranger_the_past_a_choice_taken_and_noise_are_faults(text):
    """A small model drifts into these, and readers must not see them."""
    assert PROSE(text, []) > 0


def test_a_plain_sentence_of_an_artifact_has_no_fault():
    """Rejecting a good sentence wastes a call and may end with a worse sentence. (LOC-3.2)"""
    assert count_faults(" a detective who hunts a ghost through the flooded archive", ()) == 0


@pytest.mark.parametrize(
    "text",
    [
        " the clerk",
        " the protagonist of a long and twisted path",
        " the rain the rain and the rain and the rain",
        " the old house where where nobody has lived since",
        " a gruff but lovable dentist of the town named Dr",
        " the keeper of an old lighthouse who just",
        ' a ship called "Fury that was lost at sea',
        " a ship called “Fury that was lost at sea",
        " the door that path::rising-water leads to",
        " a quiet town with a strange \u4e16 sign over its gate",
    ],
)
def test_noise_is_noticed(text):
    """Noise that passes the check appears in an artifact that the author reads. (LOC-3.2)"""
    assert count_faults(text, ()) > 0


@pytest.mark.parametrize("count", [count_faults, PROSE])
def test_repeating_an_earlier_sentence_is_a_fault(count):
    """Readers notice repetition first, and small models repeat. (LOC-3.2)"""
    text = " a detective who hunts a ghost through the flooded archive"
    assert count(text, [frozenset(bare_words(text))]) == 1
    assert count(text, [frozenset(bare_words(" two florists fall in love"))]) == 0
