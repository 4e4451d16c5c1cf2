"""Files of books, made for tests: EPUB, Word, PDF."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from xml.sax.saxutils import quoteattr

from questfoundry.domain.library.book import BookFile

_CONTAINER = """<?xml version="1.0"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>"""


def file(content: bytes | str, name: str = "book.txt", format: str = "") -> BookFile:
    found = content.encode() if isinstance(content, str) else content
    return BookFile(
        source=f"/{name}", name=name, format=format or name.rpartition(".")[2], content=found
    )


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def xhtml(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<head><title/></head><body>{body}</body></html>"
    )


def epub_files(
    chapters: Sequence[str], *, title: str = "A Book", extra: str = "", spine: str = ""
) -> dict[str, bytes | str]:
    """Return the files of an EPUB with XHTML chapters; ``extra`` goes into its manifest."""
    items = "".join(
        f'<item id="c{at}" href="text/c%20{at}.xhtml" media-type="application/xhtml+xml"/>'
        for at in range(len(chapters))
    )
    refs = "".join(f'<itemref idref="c{at}"/>' for at in range(len(chapters)))
    package = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>An Author</dc:creator>"
        f"<dc:language>en</dc:language></metadata><manifest>{items}{extra}</manifest>"
        f"<spine>{refs}{spine}</spine></package>"
    )
    texts = {f"OEBPS/text/c {at}.xhtml": xhtml(body) for at, body in enumerate(chapters)}
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OEBPS/book.opf": package,
        **texts,
    }


def epub(chapters: Sequence[str], *, title: str = "A Book") -> bytes:
    return zipped(epub_files(chapters, title=title))


def page_mark(number: int | str) -> str:
    return f'<span epub:type="pagebreak" role="doc-pagebreak" title={quoteattr(str(number))}/>'
