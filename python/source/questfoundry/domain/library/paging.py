"""Divide a book into pages, and read and give page numbers such as 12, xii and A-3."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import Factory, frozen

from questfoundry.domain.library.book import Page, Paragraph

FRONT = "front"
"""The label of pages before the first page with a printed number."""

LONGEST_LABEL = 12

ROMAN_SERIES = "roman"

ROMAN = "(?=[ivxlcdm])m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"  # may be empty

_ROMAN = re.compile(ROMAN, re.IGNORECASE)

_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}

_LABEL = re.compile(r"[^\W_]+(?:[-‐–. ][^\W_]+)*")  # noqa: RUF001 - dashes as printed

_COUNTED = re.compile(r"(\D*?)(\d{1,9})")

_PAGE_WORD = re.compile(r"(?:page|pagina|página|pg|pp?|pág|seite|s)\b[. ]*(?=\S)", re.IGNORECASE)


@frozen
class PageKey:
    """A printed page number, as a number ``value`` in a ``series``.

    The number xii is 12 in the series ``roman``, and A-3 is 3 in the series ``a-``. Plain numbers
    are the series with an empty name.
    """

    series: str
    value: int


def parse_label(label: str) -> PageKey:
    """Return the series of ``label`` and its place there; a word is a series of its own."""
    if label and _ROMAN.fullmatch(label):
        return PageKey(ROMAN_SERIES, _parse_roman(label.lower()))
    if found := _COUNTED.fullmatch(label):
        return PageKey(found[1].casefold(), int(found[2]))
    return PageKey(label.casefold() or "?", 0)


def _parse_roman(numeral: str) -> int:
    digits = [_ROMAN_DIGITS[letter] for letter in numeral]
    later = [*digits[1:], 0]
    return sum(-one if one < after else one for one, after in zip(digits, later, strict=True))


def is_label(text: str) -> bool:
    """Return whether ``text`` can be the label of a page: short, of letters, digits and dashes."""
    return len(text) <= LONGEST_LABEL and bool(_LABEL.fullmatch(text))


def find_label(text: str) -> str:
    """Return the page label in ``text``: ``12`` for "Page 12", ``xii`` for "p. xii"; else empty."""
    label = _PAGE_WORD.sub("", text.strip(" \t\n[](){}|"), count=1)
    if is_label(label) and (" " not in label):
        return label
    found = re.search(r"\d+", label)
    return found[0] if found else ""


def format_label_ranges(labels: Iterable[str]) -> str:
    """Return ``labels`` in short: ``i-iv, 7, 9-12`` for consecutive pages of a series."""
    runs: list[list[str]] = []
    for label in labels:
        key = parse_label(label)
        last = parse_label(runs[-1][-1]) if runs else None
        if last and (last.series, last.value + 1) == (key.series, key.value):
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


PAGE_SIZE = 1_800  # Characters of a computed page, spaces included: the standard page of publishers

_MAX_DIGITS = 5


@frozen
class PageBreak:
    """A page break; ``label`` is the page number as printed, or empty if unknown.

    ``has_pictures``: whether the page that begins here contains pictures or drawings.
    """

    label: str = ""
    has_pictures: bool = False


Piece = Paragraph | PageBreak


@frozen(kw_only=True)
class Paging:
    """The pages of a book that have text.

    ``last_page``: the number of the last page, with or without text. ``front_pages``: how many
    pages come before the first page with a plain number. ``unread``: the printed numbers of pages
    that have pictures but no text. ``made_pages``: whether the file has no page breaks.
    """

    pages: tuple[Page, ...]
    last_page: int
    front_pages: int = 0
    unread: tuple[str, ...] = ()
    made_pages: bool = False


def paginate(pieces: Sequence[Piece]) -> Paging:
    """Return the pages of a book with the given paragraphs and page breaks, in order.

    Without page breaks, the text is divided into pages of about equal size.
    """
    if any(isinstance(piece, PageBreak) for piece in pieces):
        return _paginate_at_breaks(pieces)
    pages = tuple(_split_by_size(pieces))
    return Paging(pages=pages, last_page=len(pages), made_pages=True)


@frozen
class _Leaf:
    label: str
    has_pictures: bool
    paragraphs: list[Paragraph] = Factory(list)


@frozen
class _Place:
    number: int
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or str(self.number)


def _paginate_at_breaks(pieces: Iterable[Piece]) -> Paging:
    leaves = list(_split_leaves(pieces))
    places = list(_place_leaves([leaf.label for leaf in leaves]))
    pages: dict[_Place, list[Paragraph]] = {}
    for place, leaf in zip(places, leaves, strict=True):
        pages.setdefault(place, []).extend(leaf.paragraphs)
    return Paging(
        pages=tuple(Page(at.number, tuple(held), at.label) for at, held in pages.items() if held),
        last_page=max((place.number for place in places), default=0),
        front_pages=max(0, 1 - places[0].number) if places else 0,
        unread=tuple(
            place.name
            for place, leaf in zip(places, leaves, strict=True)
            if leaf.has_pictures and not leaf.paragraphs
        ),
    )


def _split_leaves(pieces: Iterable[Piece]) -> Iterator[_Leaf]:
    leaf = _Leaf("", has_pictures=False)
    is_first = True
    for piece in pieces:
        if isinstance(piece, Paragraph):
            leaf.paragraphs.append(piece)
            continue
        if leaf.paragraphs or not is_first:
            yield leaf
        leaf, is_first = _Leaf(piece.label, piece.has_pictures), False
    yield leaf


def _place_leaves(labels: Sequence[str]) -> Iterator[_Place]:
    """Yield the place of each leaf: its number and, if they differ, its printed label.

    If the plain numbers among the labels increase, they are the numbers of their pages; other pages
    get numbers before or between them. Otherwise, the leaves are counted from 1.
    """
    known = [label if is_label(label) else "" for label in labels]
    labelled = [label for label in known if label]
    if 2 * len(labelled) < len(known) or 2 * len(set(labelled)) < len(labelled):
        return (_Place(at) for at in range(1, len(known) + 1))
    numbers = [_plain_number(label) for label in known]
    printed = [number for number in numbers if number]
    if not printed or any(one >= after for one, after in pairwise(printed)):
        return (_place(at, label) for at, label in enumerate(known, 1))
    return _place_between(known, numbers)


def _place_between(labels: Sequence[str], numbers: Sequence[int]) -> Iterator[_Place]:
    later = [number for number in numbers if number]
    place = _Place(later[0] - numbers.index(later[0]) - 1, FRONT)
    for label, number in zip(labels, numbers, strict=True):
        if number:
            del later[0]
            place = _place(number, label)
        elif label or place.label == FRONT:
            between = min(place.number + 1, *later[:1] or [place.number + 1])
            place = _Place(between, label or FRONT)
        yield place  # a page without a number counts as part of the page before


def _place(number: int, label: str) -> _Place:
    return _Place(number, "" if _plain_number(label) == number else label)


def _plain_number(label: str) -> int:
    is_plain = len(label) <= _MAX_DIGITS and parse_label(label).series == ""
    return parse_label(label).value if label and is_plain else 0


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
    text = paragraph.text
    if len(text) - at <= room:
        return len(text)
    if paragraph.heading and room < PAGE_SIZE:
        return at
    end = text.rfind(" ", at, at + room + 1) if room > 0 else at
    if end > at:
        return end
    return at + PAGE_SIZE if room == PAGE_SIZE else at
