"""Write the gamebook as a printable PDF: A5 pages with links, set in the packaged Noto Serif."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element
from xml.sax.saxutils import quoteattr

from reportlab.lib.colors import black
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch, mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from questfoundry.domain.errors import FormatError
from questfoundry.domain.story.asset import Asset
from questfoundry.domain.story.publication import Cover
from questfoundry.infra.export.gamebook.markup import SECTIONS_A_PART, Gamebook, anchor
from questfoundry.infra.export.gamebook.typefaces import (
    BOLD,
    ITALIC,
    REGULAR,
    count_missing,
    format_text,
    is_letter,
    register_fonts,
)
from questfoundry.infra.export.text import hands_metadata

_WIDTH, _HEIGHT = A5
_SIDE, _TOP, _BOTTOM = 16 * mm, 19 * mm, 19 * mm
_TEXT_WIDTH, _TALLEST = _WIDTH - 2 * _SIDE, 0.85 * (_HEIGHT - _TOP - _BOTTOM)
"""The largest width and height of a picture."""


def pdf(book: Gamebook) -> bytes:
    """Return ``book`` as a PDF file; equal books give equal bytes.

    Characters that the fonts lack become squares. Raise ``FormatError`` if these are more than one
    in a hundred letters of the story.
    """
    _require_letters(book)
    written = BytesIO()
    document = _Document(book, written)
    document.build(list(_pages(book)), canvasmaker=_build_canvas)
    return written.getvalue()


def find_missing(book: Gamebook) -> Counter[str]:
    """Return how often each character that the fonts lack occurs in ``book``."""
    return count_missing(_list_texts(book))


def quote_letters(letters: Iterable[str]) -> str:
    """Return ``letters`` for a message: at most 12 of them, sorted."""
    ordered = sorted(letters)
    more = " and more" if len(ordered) > _MOST_LETTERS_LISTED else ""
    return f"{' '.join(ordered[:_MOST_LETTERS_LISTED])}{more}"


def _list_texts(book: Gamebook) -> Iterator[str]:
    sections = (book.section(each, str) for each in book.sections)
    for part in (book.cover(), *book.imprint(), book.front(), *sections):
        yield from part.itertext()


def _require_letters(book: Gamebook) -> None:
    missing = {each: count for each, count in find_missing(book).items() if is_letter(each)}
    letters = sum(is_letter(each) for text in _list_texts(book) for each in text)
    if sum(missing.values()) > _MOST_MISSING * letters:
        raise FormatError(
            f"The PDF font lacks {quote_letters(missing)}. Print the gamebook's HTML page from a "
            "browser instead, which uses the fonts of your system."
        )


def _build_canvas(*given: Any, **named: Any) -> Canvas:
    return Canvas(*given, **named | {"invariant": 1, "pageCompression": 0})


class _SectionAnchor(Flowable):
    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.keepWithNext = 1

    def wrap(self, *_: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        self.canv.bookmarkHorizontal(anchor(self.number), 0, 12 * mm)


class _CoverPicture(Flowable):
    def __init__(self, picture: Cover) -> None:
        super().__init__()
        self._picture = ImageReader(BytesIO(picture.content))

    def wrap(self, *_: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        width, height = self._picture.getSize()
        scale = min(_WIDTH / width, _HEIGHT / height)
        size = width * scale, height * scale
        self.canv.saveState()
        self.canv.resetTransforms()
        place = (_WIDTH - size[0]) / 2, (_HEIGHT - size[1]) / 2
        self.canv.drawImage(self._picture, *place, *size, mask="auto")
        self.canv.restoreState()


class _Document(BaseDocTemplate):
    def __init__(self, book: Gamebook, file: BytesIO) -> None:
        super().__init__(
            file,
            pagesize=A5,
            title=book.title,
            author=book.about.get("author", ""),
            subject=book.about.get("description", ""),
            keywords=[value for _, value in hands_metadata(book.edition)],
            creator="QuestFoundry",
            lang=book.edition.language,
        )
        self._book = book
        self._sections_on_page: list[int] = []
        frame = Frame(
            _SIDE, _BOTTOM, _WIDTH - 2 * _SIDE, _HEIGHT - _TOP - _BOTTOM, 0, 0, 0, 0, id="text"
        )
        self.addPageTemplates(
            [
                PageTemplate("bare", frames=[frame]),
                PageTemplate("sections", frames=[frame], onPageEnd=self._frame_page),
            ]
        )

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        if isinstance(flowable, _SectionAnchor):
            self._sections_on_page.append(flowable.number)
            self._outline(flowable.number)

    def _outline(self, number: int) -> None:
        if (number - 1) % SECTIONS_A_PART == 0:
            title = self._book.part_title(number)
            self.canv.bookmarkPage(title)
            self.canv.addOutlineEntry(title, title, level=0, closed=1)
        self.canv.addOutlineEntry(str(number), anchor(number), level=1)

    def _frame_page(self, canvas: Canvas, _: Any) -> None:
        canvas.setFont(REGULAR, 8.5)
        canvas.drawCentredString(_WIDTH / 2, 10 * mm, str(canvas.getPageNumber()))
        if self._sections_on_page:
            first, last = self._sections_on_page[0], self._sections_on_page[-1]
            numbers = str(first) if first == last else f"{first}\u2013{last}"
            canvas.drawCentredString(_WIDTH / 2, _HEIGHT - 12 * mm, numbers)
        # The last section may continue on the next page.
        self._sections_on_page = self._sections_on_page[-1:]


def _pages(book: Gamebook) -> Iterator[Flowable]:
    if book.cover_file:
        yield from (_CoverPicture(book.cover_file), PageBreak())
    yield Spacer(0, 45 * mm)
    yield from flowables(book.cover())
    yield PageBreak()
    for each in book.imprint():
        yield Spacer(0, 90 * mm)
        yield from flowables(each)
        yield PageBreak()
    yield from flowables(book.front())
    yield NextPageTemplate("sections")
    yield PageBreak()
    for one in book.sections:
        yield _SectionAnchor(book.numbers[one.id])
        section = book.section(one, lambda number: f"#{anchor(number)}")
        yield from flowables(section, book.edition.assets)


_SIZE, _LEADING = 10, 14.5
_NAME_WIDTH, _BOX_WIDTH = 80, 22  # 13 boxes in a row would fill the page
_BLOCKS = ("h1", "h2", "p", "hr", "ul")
_INLINE = {"em": "i", "strong": "b", "label": "i", "closed": "i", "number": "b", "to": "b"}
"""The inline tag that ReportLab uses for an element, by the element's HTML tag or class."""
_MOST_LETTERS_LISTED = 12
_MOST_MISSING = 0.01
"""The largest share of the story's letters that may be missing in the fonts."""


