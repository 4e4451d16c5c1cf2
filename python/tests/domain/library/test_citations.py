"""Citations, and the excerpts that they are held against."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.domain.chat.envelope import MAX_TEXT
from questfoundry.domain.library.book import Chunk, Excerpt
from questfoundry.domain.library.citations import citations_of
from questfoundry.domain.library.excerpts import excerpts_of, labelled

SHOWN = tuple(
    Excerpt(first_page=first, last_page=last, text="a") for first, last in ((3, 3), (7, 8), (9, 9))
)


def cited(answer: str) -> list[tuple[int, int, bool]]:
    return [(c.first_page, c.last_page, c.supported) for c in citations_of(answer, SHOWN)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("He lit it (p. 3).", [(3, 3, True)]),
        ("He lit it (p. 4).", [(4, 4, False)]),
        ("It burned (pp. 7-9).", [(7, 9, True)]),
        ("It burned (pp. 7–10).", [(7, 10, False)]),  # noqa: RUF001
        ("Both (pp. 3, 7-8 and 12).", [(3, 3, True), (7, 8, True), (12, 12, False)]),
        ("Twice (p. 3), truly (p. 3).", [(3, 3, True)]),
        ("As told [Pages 7-8] here.", [(7, 8, True)]),
        ("As told (The Lamp, page 3) here.", [(3, 3, True)]),
        ("It ends (pp. 112-14).", [(112, 114, False)]),
        ("You are on page 12, I see (so far).", []),
        ("In (1851) there was (p. many).", []),
        ("(p. " + "9" * 400 + ")", []),
    ],
)
def test_citations_are_found_and_checked(
    answer: str, expected: list[tuple[int, int, bool]]
) -> None:
    """CA-11.1."""
    assert cited(answer) == expected


@given(st.text())
def test_any_text_may_be_an_answer(answer: str) -> None:
    for citation in citations_of(answer, SHOWN):
        assert citation.first_page <= citation.last_page


texts = st.text(st.sampled_from("a b.\n[]Pages 1-9"), max_size=80) | st.text(max_size=2_000)
chunks = st.lists(
    st.builds(
        lambda text, first, more: Chunk(
            book="book::b", number=0, first_page=first, last_page=first + more, text=text
        ),
        texts.filter(str.strip),
        st.integers(1, 900),
        st.integers(0, 3),
    ),
    max_size=8,
)


@given(chunks)
@settings(max_examples=150)
def test_what_a_model_is_shown_are_excerpts_below_labels_that_only_code_writes(
    found: list[Chunk],
) -> None:
    """CA-4.4: whatever the book says, only the labels that code wrote are labels."""
    excerpts = excerpts_of(found, MAX_TEXT)
    data = labelled(excerpts)

    assert len(data) <= MAX_TEXT
    assert re.findall(r"\[Pages \d+-\d+\]", data) == [each.label for each in excerpts]
    assert data.split("\n\n") == [f"{each.label}\n{each.text}" for each in excerpts] or not found
    assert [(each.first_page, each.last_page) for each in excerpts] == [
        (chunk.first_page, chunk.last_page) for chunk in found[: len(excerpts)]
    ]
    assert bool(excerpts) == bool(found)
