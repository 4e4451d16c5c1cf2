"""Books whose pages have printed numbers, made for tests: EPUB and PDF.

Each leaf has a sentence with a word that no other leaf has, so that a test can ask on which page
the book's excerpt of this word is.
"""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.support.book_files import epub_files, page_mark, xhtml, zipped

WIDTH, HEIGHT = 420, 600
_SIZE, _LEADING = 10, 12
_PROSE = (
    "The harbour lay under fog, and the keeper of the lamp had not come down since the evening.",
    "Nobody in the village spoke of the wreck, for the children were afraid of the bells.",
    "On the quay the fishermen mended their nets, and a dog slept in the shade of the boats.",
)


def sentence(word: str) -> str:
    """Return a sentence about ``word``."""
    return f"In the ledger of that day the clerk wrote the name of {word} in red ink."


def prose(word: str, at: int) -> list[str]:
    """Return the sentences of the leaf ``at``, and among them the one about ``word``."""
    return [_PROSE[at % 3], sentence(word), _PROSE[(at + 1) % 3]]


def words(count: int, prefix: str = "Corvid") -> list[str]:
    """Return ``count`` names, one for each leaf of a book."""
    letters = "bcdfghjklmnprstvwz"
    return [f"{prefix}{letters[at // 18]}a{letters[at % 18]}o" for at in range(count)]