def flowables(
    part: Element, assets: Mapping[str, Asset] = MappingProxyType({})
) -> Iterator[Flowable]:
    """Yield the layout elements of ``part``; ``assets`` holds its pictures by name."""
    register_fonts()
    before = ""
    for each in part:
        if each.tag == "ul":
            yield KeepTogether([line for item in each for line in _paragraphs(item, "way", "way")])
        elif each.tag == "hr":
            yield Paragraph("* * *", _STYLES["break"])
        elif each.attrib.get("class") == "boxes":
            yield _box_row(each)
        elif each.tag in _BLOCKS:
            style = _style_of(each, part, before)
            if "".join(each.itertext()).strip():
                yield from _paragraphs(each, style, "first" if style == "on" else style)
            for picture in each.iter("img"):
                yield _build_picture(picture, assets)
        before = each.tag


def _build_picture(element: Element, assets: Mapping[str, Asset]) -> Flowable:
    """Return the picture at its width, or at 150 dots an inch, within the frame of the text."""
    picture = Image(BytesIO(assets[element.attrib["src"]].content))
    width = int(element.attrib.get("class", "w0").removeprefix("w"))
    wanted = _TEXT_WIDTH * width / 100 if width else picture.imageWidth * inch / 150
    scale = min(wanted, _TEXT_WIDTH) / picture.imageWidth
    scale = min(scale, _TALLEST / picture.imageHeight)
    picture.drawWidth, picture.drawHeight = picture.imageWidth * scale, picture.imageHeight * scale
    picture.spaceBefore = picture.spaceAfter = 8
    return picture


