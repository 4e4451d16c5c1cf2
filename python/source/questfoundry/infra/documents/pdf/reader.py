"""Read a PDF file with PDFium.

PDFium is C++ code, and a hostile file can crash it or fill the memory. So it must run only in a
child process with limits.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import tidy, to_paragraph
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.limits import (
    build_book,
    damage_error,
    encryption_error,
    extra_packages,
)
from questfoundry.infra.documents.pdf.edges import find_folios, find_heads, read_edges
from questfoundry.infra.documents.pdf.segments import (
    Segment,
    drop_ruby,
    merge_rows,
    order_columns,
    read_segments,
)
from questfoundry.infra.documents.plain_text import LineJoiner, ends_with_hyphen, is_titled

_FEW_SEGMENTS = 8
_MOST_OBJECTS = 1_000
_MOST_UNKNOWN = 0.5
"""The largest part of a page's characters that may be unknown; a page with more has no text."""


def read_pdf(file: BookFile) -> ParsedBook:
    """Return the book in a PDF file, with its pages labelled as printed.

    The labels are those of the file, else the numbers that are printed on the pages. Raise
    ``InputError`` if the file is unreadable.
    """
    with extra_packages(file):
        from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]
    try:
        document = PdfDocument(file.content)
        about = document.get_metadata_dict()
        outline = _outline_titles(document)
        labels = [document.get_page_label(at) for at in range(len(document))]
        leaves = list(_read_leaves(document, limits.LARGEST_TEXT))
    except PdfiumError as problem:
        if "password" in str(problem).lower():
            raise encryption_error(file) from problem
        raise damage_error(file, problem) from problem
    pieces = _build_pieces(_drop_heads(leaves, labels), outline)
    title, author = tidy(about.get("Title", "")), tidy(about.get("Author", ""))
    return build_book(file, tuple(pieces), title=title, author=author)


@frozen(kw_only=True)
class _Leaf:
    label: str = ""
    segments: tuple[Segment, ...]
    has_pictures: bool

    def list_lines(self) -> list[str]:
        return [each.text for each in merge_rows(order_columns(self.segments))]


def _read_leaves(document: Any, limit: int) -> Iterator[_Leaf]:
    for page in document:
        segments = tuple(drop_ruby(list(read_segments(page.get_textpage()))))
        if _is_unknown(segments):
            segments = ()
        yield _Leaf(segments=segments, has_pictures=_has_pictures(page, len(segments)))
        limit -= sum(len(each.text) for each in segments)
        page.close()
        if limit < 0:
            return


def _has_pictures(page: Any, segments: int) -> bool:
    """Return whether the text of a page may be in pictures, as on a scan.

    The result is true for a page without segments of text that is not blank, and for a page with
    few ``segments`` and an image.
    """
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

    if segments > _FEW_SEGMENTS:
        return False
    kinds = {
        pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page.raw, at))
        for at in range(min(pdfium.FPDFPage_CountObjects(page.raw), _MOST_OBJECTS))
    }
    return bool(
        kinds & {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM} if segments else kinds
    )


def _is_unknown(segments: Sequence[Segment]) -> bool:
    text = "".join(each.text for each in segments)
    unknown = sum(char in "\0\ufffd" or "\ue000" <= char <= "\uf8ff" for char in text)
    return unknown > _MOST_UNKNOWN * len(text)


def _drop_heads(leaves: Sequence[_Leaf], labels: Sequence[str]) -> list[_Leaf]:
    edges = [read_edges(leaf.segments) for leaf in leaves]
    folios = find_folios(edges)
    own = labels[: len(leaves)]
    has_own = any(label not in ("", str(at)) for at, label in enumerate(own, 1))
    printed = own if has_own else folios
    heads = find_heads(edges, [folio or label for folio, label in zip(folios, own, strict=True)])
    return [
        evolve(leaf, label=label, segments=_list_text(leaf, found))
        for leaf, label, found in zip(leaves, printed, heads, strict=True)
    ]


def _list_text(leaf: _Leaf, heads: Collection[Segment]) -> tuple[Segment, ...]:
    rest = tuple(each for each in leaf.segments if each not in heads)
    # Text at the edge of a scan is a stamp. On a page without a picture, it is all of the text.
    return rest if rest or leaf.has_pictures else leaf.segments


def _outline_titles(document: Any) -> dict[int, set[str]]:
    titles: dict[int, set[str]] = {}
    for bookmark in document.get_toc():
        place = bookmark.get_dest()
        if place and (index := place.get_index()) is not None:
            titles.setdefault(index, set()).add(tidy(bookmark.get_title()).casefold())
    return titles


def _build_pieces(leaves: Sequence[_Leaf], outline: dict[int, set[str]]) -> Iterator[Piece]:
    pages = [leaf.list_lines() for leaf in leaves]
    joiner = LineJoiner([line for lines in pages for line in lines])
    _complete_last_words(pages)
    for at, (leaf, lines) in enumerate(zip(leaves, pages, strict=True)):
        yield PageBreak(leaf.label, has_pictures=leaf.has_pictures)
        yield from _split_paragraphs(lines, outline.get(at, frozenset()), joiner)


def _complete_last_words(pages: Sequence[list[str]]) -> None:
    """Move the rest of a word that a page's end divides to the page on which the word begins."""
    for lines, following in pairwise(pages):
        if lines and following and ends_with_hyphen(lines[-1]) and following[0][:1].islower():
            rest, _, following[0] = following[0].partition(" ")
            lines.append(rest)


def _split_paragraphs(
    lines: Sequence[str], titles: Collection[str], joiner: LineJoiner
) -> Iterator[Piece]:
    pending: list[str] = []
    for line in lines:
        words = tidy(line)
        if words.casefold() not in titles and not is_titled(words):
            pending.append(line)
            continue
        if found := to_paragraph(joiner.join(pending)):
            yield found
        pending = []
        if heading := to_paragraph(words, heading=True):
            yield heading
    if found := to_paragraph(joiner.join(pending)):
        yield found
