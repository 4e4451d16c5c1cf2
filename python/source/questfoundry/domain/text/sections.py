"""Split a Markdown or plain text into sections at its headings, and sections into paragraphs."""

import re
from collections.abc import Iterator

from attrs import frozen

_ATX_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})[ \t]*$")
_BOLD = re.compile(r"^ {0,3}(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?[ \t]*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s")
_NAME_ENTRY = re.compile(
    r"[^\W\d_a-z][\w.'\u2019-]*(?: [^\W\d_a-z][\w.'\u2019-]*){0,3}(?:[:,(]| - | [(\u2013\u2014])"
)
"""A name of up to four capitalised words, and the punctuation before its description."""

_NOT_ABBREVIATION = "".join(rf"(?<!\b{each}\.)" for each in ("Mr", "Mrs", "Ms", "Dr", "St"))
SENTENCE_END = re.compile(rf"(?:(?<=[.!?])|(?<=[.!?][)\"”])){_NOT_ABBREVIATION}\s+")
"""The space between two sentences, not after an abbreviated title such as "Mr."."""

_MAX_CAPS_HEADING = 60
_MIN_LETTERS = 3
_FULL_LINE = 60
_CAPS_LEVEL, _BOLD_LEVEL = 2, 3


@frozen(kw_only=True)
class TextSection:
    """A heading and the text below it up to the next heading.

    ``level``: 1 for the highest heading; 0 for text without a heading.
    ``body``: the text without the heading.
    ``text``: the text with the heading.
    """

    level: int = 0
    heading: str = ""
    body: str
    text: str

    @property
    def blocks(self) -> tuple[str, ...]:
        """The paragraphs and list items of the section, each joined into one line."""
        return tuple(_split_blocks(self.body, full_line=0))

    @property
    def entries(self) -> tuple[str, ...]:
        """The paragraphs, list items and short lines of the section, such as a list of people."""
        return tuple(_split_blocks(self.body, full_line=_FULL_LINE))


def is_list_item(line: str) -> bool:
    """Return whether ``line`` is an item of a list."""
    return _ITEM.match(line) is not None


def sections_of(text: str) -> Iterator[TextSection]:
    """Yield the sections of ``text``.

    A heading has ``#`` marks, is underlined or bold, or is written in capitals.
    """
    level, heading, heading_lines = 0, "", list[str]()
    body = list[str]()
    lines, at = text.splitlines(), 0
    while at < len(lines):
        found = _parse_heading(lines, at)
        if found is None:
            body.append(lines[at])
            at += 1
            continue
        yield _build_section(level, heading, heading_lines, body)
        level, heading, count = found
        heading_lines, body = lines[at : at + count], []
        at += count
    yield _build_section(level, heading, heading_lines, body)


def _build_section(
    level: int, heading: str, heading_lines: list[str], body: list[str]
) -> TextSection:
    return TextSection(
        level=level, heading=heading, body="\n".join(body), text="\n".join((*heading_lines, *body))
    )


def _parse_heading(lines: list[str], at: int) -> tuple[int, str, int] | None:
    line, after = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    if atx := _ATX_HEADING.match(line):
        return len(atx[1]), atx[2].rstrip(" \t#"), 1
    if not line.strip() or (at and lines[at - 1].strip()) or _ITEM.match(line):
        return None
    if _UNDERLINE.match(after):
        return (1 if after.strip()[0] == "=" else 2), line.strip(), 2
    if after.strip():
        return None
    bold = _BOLD.match(line)
    words = bold[1] if bold else line.strip()
    is_all_caps = words.isupper() and sum(map(str.isalpha, words)) >= _MIN_LETTERS
    if is_all_caps and len(words) <= _MAX_CAPS_HEADING:
        return _CAPS_LEVEL, words, 1
    return (_BOLD_LEVEL, words, 1) if bold else None


def _split_blocks(body: str, *, full_line: int) -> Iterator[str]:
    lines = list[str]()
    for line in (*body.splitlines(), ""):
        begins = not line.strip() or _ITEM.match(line) or (full_line and _NAME_ENTRY.match(line))
        if lines and (begins or len(lines[-1]) < full_line):
            yield " ".join(lines)
            lines.clear()
        if line.strip():
            lines.append(line.strip())
