"""The readable text of an HTML page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from attrs import frozen

_NOT_READ = "aside button footer form iframe nav noscript script select style svg template"
_SKIPPED = frozenset(_NOT_READ.split())
_OWN_LINE = """
article blockquote br dd div dl dt figcaption h1 h2 h3 h4 h5 h6 header hr li main ol p pre section
table td th tr ul
"""
_BLOCKS = frozenset(_OWN_LINE.split())
_BREAK = "\x1e"


@frozen(kw_only=True)
class PageText:
    """A page without its markup; paragraphs stand on lines of their own."""

    title: str
    text: str


def page_text(html: str) -> PageText:
    """Read a page as a person would: no scripts, menus or forms."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (re.sub(r"\s+", " ", line).strip() for line in "".join(reader.text).split(_BREAK))
    return PageText(
        title=re.sub(r"\s+", " ", "".join(reader.title)).strip(),
        text="\n".join(line for line in lines if line),
    )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.text: list[str] = []
        self._in_title = False
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag in _SKIPPED:
            self._skipping.append(tag)
        elif tag == "title":
            self._in_title = True
        elif tag in _BLOCKS:
            self.text.append(_BREAK)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            # Also closes what the page forgot to close inside.
            del self._skipping[self._skipping.index(tag) :]
        elif tag == "title":
            self._in_title = False
        elif tag in _BLOCKS:
            self.text.append(_BREAK)

    def handle_data(self, data: str) -> None:
        if self._skipping:
            return
        (self.title if self._in_title else self.text).append(data)
