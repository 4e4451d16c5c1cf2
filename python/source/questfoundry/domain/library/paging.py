"""Divide a book into pages: at the page breaks of its file, or into pages of a fixed size."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import Factory, frozen

from questfoundry.domain.library.book import Page, Paragraph

PAGE_SIZE = 1_800
"""Characters of a computed page, spaces included: the standard page of publishers."""

_MAX_DIGITS = 5


@frozen
class PageBreak:
    """A page break; ``label`` is the page number as printed, or empty if unknown."""

    label: str = ""


Piece = Paragraph | PageBreak


@frozen(kw_only=True)
class Paging:
    """The pages of a book that have text; ``made_pages`` if the file has no page breaks."""

    pages: tuple[Page, ...]
    made_pages: bool


def paginate(pieces: Sequence[Piece]) -> Paging:
    """Return the pages of a book with the given paragraphs and page breaks, in order."""
    made = not any(isinstance(piece, PageBreak) for piece in pieces)
    return Paging(
        pages=tuple(_split_by_size(pieces) if made else _split_at_breaks(pieces)), made_pages=made
    )


@frozen
class _Leaf:
    label: str
    paragraphs: list[Paragraph] = Factory(list)


def _split_at_breaks(pieces: Iterable[Piece]) -> Iterator[Page]:
    leaves = [_Leaf("")]
    for piece in pieces:
        if isinstance(piece, Paragraph):
            leaves[-1].paragraphs.append(piece)
        else:
            leaves.append(_Leaf(piece.label))
    if not leaves[0].paragraphs:
        del leaves[0]
    pages: dict[int, list[Paragraph]] = {}
    for number, leaf in zip(_number_leaves(leaves), leaves, strict=True):
        pages.setdefault(number, []).extend(leaf.paragraphs)
    return (Page(number, tuple(held)) for number, held in pages.items() if held)


def _number_leaves(leaves: Sequence[_Leaf]) -> Iterator[int]:
    """Count leaves from 1 unless half of them have printed numbers, which increase."""
    labels = [
        int(leaf.label) if leaf.label.isdecimal() and len(leaf.label) <= _MAX_DIGITS else 0
        for leaf in leaves
    ]
    printed = [number for number in labels if number]
    grows = all(one < next_one for one, next_one in pairwise(printed))
    if not grows or 2 * len(printed) < len(leaves):
        yield from range(1, len(leaves) + 1)
        return
    current = printed[0]
    for number in labels:
        current = number or current
        yield current


def _split_by_size(pieces: Iterable[Piece]) -> Iterator[Page]:
    number, size = 1, 0
    pending: list[Paragraph] = []
    for piece in pieces:
        if not isinstance(piece, Paragraph):
            continue
        at = 0
        while at < len(piece.text):
            end = _find_page_end(piece, at, PAGE_SIZE - size)
            if end > at:
                pending.append(Paragraph(piece.text[at:end], piece.heading))
            size += end - at + 1
            at = end + (piece.text[end : end + 1] == " ")
            if at < len(piece.text):
                yield Page(number, tuple(pending))
                number, size, pending = number + 1, 0, []
    if pending:
        yield Page(number, tuple(pending))


def _find_page_end(paragraph: Paragraph, at: int, room: int) -> int:
    """Return the index in the text at which the page ends, or ``at`` if no further word fits."""
    text = paragraph.text
    if len(text) - at <= room:
        return len(text)
    if paragraph.heading and room < PAGE_SIZE:
        return at
    end = text.rfind(" ", at, at + room + 1) if room > 0 else at
    if end > at:
        return end
    return at + PAGE_SIZE if room == PAGE_SIZE else at
