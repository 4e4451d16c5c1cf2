import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Paragraph, ParsedBook
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.epub import read_epub
from tests.support.book_files import epub, epub_files, file, page_mark, xhtml, zipped

_ENCRYPTED = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><CipherData>
<CipherReference URI="{}"/></CipherData></EncryptedData></encryption>"""


def _read(content: bytes) -> ParsedBook:
    return read_epub(file(content, "book.epub"))


def _pages(book: ParsedBook) -> dict[int, list[str]]:
    return {page.number: [each.text for each in page.paragraphs] for page in book.pages}


def test_documents_are_read_in_the_order_of_the_spine() -> None:
    """File names in an EPUB are not in reading order; only the spine gives the order."""
    book = _read(epub(["<h1>One</h1><p>First&#160;text.</p>", "<p>Second.</p>"], title="A & B"))

    assert (book.title, book.author, book.language) == ("A & B", "An Author", "en")
    assert book.made_pages
    assert book.pages[0].paragraphs == (
        Paragraph("One", True),
        Paragraph("First text."),
        Paragraph("Second."),
    )


def test_page_numbers_of_the_printed_book_are_kept() -> None:
    """Citations need the page numbers of the printed edition."""
    book = _read(
        epub(
            [
                f"<p>Cover.</p>{page_mark('xii')}<p>Preface.</p>{page_mark(1)}<p>One {page_mark(2)}"
                "two.</p>",
                '<p>Still two.</p><div role="doc-pagebreak" aria-label="Page 3">3</div><p>Three.'
                '</p><span role="doc-pagebreak" title="4"><p>Four, in the mark.</p></span>',
            ]
        )
    )

    assert not book.made_pages
    assert _pages(book) == {
        -1: ["Cover."],
        0: ["Preface."],
        1: ["One"],
        2: ["two.", "Still two."],
        3: ["Three."],
        4: ["Four, in the mark."],
    }


def test_the_page_list_of_epub_3_is_followed() -> None:
    """Without the navigation, citations lose pages."""
    files = epub_files(
        ['<p>A<a id="p1"/>b</p><p id="p2">c</p>', '<h1 id="p3">D</h1>'],
        extra='<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" '
        'properties="nav"/>',
        spine='<itemref idref="nav"/>',
    )
    links = [("c%200", 1, 7), ("c%200", 2, 8), ("c%201", 3, 9)]
    listed = "".join(f'<a href="text/{name}.xhtml#p{at}">{no}</a>' for name, at, no in links)
    files["OEBPS/nav.xhtml"] = xhtml(f'<nav epub:type="page-list">{listed}</nav>')

    assert _pages(_read(zipped(files))) == {6: ["A"], 7: ["b"], 8: ["c"], 9: ["D"]}


def test_the_page_list_of_epub_2_is_followed() -> None:
    """Reading the NCX file must not fetch its DTD."""
    files = epub_files(
        ['<p id="a">One.</p><p id="b">Two.</p>'],
        extra='<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    )
    targets = "".join(
        f"<pageTarget><navLabel><text>{number}</text></navLabel>"
        f'<content src="text/c%200.xhtml#{mark}"/></pageTarget>'
        for number, mark in ((4, "a"), (5, "b"))
    )
    files["OEBPS/toc.ncx"] = (
        '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://127.0.0.1:9/ncx.dtd">'
        f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><pageList>{targets}</pageList></ncx>'
    )

    assert _pages(_read(zipped(files))) == {4: ["One."], 5: ["Two."]}


def test_chapters_without_text_are_named() -> None:
    """A chapter of pictures, or of a missing entry, would be missing without a word."""
    picture = '<svg xmlns="http://www.w3.org/2000/svg"><image href="a.png"/></svg>'
    files = epub_files(
        [picture, "<p>One.</p>", "<img src='b.png' alt=''/>", "<p></p>", "<p>Two.</p>"],
        extra='<item id="map" href="map.svg" media-type="image/svg+xml"/>'
        '<item id="lost" href="lost.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="odd" href="odd.html" media-type="application/octet-stream"/>',
        spine='<itemref idref="map"/><itemref idref="odd"/><itemref idref="gone"/>'
        '<itemref idref="lost"/>',
    )
    book = _read(zipped({**files, "OEBPS/map.svg": "<svg/>", "OEBPS/odd.html": "<p>Three.</p>"}))

    assert [each.text for page in book.pages for each in page.paragraphs] == [
        "One.",
        "Two.",
        "Three.",
    ]
    assert book.unread.chapters == (
        "gone",
        "OEBPS/map.svg",
        "OEBPS/lost.xhtml",
        "OEBPS/text/c 2.xhtml",
    )


def test_a_page_list_may_name_whole_documents() -> None:
    """A link without a fragment marks a document's beginning, and no other element."""
    files = epub_files(
        ["<p>One.</p><p>Still one.</p>", "<p>Two.</p>"],
        extra='<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" '
        'properties="nav"/>',
    )
    listed = "".join(f'<a href="text/c%20{at}.xhtml">{at + 4}</a>' for at in range(2))
    files["OEBPS/nav.xhtml"] = xhtml(f'<nav epub:type="page-list">{listed}</nav>')

    assert _pages(_read(zipped(files))) == {4: ["One.", "Still one."], 5: ["Two."]}


