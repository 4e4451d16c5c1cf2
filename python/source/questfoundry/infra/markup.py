"""Extract the text of HTML and XHTML, with its headings and the numbers of printed pages.

The parser is lxml: it reads broken HTML and XHTML, and expands no declared entities. The standard
library's parser is too slow: it needs half a minute for 30 KB of ``<a ``.
"""

import re
from collections.abc import Iterator, Mapping

from attrs import define, evolve, frozen

from questfoundry.domain.library.paging import LONGEST_LABEL, PageBreak, Piece, find_label
from questfoundry.domain.library.text import tidy, to_paragraph

_UNREAD_NAMES = """
button head iframe math nav noscript object rp rt rtc script select style svg template
"""
UNREAD_ELEMENTS = frozenset(_UNREAD_NAMES.split())
"""Elements without text to read, such as scripts, menus, and the readings of ruby characters."""

_BLOCK_NAMES = """
address article aside blockquote body caption dd details div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section summary table tbody td tfoot
th thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_PAGE_BREAKS = frozenset(("pagebreak", "doc-pagebreak"))
_PAGE_NUMBER_CLASSES = frozenset(("pagenum", "pageno", "pagenumber", "page-number", "page_number"))
"""Classes of printed page numbers in files without page breaks, such as Project Gutenberg's."""

_PAGE_NAME = re.compile(r"(?:page|pg)[-_]?0*(\d{1,5}|[ivxlc]{1,8})", re.IGNORECASE)
_FEED_SIZE = 8_192
_DEEPEST = 500


@frozen(kw_only=True)
class MarkupText:
    """The readable text of an HTML or XHTML document, with its title, author and language.

    ``is_complete``: whether the document could be parsed to its end.
    """

    pieces: tuple[Piece, ...]
    is_complete: bool = True
    title: str = ""
    author: str = ""
    language: str = ""


def markup_text(
    markup: str,
    *,
    page_marks: Mapping[str, str] | None = None,
    skipped: frozenset[str] = UNREAD_ELEMENTS,
) -> MarkupText:
    """Return the text of ``markup`` (HTML or XHTML) without the elements named in ``skipped``.

    ``page_marks`` maps the id of each element that begins a page to the printed page number; an
    empty id is the document's beginning. Markup that cannot be parsed ends the text early. Marks of
    notes are left out.
    """
    from lxml import etree  # type: ignore[import-untyped]

    target = _Target(page_marks or {}, skipped)
    parser = None
    try:
        for part in _split_before_tags(markup.replace("\0", "")):
            parser = parser or etree.HTMLParser(target=target, no_network=True)
            parser.feed(part)
            if target.depth > _DEEPEST:
                # libxml2 searches all open elements for each end tag, which takes quadratic
                # time. A new parser starts without open elements.
                parser.close()
                parser = None
        if parser is not None:
            parser.close()
    except etree.LxmlError:
        target.close()  # keep the text read before the error
        return evolve(target.build_text(), is_complete=False)
    return target.build_text()


def _split_before_tags(text: str) -> Iterator[str]:
    """Yield ``text`` in pieces of at most 8,192 characters, split before a tag where possible."""
    begin = 0
    while begin < len(text):
        tag = text.rfind("<", begin + 1, begin + _FEED_SIZE)
        end = begin + _FEED_SIZE if tag < 0 or begin + _FEED_SIZE >= len(text) else tag
        yield text[begin:end]
        begin = end


_NOTE_REFERENCES = frozenset(("noteref", "doc-noteref"))
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§]{1,3})")
_FRAMED_MARK = re.compile(r"[\[(](?:\d{1,3}|[a-z]|[*†‡§]{1,3})[\])]|[*†‡§]{1,3}")


@define
class _OpenElement:
    tag: str
    begin: int
    is_reference: bool
    has_link: bool


class NoteMarks:
    """The open elements that can be the mark of a note: links, and raised numbers with a link."""

    def __init__(self) -> None:
        self._open: list[_OpenElement] = []

    def clear(self) -> None:
        """Forget the open elements, because their block ends."""
        self._open.clear()

    def open(self, tag: str, attributes: Mapping[str, str], begin: int) -> None:
        """Note that an element begins at the index ``begin`` of the block's words."""
        kinds = f"{attributes.get('epub:type', '')} {attributes.get('role', '')}".split()
        is_reference = not _NOTE_REFERENCES.isdisjoint(kinds)
        is_link = tag == "a" and "#" in attributes.get("href", "")
        if is_link:
            for each in self._open:
                each.has_link = True
        if is_reference or is_link or tag == "sup":
            inside = any(each.tag == "a" for each in self._open)
            self._open.append(_OpenElement(tag, begin, is_reference, is_link or inside))

    def close(self, tag: str, words: list[str]) -> None:
        """End the last open element ``tag``; remove its words if they are the mark of a note."""
        if not self._open or self._open[-1].tag != tag:
            return
        element = self._open.pop()
        text = "".join(words[element.begin :]).strip()
        if element.is_reference or (element.has_link and _is_note_mark(tag, text)):
            del words[element.begin :]


