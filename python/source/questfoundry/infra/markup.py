"""Extract the text of HTML and XHTML, with its headings and the numbers of printed pages.

The parser is lxml: it reads broken HTML and XHTML, and expands no declared entities. The standard
library's parser is too slow: it needs half a minute for 30 KB of ``<a ``.
"""

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from questfoundry.domain.library.text import PageBreak, Piece, tidy, to_paragraph

_UNREAD_NAMES = "button head iframe math nav noscript object script select style svg template"
UNREAD_ELEMENTS = frozenset(_UNREAD_NAMES.split())
"""Elements without readable text, such as scripts, menus and buttons."""

_BLOCK_NAMES = """
address article aside blockquote body caption dd details div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section summary table tbody td tfoot
th thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_LABEL = 12
_FEED_SIZE = 8_192
_DEEPEST = 500


@frozen(kw_only=True)
class MarkupText:
    """The readable text of an HTML or XHTML document, with its title, author and language."""

    pieces: tuple[Piece, ...]
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

    ``page_marks`` maps the id of each element that begins a page to the printed page number. Markup
    that cannot be parsed ends the text early, without an error.
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
    return target.build_text()


def page_number(label: str) -> str:
    """Return the first number in a page label, such as ``12`` for ``Page 12``."""
    found = re.search(r"\d+", label)
    return found[0] if found else ""


def _split_before_tags(text: str) -> Iterator[str]:
    """Yield ``text`` in pieces of at most 8,192 characters, split before a tag where possible."""
    begin = 0
    while begin < len(text):
        tag = text.rfind("<", begin + 1, begin + _FEED_SIZE)
        end = begin + _FEED_SIZE if tag < 0 or begin + _FEED_SIZE >= len(text) else tag
        yield text[begin:end]
        begin = end


class _Target:
    """A receiver of lxml's parse events that collects the text; ``depth`` counts open elements."""

    def __init__(self, page_marks: Mapping[str, str], skipped: frozenset[str]) -> None:
        self.depth = 0
        self._page_marks = page_marks
        self._skipped = skipped
        self._pieces: list[Piece] = []
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

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag == "title":
            self._in_title = False
        if tag in self._skipped:
            self._skipping = max(0, self._skipping - 1)
        if tag == self._mark:
            self._mark = None
            if len("".join(self._words).strip()) <= _LONGEST_LABEL:
                self._words.clear()  # a printed page number is not part of the text
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
        return MarkupText(pieces=tuple(self._pieces), **about)

    def _end_block(self) -> None:
        if found := to_paragraph("".join(self._words), heading=self._heading):
            self._pieces.append(found)
        self._words.clear()
        self._heading = False

    def _mark_page(self, tag: str, attributes: Mapping[str, str]) -> None:
        label = self._page_marks.get(attributes.get("id", ""))
        if label is None and _is_page_break(attributes):
            label = page_number(attributes.get("title") or attributes.get("aria-label", ""))
        if label is None:
            return
        heading = self._heading
        self._end_block()
        self._heading = heading
        self._pieces.append(PageBreak(label))
        if _is_page_break(attributes):
            self._mark = tag


def _is_page_break(attributes: Mapping[str, str]) -> bool:
    kinds = f"{attributes.get('epub:type', '')} {attributes.get('role', '')}".split()
    return "pagebreak" in kinds or "doc-pagebreak" in kinds


def _language(attributes: Mapping[str, str]) -> str:
    return attributes.get("lang") or attributes.get("xml:lang", "")
