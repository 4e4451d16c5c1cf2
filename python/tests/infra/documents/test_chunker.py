import pytest
from hypothesis import given

from questfoundry.domain.library.book import Chunk, Page, Paragraph
from questfoundry.infra.documents.chunker import LARGEST, SentenceChunker
from tests.strategies.books import pages, words_of
from tests.support.examples import examples
from tests.support.pace import is_in_line


def _chunks(*found: Page) -> list[Chunk]:
    return list(SentenceChunker().chunks("book::b", found))


def _seen(text: str) -> str:
    return "".join(text.split())


@given(pages())
@examples(60)
def test_chunks_joined_are_the_book(found: list[Page]) -> None:
    """Text that no chunk holds could never be found by a search. (LIB-2.1)"""
    chunks = _chunks(*found)

    whole = words_of([each for page in found for each in page.paragraphs])
    assert "".join(_seen(chunk.text) for chunk in chunks) == whole
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert all(0 < len(chunk.text) <= LARGEST for chunk in chunks)


@given(pages())
@examples(60)
def test_the_pages_of_a_chunk_are_those_of_its_first_and_last_words(found: list[Page]) -> None:
    """A wrong page number makes a citation wrong."""
    page_of = [page.number for page in found for _ in words_of(list(page.paragraphs))]

    at = 0
    for chunk in _chunks(*found):
        end = at + len(_seen(chunk.text))
        assert (chunk.first_page, chunk.last_page) == (page_of[at], page_of[end - 1])
        at = end


def test_a_heading_begins_a_chunk_and_names_those_that_follow() -> None:
    """A heading tells the model which part of the book an excerpt comes from."""
    prose = Paragraph("The sea is wide. " * 80 + "The end.")
    chunks = _chunks(
        Page(1, (Paragraph("Before."), Paragraph("PART I", True), Paragraph("The Ship", True))),
        Page(2, (prose, Paragraph("The Chase", True), Paragraph("There she blows!"))),
    )

    assert [chunk.heading for chunk in chunks] == ["", *["PART I / The Ship"] * 2, "The Chase"]
    assert chunks[1].text.startswith("PART I\n\nThe Ship\n\nThe sea is wide.")
    assert chunks[-1].text == "The Chase\n\nThere she blows!"


def test_a_chunk_ends_with_a_sentence_also_where_a_page_ends_in_one() -> None:
    """Half a sentence in an excerpt can be misread, also at the end of a page."""
    sentence = "Some years ago, never mind how long, I thought I would sail about a little."
    first, last = (
        Paragraph(" ".join([sentence] * 12) + " I saw"),
        Paragraph("Mr. Flask and Dr. Bunger. " + " ".join([sentence] * 30)),
    )

    chunks = _chunks(Page(1, (first,)), Page(2, (last,)))

    assert len(chunks) == 3
    assert all(chunk.text.endswith("little.") for chunk in chunks)
    assert any("I saw Mr. Flask and Dr. Bunger." in chunk.text for chunk in chunks)


@pytest.mark.parametrize(
    "unit", ["a", "a ", "word ", ". ", '."', "Mr. ", "。", "A? ", "\u0301", "x" * 2000 + " "]
)
def test_no_text_is_slow_or_makes_chunks_without_bound(unit: str) -> None:
    """A text without spaces or sentences must not make the import hang."""

    def read(size: int) -> None:
        chunks = _chunks(Page(1, (Paragraph((unit * (size // len(unit))).strip()),)))
        assert max(len(chunk.text) for chunk in chunks) <= LARGEST

    assert is_in_line(read, 300_000)


@pytest.mark.parametrize(
    ("end", "more", "joint"),
    [
        *((end, "More", "\n\n") for end in ("a sea.", "“Sea!”", "(sea?)", "sea…", "海。」")),
        *((end, "more.", " ") for end in ("a sea", "see no. 5", "sea,", "a. b")),
    ],
)
def test_only_a_whole_sentence_at_the_end_of_a_page_ends_its_paragraph(
    end: str, more: str, joint: str
) -> None:
    """Two paragraphs must not be merged, and a sentence that continues must stay one."""
    (chunk,) = _chunks(Page(1, (Paragraph(end),)), Page(2, (Paragraph(more),)))

    assert chunk.text == f"{end}{joint}{more}"
