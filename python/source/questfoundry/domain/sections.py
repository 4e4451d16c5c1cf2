"""A text of an author's at its headings, however they are written, and at its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

_MARKED = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})[ \t]*$")
_BOLD = re.compile(r"^ {0,3}(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?[ \t]*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s")
_LEAD = re.compile(
    r"[^\W\d_a-z][\w.'\u2019-]*(?: [^\W\d_a-z][\w.'\u2019-]*){0,3}(?:[:,(]| - | [(\u2013\u2014])"
)
"""A name, and what says that something is told of it."""

_NO_END = "".join(rf"(?<!\b{each}\.)" for each in ("Mr", "Mrs", "Ms", "Dr", "St"))
SENTENCE_END = re.compile(rf"(?:(?<=[.!?])|(?<=[.!?][)\"”])){_NO_END}\s+")
"""What lies between two sentences."""

_LONGEST_SHOUT = 60
_LEAST_LETTERS = 3
_FULL_LINE = 60
_SHOUTED, _EMPHASIZED = 2, 3


@frozen(kw_only=True)
class TextSection:
    """What stands below a heading, up to the next one of any level.

    ``level`` is 1 for the highest heading, and 0 for what stands before all of them. ``body`` is
    the text without the heading, ``text`` with it.
    """

    level: int = 0
    heading: str = ""
    body: str
    text: str

    @property
    def blocks(self) -> tuple[str, ...]:
        """Its paragraphs and the items of its lists, each in one line."""
        return tuple(_blocks(self.body, shortest=0))

    @property
    def entries(self) -> tuple[str, ...]:
        """The same of a list of people, in which a line that is not full is an item, too."""
        return tuple(_blocks(self.body, shortest=_FULL_LINE))


def is_item(line: str) -> bool:
    """Whether it is one of a list."""
    return _ITEM.match(line) is not None


def sections_of(text: str) -> Iterator[TextSection]:
    """The text at its headings: marked, underlined, or a line by itself that is bold or shouted."""
    level, heading, above = 0, "", list[str]()
    body = list[str]()
    lines, at = text.splitlines(), 0
    while at < len(lines):
        found = _heading(lines, at)
        if found is None:
            body.append(lines[at])
            at += 1
            continue
        yield _section(level, heading, above, body)
        level, heading, count = found
        above, body = lines[at : at + count], []
        at += count
    yield _section(level, heading, above, body)


def _section(level: int, heading: str, above: list[str], body: list[str]) -> TextSection:
    return TextSection(
        level=level, heading=heading, body="\n".join(body), text="\n".join((*above, *body))
    )


def _heading(lines: list[str], at: int) -> tuple[int, str, int] | None:
    """The level and the words of a heading, and how many lines it takes."""
    line, after = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    if marked := _MARKED.match(line):
        return len(marked[1]), marked[2], 1
    if not line.strip() or (at and lines[at - 1].strip()) or _ITEM.match(line):
        return None
    if _UNDERLINE.match(after):
        return (1 if after.strip()[0] == "=" else 2), line.strip(), 2
    if after.strip():
        return None
    bold = _BOLD.match(line)
    words = bold[1] if bold else line.strip()
    shouted = words.isupper() and sum(map(str.isalpha, words)) >= _LEAST_LETTERS
    if shouted and len(words) <= _LONGEST_SHOUT:
        return _SHOUTED, words, 1
    return (_EMPHASIZED, words, 1) if bold else None


def _blocks(body: str, *, shortest: int) -> Iterator[str]:
    lines = list[str]()
    for line in (*body.splitlines(), ""):
        begins = not line.strip() or _ITEM.match(line) or (shortest and _LEAD.match(line))
        if lines and (begins or len(lines[-1]) < shortest):
            yield " ".join(lines)
            lines.clear()
        if line.strip():
            lines.append(line.strip())