def _is_note_mark(tag: str, text: str) -> bool:
    pattern = _NOTE_MARK if tag == "sup" else _FRAMED_MARK
    return bool(pattern.fullmatch(text) or _FRAMED_MARK.fullmatch(text))


class _Target:
    """A receiver of lxml's parse events that collects the text; ``depth`` counts open elements."""

    def __init__(self, page_marks: Mapping[str, str], skipped: frozenset[str]) -> None:
        self.depth = 0
        self._page_marks = page_marks
        self._note_marks = NoteMarks()
        self._skipped = skipped
        self._pieces: list[Piece] = [PageBreak(page_marks[""])] if "" in page_marks else []
        self._words: list[str] = []
        self._about: dict[str, str] = {}
        self._skipping = 0
        self._heading = False
        self._in_title = False
        self._mark: str | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if tag == "title" and "title" not in self._about:
            self._about["title"] = ""
            self._in_title = True
        elif tag == "meta" and attributes.get("name", "").lower() == "author":
            self._about.setdefault("author", tidy(attributes.get("content", "")))
        elif tag == "html":
            self._about.setdefault("language", tidy(_language(attributes)))
        if tag in self._skipped:
            self._skipping += 1
        if tag in _BLOCKS:
            self._end_block()
            self._heading = tag in _HEADINGS
        elif tag == "br":
            self._words.append(" ")
        self._mark_page(tag, attributes)
        self._note_marks.open(tag, attributes, len(self._words))

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag == "title":
            self._in_title = False
        if tag in self._skipped:
            self._skipping = max(0, self._skipping - 1)
        if tag == self._mark:
            self._mark = None
            self._read_printed_number()
        self._note_marks.close(tag, self._words)
        if tag in _BLOCKS:
            self._end_block()

    def data(self, data: str) -> None:
        if self._in_title:
            self._about["title"] += data
        elif not self._skipping:
            self._words.append(data)

    def comment(self, text: str) -> None: ...
    def pi(self, target: str, data: str | None = None) -> None: ...
    def close(self) -> None:
        self._end_block()

    def build_text(self) -> MarkupText:
        about = {name: tidy(value) for name, value in self._about.items()}
        return MarkupText(
            pieces=tuple(self._pieces),
            title=about.get("title", ""),
            author=about.get("author", ""),
            language=about.get("language", ""),
        )

    def _end_block(self) -> None:
        if found := to_paragraph("".join(self._words), heading=self._heading):
            self._pieces.append(found)
        self._words.clear()
        self._note_marks.clear()
        self._heading = False

    def _read_printed_number(self) -> None:
        """Remove a printed page number from the text; label the page with it if it has no label."""
        text = "".join(self._words).strip()
        if len(text) > LONGEST_LABEL:
            return
        self._words.clear()
        if text and self._pieces and self._pieces[-1] == PageBreak():
            self._pieces[-1] = PageBreak(find_label(text))

    def _mark_page(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = attributes.get("id", "")
        label = self._page_marks.get(name) if name else None
        if label is None and _is_page_break(attributes):
            label = find_label(attributes.get("title") or attributes.get("aria-label", ""))
            label = label or _label_in_name(name)
        if label is None:
            return
        heading = self._heading
        self._end_block()
        self._heading = heading
        self._pieces.append(PageBreak(label))
        if _is_page_break(attributes):
            self._mark = tag


def _label_in_name(name: str) -> str:
    """Return the page label in an id such as ``page_12``; empty for another id."""
    found = _PAGE_NAME.fullmatch(name)
    return find_label(found[1]) if found else ""


def _is_page_break(attributes: Mapping[str, str]) -> bool:
    kinds = f"{attributes.get('epub:type', '')} {attributes.get('role', '')}".split()
    classes = attributes.get("class", "").lower().split()
    return not (_PAGE_BREAKS.isdisjoint(kinds) and _PAGE_NUMBER_CLASSES.isdisjoint(classes))


def _language(attributes: Mapping[str, str]) -> str:
    return attributes.get("lang") or attributes.get("xml:lang", "")
