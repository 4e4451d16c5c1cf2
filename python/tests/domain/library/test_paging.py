from hypothesis import given

from questfoundry.domain.library.book import Page, Paragraph
from questfoundry.domain.library.paging import PAGE_SIZE, PageBreak, paginate
from questfoundry.domain.library.text import tidy, to_paragraph
from tests.strategies.books import paragraphs, words_of
from tests.support.examples import examples

_A, _B, _C = Paragraph("One."), Paragraph("Two."), Paragraph("Three.")


def _numbers(*labels: str) -> list[int]:
    """Return the page number of each leaf, where leaf ``n`` contains the text ``n``."""
    pieces = [
        piece for at, label in enumerate(labels) for piece in (PageBreak(label), Paragraph(str(at)))
    ]
    return [page.number for page in paginate(pieces).pages for _ in page.paragraphs]


@given(paragraphs())
@examples(60)
def test_made_pages_are_full_and_hold_all_words_in_order(found: list[Paragraph]) -> None:
    """Pages made for a file without pages must not lose words."""
    paging = paginate(found)

    assert paging.made_pages
    assert words_of([each for page in paging.pages for each in page.paragraphs]) == words_of(found)
    assert [page.number for page in paging.pages] == list(range(1, len(paging.pages) + 1))
    sizes = [len(" ".join(each.text for each in page.paragraphs)) for page in paging.pages]
    assert all(0 < size <= PAGE_SIZE for size in sizes)


def test_a_made_page_ends_between_words_and_headings_begin_none() -> None:
    """A page break inside a word would make both halves impossible to find."""
    words = Paragraph("whale " * 400 + "whale")

    pages = paginate([words, Paragraph("A Heading", True), _A]).pages

    assert [len(page.paragraphs) for page in pages] == [1, 3]
    assert pages[0].paragraphs[0].text == ("whale " * 300).strip()
    assert pages[1].paragraphs[1] == Paragraph("A Heading", True)


def test_a_heading_is_never_broken_over_two_pages() -> None:
    """A broken heading would name no chapter."""
    heading = Paragraph("The Whiteness of the Whale", True)

    pages = paginate([Paragraph("x" * (PAGE_SIZE - 5)), heading, _A]).pages

    assert pages[1] == Page(2, (heading, _A))


def test_marked_pages_are_counted_where_nothing_is_printed_on_them() -> None:
    """Page breaks without numbers are counted, so citations have a page."""
    paging = paginate([_A, PageBreak(), PageBreak(), _B, PageBreak(), _C, PageBreak()])

    assert paging.pages == (Page(1, (_A,)), Page(3, (_B,)), Page(4, (_C,)))
    assert not paging.made_pages
    assert paginate([PageBreak(), _A]).pages == (Page(1, (_A,)),)


def test_printed_numbers_count_where_they_grow() -> None:
    """A reader looks for the printed page, unless the printed numbers make no sense."""
    assert _numbers("i", "ii", "5", "6", "", "9") == [3, 4, 5, 6, 6, 9]
    assert _numbers("1", "2", "1", "2") == [1, 2, 3, 4]
    assert _numbers("iii", "iv", "v", "1") == [-2, -1, 0, 1]
    assert _numbers("1", "plate 1", "2", "A-1", "A-2") == [1, 2, 2, 3, 4]
    assert _numbers("9" * 5000, "²", "-1") == [1, 2, 3]


def _labels(*labels: str) -> list[str]:
    """Return the printed label of each leaf; a leaf whose label is its number has none."""
    pieces = [piece for label in labels for piece in (PageBreak(label), Paragraph("Text."))]
    return [page.label for page in paginate(pieces).pages for _ in page.paragraphs]


def test_a_page_keeps_its_printed_label_where_it_is_no_number() -> None:
    """A preface cited as page 1 would be looked for on another page. (LIB-1.2)"""
    assert _labels("i", "ii", "1", "2") == ["i", "ii", "", ""]
    assert _labels("", "i", "1", "A-1") == ["front", "i", "", "A-1"]
    assert _labels("1", "2", "1", "2") == ["", "", "1", "2"]
    assert _labels("i", "ii", "iii") == ["i", "ii", "iii"]
    assert _labels("cover", "cover", "cover", "cover") == [""] * 4
    assert _labels("i", "", "", "") == [""] * 4


def test_pages_with_pictures_and_no_text_are_named() -> None:
    """A scan without text recognition would be searched in vain, and without a word."""
    scan = PageBreak("", has_pictures=True)
    paging = paginate([scan, _A, scan, scan, PageBreak(), scan])

    assert (paging.last_page, paging.unread) == (5, ("2", "3", "5"))
    paging = paginate([PageBreak("i", has_pictures=True), PageBreak("1"), _A, PageBreak("2")])
    assert (paging.last_page, paging.front_pages, paging.unread) == (2, 1, ("i",))


def test_a_book_without_text_has_no_pages() -> None:
    """An empty book must give an empty result and no error."""
    assert paginate([]).pages == ()
    assert paginate([PageBreak("1"), PageBreak("2")]).pages == ()


def test_words_are_tidy() -> None:
    """Control characters and ligatures would keep a search from finding the words."""
    assert tidy("  A\x00 ﬁne\u00ad\t\x1b[31m e\u0301tude\ud83d \ufeff\n\nend\x85") == (
        "A fine [31m étude end"
    )
    assert to_paragraph(" \x07\u200b ") is None
    assert to_paragraph("x" * 201, heading=True) == Paragraph("x" * 201)
