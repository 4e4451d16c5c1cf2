import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.llm.tiny.sentences import (
    close_quote,
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
