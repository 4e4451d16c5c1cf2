"""The text of HTML and XHTML, with its headings and the marks of its pages.

lxml's HTML parser reads both, however broken, in linear time, and expands no entity that a
document declares. (The one of the standard library needs minutes for some small files.)
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.library.book import BookFile
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.words import paragraph, tidy
from questfoundry.infra.documents.extra import extra_packages
from questfoundry.infra.documents.page_number import page_number

_NOT_READ = "button head iframe math nav noscript object script select style svg template"
_SKIPPED = frozenset(_NOT_READ.split())
_OWN_LINE = """
address article aside blockquote body caption dd details div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section summary table tbody td tfoot
th thead tr ul
"""
_BLOCKS = frozenset(_OWN_LINE.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_LABEL = 12
_FED_AT_ONCE = 100_000


@frozen(kw_only=True)
class MarkupText:
    """What there is to read in a document."""

    pieces: tuple[Piece, ...]
    title: str = ""
    author: str = ""
    language: str = ""


def markup_text(file: BookFile, markup: str, page_marks: Mapping[str, str]) -> MarkupText:
    """Read a document as a person would: no scripts, menus or buttons.

    ``page_marks`` are the ids of elements that begin a page, with what is printed on it.
    """
    with extra_packages(file):
        from lxml import etree  # type: ignore[import-untyped]
    target = _Target(page_marks)
    parser = etree.HTMLParser(target=target, no_network=True)
    text = markup.replace("\0", "")
    try:
        for at in range(0, len(text), _FED_AT_ONCE):
            parser.feed(text[at : at + _FED_AT_ONCE])
        parser.close()
    except etree.LxmlError:
        target.close()  # what came before is all that can be read
    return target.found()


class _Target:
    """Takes lxml's events."""

    def __init__(self, page_marks: Mapping[str, str]) -> None:
        self._page_marks = page_marks
        self._pieces: list[Piece] = []
        self._words: list[str] = []
        self._about: dict[str, str] = {}
        self._skipping = 0
        self._heading = False
        self._in_title = False
        self._mark: str | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "title" and "title" not in self._about:
            self._about["title"] = ""
            self._in_title = True
        elif tag == "meta" and attributes.get("name", "").lower() == "author":
            self._about.setdefault("author", tidy(attributes.get("content", "")))
        elif tag == "html":
            self._about.setdefault("language", tidy(_language(attributes)))
        if tag in _SKIPPED:
            self._skipping += 1
        if tag in _BLOCKS:
            self._end_block()
            self._heading = tag in _HEADINGS
        elif tag == "br":
            self._words.append(" ")
        self._mark_page(tag, attributes)

    def end(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if tag in _SKIPPED:
            self._skipping = max(0, self._skipping - 1)
        if tag == self._mark:
            self._mark = None
            if len("".join(self._words).strip()) <= _LONGEST_LABEL:
                self._words.clear()  # the number that is printed is no text
        if tag in _BLOCKS:
            self._end_block()

    def data(self, data: str) -> None:
        if self._in_title:
            self._about["title"] += data
        elif not self._skipping:
            self._words.append(data)

    def comment(self, text: str) -> None:
        """Not read."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Not read."""

    def close(self) -> None:
        self._end_block()

    def found(self) -> MarkupText:
        about = {name: tidy(value) for name, value in self._about.items()}
        return MarkupText(pieces=tuple(self._pieces), **about)

    def _end_block(self) -> None:
        if found := paragraph("".join(self._words), heading=self._heading):
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
