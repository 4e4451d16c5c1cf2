"""A real book in three formats, whose chunks name their true pages."""

import pytest

from questfoundry.domain.library.book import ParsedBook
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.parsers import READERS
from tests.support.book_files import file
from tests.support.real_book import REAL_BOOK, TITLE, real_epub, real_pdf

_CONTENTS = {"txt": REAL_BOOK.read_bytes, "epub": real_epub, "pdf": real_pdf}


@pytest.fixture(scope="module", params=sorted(_CONTENTS))
def book(request: pytest.FixtureRequest) -> ParsedBook:
    found = file(_CONTENTS[request.param](), f"moby.{request.param}")
    return READERS[found.format](found)


def test_every_chunk_stands_on_the_pages_that_it_names(book: ParsedBook) -> None:
    """A wrong page would make every citation wrong and leak spoilers."""
    pages = {
        page.number: "".join("".join(each.text for each in page.paragraphs).split())
        for page in book.pages
    }

    chunks = list(SentenceChunker().chunks("book::moby-dick", book.pages))

    assert len(chunks) > 1000
    for chunk in chunks:
        named = (pages.get(at, "") for at in range(chunk.first_page, chunk.last_page + 1))
        assert "".join(chunk.text.split()) in "".join(named)


def test_it_has_its_pages_and_chapters(book: ParsedBook) -> None:
    """Missing chapters in a real book would show that a reader lost structure."""
    headings = [each.text for page in book.pages for each in page.paragraphs if each.heading]

    assert book.title in {TITLE, ""}
    assert book.pages[-1].number > 400
    for chapter in ("CHAPTER 1. Loomings.", "CHAPTER 42. The Whiteness of The Whale."):
        assert chapter in headings
