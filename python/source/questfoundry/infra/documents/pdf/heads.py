"""Find running heads: what repeats at the upper and lower edges of PDF pages."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from questfoundry.domain.library.page_labels import PageKey, parse_label
from questfoundry.domain.library.text import has_sentence_end
from questfoundry.infra.documents.pdf.edges import Edges, Row
from questfoundry.infra.documents.pdf.folios import LONGEST_HEAD, strip_frame
from questfoundry.infra.documents.pdf.segments import Segment
from questfoundry.infra.documents.plain_text import is_titled

_FEWEST_PAGES = 3
_MOST_WORDS_OF_SENTENCE = 3  # longer sentences are text, however often they are repeated
_LONG_WORD = 4  # shorter words are in lower case even in titles
_NEAR = 4.0  # points


def find_heads(pages: Sequence[Edges], labels: Sequence[str]) -> Sequence[frozenset[Segment]]:
    """Return the segments of each page that are running heads or page numbers.

    ``labels`` are the printed page numbers. A head is on at least three pages at the same height.
    """
    repeated = _find_repeated(pages, labels)
    begun: set[str] = set()
    heads: list[frozenset[Segment]] = []
    for edges, label in zip(pages, labels, strict=True):
        # The first row that names a chapter is the chapter's heading.
        headings = {row.text for row in edges if _is_heading(row.text, label)} - begun
        begun |= headings
        rest = [row for row in edges if row.text not in headings]
        heads.append(frozenset(_list_head_segments(rest, label, repeated)))
    return heads


_Heights = Mapping[tuple[str, bool], float]


def _is_heading(text: str, label: str) -> bool:
    return is_titled(text) and not _has_number(text, label)


def _has_number(text: str, label: str) -> bool:
    """Return whether the row begins or ends with the number of its page."""
    rest = _head_text(text, label)
    # Without its number, "Chapter 5" is no title, but "Chapter 5: The Ship 12" is one.
    is_same_kind = is_titled(rest) == is_titled(text)
    return is_same_kind and rest != " ".join(strip_frame(text).split()).casefold()


def _find_repeated(pages: Sequence[Edges], labels: Sequence[str]) -> _Heights:
    """Return the most frequent height of each text that occurs on at least three pages.

    The keys are pairs of the text, and whether the text is at the top of the page.
    """
    heights: dict[tuple[str, bool], list[float]] = {}
    for edges, label in zip(pages, labels, strict=True):
        for row in edges:
            heights.setdefault((_head_text(row.text, label), row.is_top), []).append(row.height)
    usual = {key: Counter(map(round, found)).most_common(1)[0] for key, found in heights.items()}
    return {key: height for key, (height, _) in usual.items() if len(heights[key]) >= _FEWEST_PAGES}


def _list_head_segments(edges: Edges, label: str, repeated: _Heights) -> Iterator[Segment]:
    for is_top in (True, False):
        outer = [each for each in edges if each.is_top is is_top]
        heads = list(takewhile(lambda row: _is_head(row, label, repeated), outer))
        while heads and not _differs_from_text(heads[-1], label):
            heads.pop()
        for head in heads:
            yield from head.segments


def _differs_from_text(row: Row, label: str) -> bool:
    """Return whether the row is apart from the text, a number, or written like a title."""
    words = [word for word in row.text.split() if len(word) >= _LONG_WORD]
    is_title = bool(words) and all(word[:1].isupper() for word in words)
    return row.is_apart or _is_number(row, label) or (is_title and not has_sentence_end(row.text))


def _is_number(row: Row, label: str) -> bool:
    return not _head_text(row.text, label)


def _is_head(row: Row, label: str, repeated: _Heights) -> bool:
    text = _head_text(row.text, label)
    if _is_number(row, label):
        return True
    if has_sentence_end(row.text) and len(text.split()) > _MOST_WORDS_OF_SENTENCE:
        return False
    if row.is_apart and not row.is_large and _has_number(row.text, label):
        return True
    height = repeated.get((text, row.is_top))
    return height is not None and abs(height - row.height) <= _NEAR


def _head_text(text: str, label: str) -> str:
    """Return a row's text without the page's number; empty if the number is all of the row."""
    if len(text) > LONGEST_HEAD:
        return text
    words = strip_frame(text).split()
    key = parse_label(label) if label else PageKey("?", -1)
    if words and parse_label(words[0]) == key:
        del words[0]
    if words and parse_label(words[-1]) == key:
        del words[-1]
    return " ".join(words).casefold()