def _box_row(row: Element) -> Flowable:
    name, *boxes = (Paragraph(_to_reportlab(each), _STYLES["box"]) for each in row)
    table = Table(
        [[name, *boxes]], colWidths=[_NAME_WIDTH, *[_BOX_WIDTH] * len(boxes)], spaceBefore=6
    )
    table.setStyle([("GRID", (1, 0), (-1, -1), 0.5, black), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")])
    table.hAlign = "LEFT"
    return table


def _style_of(block: Element, part: Element, before: str) -> str:
    kind = block.attrib.get("class", "")
    if block.tag != "p":
        return f"{block.tag} {part.attrib['class'].split()[0]}"
    if kind in {"chapter", "end", "author", "hook"}:
        return kind
    if part.attrib["class"].startswith("passage"):
        return "on" if before == "p" else "first"
    return "apart"


def _paragraphs(block: Element, first: str, others: str) -> Iterator[Paragraph]:
    for line in _to_reportlab(block).split("\n"):
        yield Paragraph(line, _STYLES[first])
        first = others


def _to_reportlab(element: Element) -> str:
    parts = [format_text(element.text or "")]
    for each in element:
        inner = _to_reportlab(each).replace("\n", "<br/>")
        kind = each.attrib.get("class", each.tag)
        if each.tag == "a":
            inner = f"<a href={quoteattr(each.attrib['href'])}>{inner}</a>"
        elif tag := _INLINE.get(kind) or _INLINE.get(each.tag):
            inner = f"<{tag}>{inner}</{tag}>"
        parts.append(f"{inner}<br/>" if kind == "number" else inner)
        tail = each.tail if each.tag in {"a", "em", "img", "span", "strong"} else ""
        parts.append(format_text(tail or ""))
    return "".join(parts)


def _styles() -> dict[str, ParagraphStyle]:
    text = ParagraphStyle(
        "text", fontName=REGULAR, fontSize=_SIZE, leading=_LEADING, allowWidows=0, allowOrphans=0
    )
    middle = ParagraphStyle("middle", text, alignment=TA_CENTER)

    def centred(**more: object) -> ParagraphStyle:
        return ParagraphStyle("centred", middle, **more)

    return {
        "first": text,
        "on": ParagraphStyle("on", text, firstLineIndent=1.4 * _SIZE),
        "apart": ParagraphStyle("apart", text, spaceBefore=6),
        "way": ParagraphStyle("way", text, spaceBefore=5, leftIndent=14, firstLineIndent=-14),
        "box": ParagraphStyle("box", text, fontSize=7.5, leading=10),
        "break": centred(spaceBefore=6, spaceAfter=6),
        "h1 cover": centred(fontSize=24, leading=29),
        "author": centred(spaceBefore=14, fontSize=11),
        "hook": centred(fontName=ITALIC, spaceBefore=22, leftIndent=20, rightIndent=20),
        "h2 front": ParagraphStyle(
            "front", text, fontName=BOLD, fontSize=12, spaceBefore=14, spaceAfter=4, keepWithNext=1
        ),
        "h2 passage": centred(
            spaceBefore=22, spaceAfter=8, leading=18, fontSize=12, keepWithNext=1
        ),
        "chapter": centred(
            fontName=ITALIC, fontSize=13.5, leading=18, spaceAfter=10, keepWithNext=1
        ),
        "end": centred(fontName=BOLD, spaceBefore=10),
    }


_STYLES = _styles()