def wrap(text: str, width: float, *, size: float = _SIZE) -> list[str]:
    """Return the lines into which ``text`` is broken at spaces."""
    canvas = Canvas(BytesIO())
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if canvas.stringWidth(longer, "Times-Roman", size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class PdfMaker:
    """A writer of PDF pages, from their lower left corner, in points."""

    def __init__(self, title: str = "untitled") -> None:
        self._made = BytesIO()
        self.canvas = Canvas(self._made, pagesize=(WIDTH, HEIGHT))
        self.canvas.setTitle(title)

    def write(self, lines: Sequence[str], left: float = 50, top: float = 520) -> float:
        """Write lines below each other, and return the height of the next line."""
        for line in lines:
            self.put(line, left, top)
            top -= _LEADING
        return top

    def put(self, text: str, left: float, height: float, *, size: float = _SIZE) -> float:
        """Write ``text``, and return its right end."""
        self.canvas.setFont("Times-Roman", size)
        self.canvas.drawString(left, height, text)
        return left + float(self.canvas.stringWidth(text, "Times-Roman", size))

    def scan(self) -> None:
        """Put a picture on the whole page."""
        picture = ImageReader(Image.new("L", (20, 30), 200))
        self.canvas.drawImage(picture, 0, 0, WIDTH, HEIGHT)

    def end_page(self) -> None:
        """Begin a new page."""
        self.canvas.showPage()

    def content(self) -> bytes:
        """Return the file."""
        self.canvas.save()
        return self._made.getvalue()


Printed = tuple[bytes, Mapping[str, str]]
"""A file, and the printed page number of each of its words."""


def labelled_pdf() -> Printed:
    """Make a PDF with page labels: i to iv, 1 to 9, and A-1 to A-3."""
    maker = PdfMaker()
    for first, style, prefix in (
        (0, "ROMAN_LOWER", None),
        (4, "ARABIC", None),
        (13, "ARABIC", "A-"),
    ):
        maker.canvas.addPageLabel(first, style=style, start=1, prefix=prefix)
    labels = ["i", "ii", "iii", "iv", *map(str, range(1, 10)), "A-1", "A-2", "A-3"]
    return _plain_pages(maker, labels)


def _plain_pages(maker: PdfMaker, labels: Sequence[str]) -> Printed:
    found = dict(zip(words(len(labels)), labels, strict=True))
    for at, word in enumerate(found):
        maker.write(wrap(" ".join(prose(word, at)), 320))
        maker.end_page()
    return maker.content(), found


def folio_pdf() -> Printed:
    """Make a PDF without labels: a jacket, pages i to vi, and pages 1 to 14 with running heads.

    The numbers are printed at the outer edge beside the heads, and not where a chapter begins.
    """
    maker = PdfMaker()
    labels = ["front", *("i", "ii", "iii", "iv", "v", "vi"), *map(str, range(1, 15))]
    found = dict(zip(words(len(labels)), labels, strict=True))
    for at, (word, label) in enumerate(found.items()):
        if label in ("1", "8"):
            maker.put(f"Chapter {1 if label == '1' else 2}", 180, 560, size=16)
        elif label.isdecimal():
            is_left = int(label) % 2 == 0
            maker.put(label, 50 if is_left else 360, 560)
            maker.put("THE DROWNED BELL" if is_left else "The Keeper", 170, 560)
        elif label != "front":
            maker.put(label, 200, 40)
        maker.write(wrap(" ".join(prose(word, at)), 320))
        maker.end_page()
    return maker.content(), found


def column_pdf() -> Printed:
    """Make a PDF in two columns, drawn row by row, with titles over both and numbers below.

    Its printed numbers begin at 301, as in a volume of a journal.
    """
    maker = PdfMaker("The Tide Journal")
    labels = list(map(str, range(301, 307)))
    found = dict(zip(words(len(labels)), labels, strict=True))
    for at, (word, label) in enumerate(found.items()):
        if at % 2 == 0:
            maker.put(f"A Study of the Tides and of the Lamps, in Part {at // 2 + 1}", 70, 560)
        lines = wrap(" ".join([*prose(word, at), *_PROSE, sentence(word)]), 150)
        half = (len(lines) + 1) // 2
        for row in range(half):
            maker.put(lines[row], 50, 520 - row * _LEADING)
            if half + row < len(lines):
                maker.put(lines[half + row], 215, 520 - row * _LEADING)
        maker.put(label, 200, 40)
        maker.end_page()
    return maker.content(), found


def scanned_pdf() -> Printed:
    """Make a PDF of 12 numbered pages, with pictures only on the pages 3 to 7 and a stamp on 8."""
    maker = PdfMaker()
    found: dict[str, str] = {}
    for at, word in enumerate(words(12), 1):
        if 3 <= at <= 8:
            maker.scan()
        if at not in range(3, 8):
            maker.put("Digitized by the Harbour Library", 140, 20)
        if at not in range(3, 9):
            maker.write(wrap(" ".join(prose(word, at)), 320))
            found[word] = str(at)
        maker.end_page()
    return maker.content(), found


def noted_pdf() -> Printed:
    """Make a PDF with note marks, and with words divided at the ends of lines and pages."""
    maker = PdfMaker()
    labels = list(map(str, range(9, 15)))
    found = dict(zip(words(len(labels)), labels, strict=True))
    for at, (word, label) in enumerate(found.items()):
        top = maker.write(wrap(" ".join(prose(word, at)), 320))
        end = maker.put("Here stood the well-", 50, top)
        end = maker.put("known light", 50, top - 12)
        end = maker.put(str(at + 1), end, top - 8, size=6)
        maker.put("of the sea, an extraor-", end + 3, top - 12)
        maker.put("dinary sight; and then he remem-", 50, top - 24)
        maker.put(label, 200, 40)
        maker.end_page()
        maker.put("bered the storm.", 50, 532)
    maker.end_page()
    return maker.content(), found


def inline_epub() -> Printed:
    """Make an EPUB with page breaks in the text: i to iii, 1 to 6, and A-1."""
    labels = ["i", "ii", "iii", *map(str, range(1, 7)), "A-1"]
    found = dict(zip(words(len(labels)), labels, strict=True))
    body = "".join(
        f"{page_mark(label)}<p>{' '.join(prose(word, at))}</p>"
        for at, (word, label) in enumerate(found.items())
    )
    return zipped(epub_files([body])), found


def _listed(listing: Callable[[Sequence[tuple[str, str]]], dict[str, bytes | str]]) -> Printed:
    labels = ["front", "vii", "viii", "1", "2", "3", "4"]
    found = dict(zip(words(len(labels)), labels, strict=True))
    chapters = ["", ""]
    targets: list[tuple[str, str]] = []
    for at, (word, label) in enumerate(found.items()):
        chapter = 0 if at < 4 else 1
        chapters[chapter] += f'<p id="p{at}">{" ".join(prose(word, at))}</p>'
        if label != "front":
            targets.append((label, f"text/c%20{chapter}.xhtml#p{at}"))
    items = (
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    )
    return zipped({**epub_files(chapters, extra=items), **listing(targets)}), found


def page_list_epub() -> Printed:
    """Make an EPUB with the page list of EPUB 3: a title page, vii, viii, and 1 to 4."""

    def listing(targets: Sequence[tuple[str, str]]) -> dict[str, bytes | str]:
        links = "".join(f'<li><a href="{place}">Page {label}</a></li>' for label, place in targets)
        return {"OEBPS/nav.xhtml": xhtml(f'<nav epub:type="page-list"><ol>{links}</ol></nav>')}

    return _listed(listing)


def page_target_epub() -> Printed:
    """Make an EPUB with the page list of EPUB 2: a title page, vii, viii, and 1 to 4."""

    def listing(targets: Sequence[tuple[str, str]]) -> dict[str, bytes | str]:
        found = "".join(
            f"<pageTarget><navLabel><text>{label}</text></navLabel>"
            f'<content src="{place}"/></pageTarget>'
            for label, place in targets
        )
        return {
            "OEBPS/toc.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/">'
            f"<pageList>{found}</pageList></ncx>"
        }

    return _listed(listing)


def volumes_epub() -> Printed:
    """Make an EPUB of two volumes that both begin at page 1; numbers are the marks' texts."""
    labels = ["1", "2", "3", "4", "1", "2", "3"]
    names = words(len(labels))
    body = "".join(
        f'<p><span epub:type="pagebreak" id="m{at}">{label}</span>{" ".join(prose(word, at))}</p>'
        for at, (word, label) in enumerate(zip(names, labels, strict=True))
    )
    return zipped(epub_files([body])), dict(zip(names, labels, strict=True))


def noted_epub() -> Printed:
    """Make an EPUB with ruby and notes, in which a mark divides each page's first paragraph."""
    labels = [*("xi", "xii"), *map(str, range(1, 6))]
    found = dict(zip(words(len(labels)), labels, strict=True))
    body = "<p>Half a title"
    for at, (word, label) in enumerate(found.items()):
        ruby = "<ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>町"
        note = f'<a href="#n{at}" epub:type="noteref">{at + 1}</a>'
        raised = f'<sup><a href="#m{at}">{at + 2}</a></sup>'
        body += (
            f" {page_mark(label)} continues here.</p><p>{' '.join(prose(word, at))}{note} "
            f"The {ruby} slept.{raised} It covers 9 m<sup>2</sup> of"
        )
    return zipped(epub_files([body + " land.</p>"])), found


PDFS = (labelled_pdf, folio_pdf, column_pdf, scanned_pdf, noted_pdf)
EPUBS = (inline_epub, page_list_epub, page_target_epub, volumes_epub, noted_epub)
