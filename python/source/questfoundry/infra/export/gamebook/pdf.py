"""Write the gamebook as a printable PDF: A5 pages with links between sections."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from reportlab.lib.pagesizes import A5
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)

from questfoundry.domain.story.publication import Cover
from questfoundry.infra.export.gamebook.book import SECTIONS_A_PART, Gamebook, part_title
from questfoundry.infra.export.gamebook.markup import anchor, cover, front, imprint, section
from questfoundry.infra.export.gamebook.typesetting import REGULAR, flowables

_WIDTH, _HEIGHT = A5
_SIDE, _TOP, _BOTTOM = 16 * mm, 19 * mm, 19 * mm


def pdf(book: Gamebook) -> bytes:
    """Return the PDF, the same bytes for equal books; raise ``FormatError`` for unknown letters."""
    written = BytesIO()
    document = _Document(book, written)
    document.build(list(_pages(book)), canvasmaker=_build_canvas)
    return written.getvalue()


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
            author=book.author,
            subject=book.description,
            creator="QuestFoundry",
            lang=book.language,
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
            last = min(number + SECTIONS_A_PART - 1, len(self._book.sections))
            title = part_title(self._book.phrases, number, last)
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
    if book.cover:
        yield from (_CoverPicture(book.cover), PageBreak())
    yield Spacer(0, 45 * mm)
    yield from flowables(cover(book))
    yield PageBreak()
    for each in imprint(book):
        yield Spacer(0, 90 * mm)
        yield from flowables(each)
        yield PageBreak()
    yield from flowables(front(book))
    yield NextPageTemplate("sections")
    yield PageBreak()
    for one in book.sections:
        yield _SectionAnchor(one.number)
        yield from flowables(section(one, book.phrases, lambda number: f"#{anchor(number)}"))