def _without(name: str) -> bytes:
    return zipped({key: text for key, text in epub_files(["<p>x</p>"]).items() if key != name})


def _flipped() -> bytes:
    content = bytearray(epub(["<p>" + "The sea is wide. " * 500 + "</p>"]))
    at = content.index(b"text/c 0.xhtml") + 40
    content[at : at + 20] = bytes(20)
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        b"PK\3\4 nothing more",
        epub(["<p>x</p>"])[:-30],
        epub(["<p>x</p>"])[: len(epub(["<p>x</p>"])) // 2],
        _without("META-INF/container.xml"),
        _without("OEBPS/book.opf"),
        _without("OEBPS/text/c 0.xhtml"),
        zipped({"META-INF/container.xml": "no xml"}),
        zipped({"META-INF/container.xml": "<container/>"}),
        zipped({**epub_files(["x"]), "OEBPS/book.opf": ""}),
        _flipped(),
    ],
)
def test_a_damaged_file_is_refused(content: bytes) -> None:
    """Each kind of damage must end in the same clear message instead of a ZIP or XML error."""
    with pytest.raises(
        InputError, match=r"(?s)'book.epub' is damaged or not EPUB: .*Get a new copy"
    ):
        _read(content)


def test_an_encrypted_book_is_refused_and_hidden_fonts_are_no_matter() -> None:
    """Publishers often hide fonts only."""
    files = epub_files(["<p>Text.</p>"])
    fonts = {**files, "META-INF/encryption.xml": _ENCRYPTED.format("OEBPS/font.otf")}
    drm = {**files, "META-INF/encryption.xml": _ENCRYPTED.format("OEBPS/text/c%200.xhtml")}

    assert _pages(_read(zipped(fonts))) == {1: ["Text."]}
    with pytest.raises(InputError, match=r"'book.epub' is encrypted\. Add a copy"):
        _read(zipped(drm))


def test_a_zip_with_a_password_is_refused() -> None:
    """Encrypted entries would otherwise be read as noise."""
    content = bytearray(epub(["<p>Text.</p>"]))
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = -1
        while (at := content.find(mark, at + 1)) >= 0:
            content[at + offset] |= 1

    with pytest.raises(InputError, match="is encrypted"):
        _read(bytes(content))


def test_a_bomb_is_not_unpacked_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small archive can unpack to gigabytes."""
    unpacked: list[int] = []
    real = zipfile.ZipExtFile.read

    def counting(self: zipfile.ZipExtFile, n: int | None = -1) -> bytes:
        found = real(self, n)
        unpacked.append(len(found))
        return found

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counting)
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in epub_files(["<p>x</p>", ""]).items():
            if "c 1" not in name:
                made.writestr(name, text)
        with made.open("OEBPS/text/c 1.xhtml", "w") as chapter:
            for _ in range(260):
                chapter.write(b" " * 1_000_000)

    assert len(bomb.getvalue()) < 1_000_000
    with pytest.raises(InputError, match="larger than 200,000,000 bytes when unpacked"):
        _read(bomb.getvalue())
    assert sum(unpacked) <= limits.LARGEST_UNPACKED + 2_000_000


def test_names_that_lead_out_of_the_archive_touch_no_file(tmp_path: Path) -> None:
    """A crafted archive must neither read nor write files outside itself."""
    (tmp_path / "secret.xhtml").write_text(xhtml("<p>hidden words</p>"))
    outside = f"..{tmp_path}/secret.xhtml"
    files = epub_files(["<p>x</p>"])
    spine = {
        **files,
        "OEBPS/book.opf": str(files["OEBPS/book.opf"]).replace(
            "text/c%200.xhtml", f"../../../../../../..{tmp_path}/secret.xhtml"
        ),
    }
    entries = {**files, "../../evil.txt": "evil", "/etc/evil": "evil", outside: "evil"}

    with pytest.raises(InputError, match="is damaged"):
        _read(zipped(spine))
    assert _pages(_read(zipped(entries))) == {1: ["x"]}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["secret.xhtml"]


def _declaring(declarations: str, title: str) -> bytes:
    files = epub_files(["<p>Text.</p>"], title="TITLE")
    package = str(files["OEBPS/book.opf"]).replace("TITLE", title)
    declared = package.replace("<package", f"<!DOCTYPE package [{declarations}]><package", 1)
    return zipped({**files, "OEBPS/book.opf": declared})


def test_a_file_that_the_package_names_as_an_entity_is_not_read(tmp_path: Path) -> None:
    """An external entity could copy a private file of the author into the book."""
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")

    book = _read(_declaring(f'<!ENTITY file SYSTEM "{secret.as_uri()}">', "A &file;B"))

    assert "hidden" not in book.title
    assert _pages(book) == {1: ["Text."]}


def test_entities_of_entities_are_refused() -> None:
    """Nested entities could grow to gigabytes from a few lines."""
    laughs = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 12))

    with pytest.raises(InputError, match="is damaged"):
        _read(_declaring(f'<!ENTITY l0 "lol">{laughs}', "A &l11; B"))
