"""Tests of splitting sentences, and of finding unusable sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.llm.tiny.sentences import (
    ProseFaults,
    bare_words,
    close_quote,
    count_faults,
    cut_to,
    end_sentence,
    keep_whole_sentences,
    split_sentences,
    tidy,
)

TEXTS = st.text(alphabet="ab 1.!?”\n", max_size=60)


@given(TEXTS)
def test_whole_sentences_are_a_beginning_that_stays_when_cut_again(text):
    """Cutting twice must not remove more text than cutting once. (LOC-5.4)"""
    whole = keep_whole_sentences(text)
    assert text.startswith(whole)
    assert keep_whole_sentences(whole) == whole


@given(TEXTS, st.integers(0, 60))
def test_what_is_given_out_while_a_text_grows_is_never_taken_back(text, length):
    """Streamed text is already on the screen, so a later cut cannot remove any of it. (LOC-5.4)"""
    assert keep_whole_sentences(text).startswith(
        keep_whole_sentences(text[:length], is_partial=True)
    )


@given(TEXTS)
def test_sentences_are_all_of_a_text_but_the_space_between_them(text):
    together = "".join("".join(split_sentences(text)).split())
    assert together == "".join(text.split())


def test_each_sentence_keeps_its_end():
    text = "Rain falls! \u201cWho are you?\u201d\n\nDr. Voss closes doors. And"
    assert split_sentences(text) == [
        "Rain falls!",
        "\u201cWho are you?\u201d",
        "Dr. Voss closes doors.",
        "And",
    ]


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ('She says, "Stay.', 'She says, "Stay."'),
        ("She says, \u201cStay.", "She says, \u201cStay.\u201d"),
        ('A sign says "Bank".', 'A sign says "Bank".'),
    ],
)
def test_an_open_quote_is_closed(text, closed):
    """An open quotation mark makes the rest of the passage look like speech. (LOC-3.2)"""
    assert close_quote(text) == closed


def test_a_numbered_list_is_not_cut_after_a_number():
    assert keep_whole_sentences("Two ways remain.\n1. Run.\n2. Hi") == "Two ways remain.\n1. Run."


@given(TEXTS, st.integers(0, 60))
def test_a_cut_text_is_a_beginning_within_the_length(text, length):
    cut = cut_to(text, length)
    assert len(cut) <= length
    assert text.startswith(cut)


@pytest.mark.parametrize(
    ("length", "cut"),
    [(30, "Rain falls. Bells ring."), (15, "Rain falls."), (8, "Rain"), (2, "Ra")],
)
def test_a_text_is_cut_after_a_sentence_else_after_a_word(length, cut):
    assert cut_to("Rain falls. Bells ring.", length) == cut


def test_edges_and_ends_are_tidied():
    assert tidy(" the  city,\n of rain - ") == "the city, of rain"
    assert [end_sentence("Rain"), end_sentence("Rain?"), end_sentence("")] == ["Rain.", "Rain?", ""]


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
