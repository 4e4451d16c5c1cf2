"""Replace straight quotation marks and apostrophes by typographic ones, by language."""

import re

from attrs import frozen


@frozen
class _QuoteMarks:
    opening: str
    closing: str
    inner_opening: str
    inner_closing: str


_ENGLISH = _QuoteMarks("\u201c", "\u201d", "\u2018", "\u2019")
_GERMAN = _QuoteMarks("\u201e", "\u201c", "\u201a", "\u2018")
_GUILLEMETS = _QuoteMarks("\u00ab", "\u00bb", "\u201c", "\u201d")
_BY_LANGUAGE = {
    **dict.fromkeys(("en", "nl", "pt", "ga", "cy"), _ENGLISH),
    **dict.fromkeys(("de", "cs", "sk", "sl", "lt"), _GERMAN),
    **dict.fromkeys(("es", "it", "ca", "pt-pt", "gl"), _GUILLEMETS),
    **dict.fromkeys(("de-ch", "de-li"), _QuoteMarks("\u00ab", "\u00bb", "\u2039", "\u203a")),
    **dict.fromkeys(("ru", "uk", "be"), _QuoteMarks("\u00ab", "\u00bb", "\u201e", "\u201c")),
    **dict.fromkeys(("sv", "fi"), _QuoteMarks("\u201d", "\u201d", "\u2019", "\u2019")),
    **dict.fromkeys(("no", "nb", "nn"), _QuoteMarks("\u00ab", "\u00bb", "\u2018", "\u2019")),
    "fr": _QuoteMarks("\u00ab\u202f", "\u202f\u00bb", "\u201c", "\u201d"),
    "da": _QuoteMarks("\u00bb", "\u00ab", "\u203a", "\u2039"),
    "pl": _QuoteMarks("\u201e", "\u201d", "\u201a", "\u2019"),
    "hu": _QuoteMarks("\u201e", "\u201d", "\u00bb", "\u00ab"),
}
_APOSTROPHE = "\u2019"
_STRAIGHT = re.compile(r"[\"']")
_BEFORE_OPENING = re.compile(r"[\s(\[{*\u00bf\u00a1\u2013\u2014-]")
_AFTER_CLOSING = re.compile(r"\s|\Z|(?!\.{2})[,.;:!?)\]}]")
_ELISION = re.compile(
    r"'(?:\d|(?:tis|twas|twere|twill|em|til|cause|bout|round|n|s|t)\b)", re.IGNORECASE
)
_PARAGRAPHS = re.compile(r"(\n[ \t]*\n)")


def apply_typographic_quotes(text: str, language: str) -> str:
    """Return ``text`` with the quotation marks of ``language``, a BCP 47 tag.

    If the language is unknown, the text is returned unchanged. A straight mark opens a quotation
    after a space or a bracket, and closes a quotation elsewhere. A single mark that neither opens
    nor closes a quotation in its paragraph is an apostrophe.
    """
    tag = language.casefold()
    marks = _BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.partition("-")[0])
    if marks is None:
        return text
    return "".join(_convert_paragraph(each, marks) for each in _PARAGRAPHS.split(text))


def _convert_paragraph(text: str, marks: _QuoteMarks) -> str:
    opening = _find_opening_marks(text)
    ends = [
        place
        for place, mark in enumerate(text)
        if mark == "'" and place not in opening and not text[place + 1 : place + 2].isalnum()
    ]
    last, closing, opened = max(ends, default=-1), set(ends), 0

    def set_mark(found: re.Match[str]) -> str:
        nonlocal opened
        place = found.start()
        if found[0] == '"':
            return marks.opening if place in opening else marks.closing
        if place in opening and place < last and not _ELISION.match(text, place):
            opened += 1
            return marks.inner_opening
        if opened and place in closing:
            opened -= 1
            return marks.inner_closing
        return _APOSTROPHE

    return _STRAIGHT.sub(set_mark, text)


def _find_opening_marks(text: str) -> set[int]:
    """Return the positions of the opening quotation marks in ``text``.

    A mark directly after an opening mark is an opening mark, too.
    """
    found: set[int] = set()
    for each in _STRAIGHT.finditer(text):
        place = each.start()
        first = not place or _BEFORE_OPENING.match(text, place - 1) is not None
        if (first or place - 1 in found) and not _AFTER_CLOSING.match(text, place + 1):
            found.add(place)
    return found
