"""Tests for citations and the excerpts that support them."""

# ruff: noqa: RUF001 - pages in many scripts

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.chat.envelope import MAX_TEXT
from questfoundry.domain.library.book import Chunk, Excerpt
from questfoundry.domain.library.citations import build_excerpts, find_citations, format_excerpts
from tests.support.examples import examples

SHOWN = tuple(
    Excerpt(first_page=first, last_page=last, text="a") for first, last in ((3, 3), (7, 8), (9, 9))
)


def cited(answer: str) -> list[tuple[int, int, bool]]:
    return [(c.first_page, c.last_page, c.supported) for c in find_citations(answer, SHOWN)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("He lit it (p. 3).", [(3, 3, True)]),
        ("He lit it (p. 4).", [(4, 4, False)]),
        ("It burned (pp. 7-9).", [(7, 9, True)]),
        ("It burned (pp. 7–10).", [(7, 10, False)]),
        ("Both (pp. 3, 7-8 and 12).", [(3, 3, True), (7, 8, True), (12, 12, False)]),
        ("Twice (p. 3), truly (p. 3).", [(3, 3, True)]),
        ("As told [Pages 7-8] here.", [(7, 8, True)]),
        ("As told (The Lamp, page 3) here.", [(3, 3, True)]),
        ("It ends (pp. 112-14).", [(112, 114, False)]),
        ("It is told on page 3, and on pages 7 to 9.", [(3, 3, True), (7, 9, True)]),
        ("As p. 12 says.", [(12, 12, False)]),
        ("Er zündete sie an (S. 3).", [(3, 3, True)]),
        (
            "Das steht auf Seite 3 und in den Seiten 7 bis 9 (s. S. 12f.).",
            [(3, 3, True), (7, 9, True), (12, 12, False)],
        ),
        (
            "Lo dice (pág. 3) y en la página 12; véanse las páginas 7 a 9.",
            [(3, 3, True), (12, 12, False), (7, 9, True)],
        ),
        ("Il l'alluma (p. 3 et 7-8), à la page 12.", [(3, 3, True), (7, 8, True), (12, 12, False)]),
        ("A pagina 3 (pagg. 7-8).", [(3, 3, True), (7, 8, True)]),
        (
            "Он зажёг её (стр. 3), см. с. 7—8 и стр. 12",
            [(3, 3, True), (7, 8, True), (12, 12, False)],
        ),
        ("他点亮了它（第3页），又见第7至9页。", [(3, 3, True), (7, 9, True)]),
        ("彼は灯した(3ページ)。第12頁。", [(3, 3, True), (12, 12, False)]),
        ("그가 켰다 (3쪽).", [(3, 3, True)]),
        ("Na stronie 3 (s. 7–8).", [(3, 3, True), (7, 8, True)]),
        ("أشعلها (ص ٣).", [(3, 3, True)]),
        ("A lámpa (3. oldal).", [(3, 3, True)]),
        ("(pp. 7−9; p. 12)", [(7, 9, True), (12, 12, False)]),
        ("The keeper's. 12 men came in chapter 3; HAL 9000, 第12章, 200ページの本.", []),
        ("p. " + "9" * 400, []),
        ("In (1851) there was (p. many).", []),
        ("(p. " + "9" * 400 + ")", []),
    ],
)
def test_citations_are_checked(answer: str, expected: list[tuple[int, int, bool]]) -> None:
    """A reader must see which cited pages the model has actually read. (CA-11.1)"""
    assert cited(answer) == expected


_LABELLED = (
    Excerpt(first_page=-3, last_page=-2, first_label="ix", last_label="x", text="a"),
    Excerpt(first_page=-1, last_page=1, first_label="xi", text="a"),
    Excerpt(first_page=90, last_page=91, first_label="A-1", last_label="A-2", text="a"),
    Excerpt(first_page=-9, last_page=-9, first_label="front", last_label="front", text="a"),
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("It was begun at sea (p. x).", [("x", True)]),
        ("It was begun at sea (pp. ix-xi).", [("ix-xi", True)]),
        ("So the preface (pp. xi-1, A-1 and A-2).", [("xi-1", True), ("A-1", True), ("A-2", True)]),
        ("So the preface (p. xiv; p. 2).", [("xiv", False), ("2", False)]),
        ("As page ix says, and page 1.", [("ix", True), ("1", True)]),
        ("On the jacket (p. front) and (Pages front-front).", [("front", True)]),
        ("On page I was lost; (p. mild), (p. A-9).", []),
    ],
)
def test_pages_are_cited_as_printed(answer: str, expected: list[tuple[str, bool]]) -> None:
    """A book's preface has pages of its own, which are not its pages 1 and 2. (CA-11.1)"""
    found = find_citations(answer, _LABELLED)
    assert [(each.page_names, each.supported) for each in found] == expected


def test_a_roman_page_in_brackets_is_checked_in_every_book() -> None:
    """A cited preface that the model never saw must not look like a checked source."""
    assert [each.page_names for each in find_citations("So (p. xii), at page di.", SHOWN)] == [
        "xii"
    ]


def test_the_page_that_a_reader_has_come_to_is_no_source() -> None:
    """The reader's current page is a citation only in brackets, not in a sentence about it."""
    answer = "You are on page 12 now; it was lit before (p. 3), not (p. 12)."
    found = find_citations(answer, SHOWN, reader_page=12)
    assert [(each.first_page, each.supported) for each in found] == [(3, True), (12, False)]
    assert find_citations("You are on page 12 now.", SHOWN, reader_page=12) == ()


@given(st.text())
def test_any_text_may_be_an_answer(answer: str) -> None:
    for citation in find_citations(answer, SHOWN):
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
@examples(150)
def test_excerpts_stand_below_labels_that_only_code_writes(found: list[Chunk]) -> None:
    """A book that contains a fake page label must not be able to forge a citation."""
    excerpts = build_excerpts(found, MAX_TEXT)
    data = format_excerpts(excerpts)

    assert len(data) <= MAX_TEXT
    assert re.findall(r"\[Pages \d+-\d+\]", data) == [each.label for each in excerpts]
    assert data.split("\n\n") == [f"{each.label}\n{each.text}" for each in excerpts] or not found
    assert [(each.first_page, each.last_page) for each in excerpts] == [
        (chunk.first_page, chunk.last_page) for chunk in found[: len(excerpts)]
    ]
    assert bool(excerpts) == bool(found)
