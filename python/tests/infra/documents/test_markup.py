import pytest

from questfoundry.domain.library.book import Paragraph, ParsedBook
from questfoundry.infra.documents.plain_text import read_html, read_markdown
from tests.support.book_files import file
from tests.support.pace import is_in_line


def _html(content: str) -> ParsedBook:
    return read_html(file(content, "page.html"))


def _texts(book: ParsedBook) -> list[str]:
    return [each.text for page in book.pages for each in page.paragraphs]


def test_a_page_is_read_as_a_person_would() -> None:
    """Scripts, menus and buttons would otherwise end up as sentences in the library."""
    book = _html(
        "<!doctype html><html lang=en><head><title>The  Sea</title><meta name=Author content=Ann>"
        "<style>p{}</style></head><body><nav>Home</nav><h1>The <em>Sea</em></h1>"
        "<p>It is<br>wide &amp; d<b>eep</b>.<script>evil()</script><p>Blue."
        "<table><tr><td>a<td>b</table>loose<form>f<button>Buy</button></form>"
        "<svg><title>icon</title></svg></html>"
    )

    assert (book.title, book.author, book.language) == ("The Sea", "Ann", "en")
    assert book.pages[0].paragraphs[0] == Paragraph("The Sea", True)
    assert _texts(book)[1:] == ["It is wide & deep.", "Blue.", "a", "b", "loose", "f"]


def test_markdown_is_read_without_its_marks() -> None:
    """Markdown syntax must not remain in the text that models and readers see."""
    book = read_markdown(
        file("# The *Sea*\n\nIt is **wide**, [they](x.md) say.\n\n- blue\n- deep\n\nEnd\n---\n")
    )

    assert book.title == "The Sea"
    assert book.pages[0].paragraphs == (
        Paragraph("The Sea", True),
        Paragraph("It is wide, they say."),
        Paragraph("blue"),
        Paragraph("deep"),
        Paragraph("End", True),
    )


def test_a_title_is_taken_from_the_first_heading_where_none_is_told() -> None:
    """Many pages have no title element, and a book without a title is hard to find."""
    assert _html("<p>Before.<h2>The Sea</h2>").title == "The Sea"


_OPENED = """<a |<a a="|<!--|<!-- - |<![|<![CDATA[|<?|<|</|&|&#99999999;|<script>|<div>|<b>|<p>x
|<table>|<svg>|<h1>|<b><p></b>|<span></b>"""


@pytest.mark.parametrize(
    ("opened", "closed"), [*((each, "") for each in _OPENED.split("|")), ("<div>", "</b></i>")]
)
def test_no_markup_is_slow_or_breaks_the_reading(opened: str, closed: str) -> None:
    """A parser that looks back takes half a minute or more."""

    def read(size: int) -> None:
        times = size // len(opened + closed)
        book = _html("<p>Before.</p>" + opened * times + closed * times)
        assert _texts(book)[0].startswith("Before.")

    assert is_in_line(read, 500_000 if closed else 150_000)


def test_what_stands_deeper_than_any_page_nests_is_read_whole() -> None:
    """Recursion over deeply nested elements would exceed Python's stack and lose the text."""
    words = [f"Word{at}." for at in range(3_000)]

    book = _html("".join(f"<b class='deep'>{word} " for word in words))

    assert " ".join(_texts(book)).split() == words


def test_entities_that_a_document_declares_are_not_expanded(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Declared entities could read private files or grow without limit."""
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")
    declared = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))

    book = _html(
        f'<!DOCTYPE html [<!ENTITY l0 "lol">{declared}'
        f'<!ENTITY file SYSTEM "{secret.as_uri()}">]><html><p>Text &l9; &file; end.</html>'
    )

    text = " ".join(_texts(book))
    assert "lollol" not in text
    assert "hidden" not in text
    assert "end." in text
