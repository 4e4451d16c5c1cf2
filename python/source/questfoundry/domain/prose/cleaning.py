"""Removal of additions that models put around prose: code fences, a repeated title, quotes."""

import re

from questfoundry.domain.story.prose import SCENE_BREAK

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_FENCE = re.compile(r"`{3,}[\w-]*[ \t]*\n(.*?)\n?`{3,}", re.DOTALL)
_BREAK = re.compile(r"(?:[*#~_-][ \t]*){3,7}|\u2042")
_GAP = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_MARKS = "#*_ \t:[]\"'“”"
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


def clean_prose(text: str, title: str) -> str:
    """Return the prose alone, with one empty line between paragraphs."""
    prose = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    fenced = _FENCE.fullmatch(prose)
    prose = _strip_title(fenced[1].strip() if fenced else prose, title)
    prose = _strip_quotes(prose)
    parts = _GAP.split(prose.strip())
    return "\n\n".join(SCENE_BREAK if _BREAK.fullmatch(part) else part for part in parts)


def _strip_title(prose: str, title: str) -> str:
    first, _, rest = prose.partition("\n")
    if rest.strip() and first.strip(_MARKS).casefold() == title.strip(_MARKS).casefold():
        return rest.strip()
    return prose


def _strip_quotes(prose: str) -> str:
    """Remove quotation marks around a text of several paragraphs.

    Keep them if the text contains more marks, because then they may belong to speech.
    """
    closing = _QUOTES.get(prose[:1])
    inner = prose[1:-1]
    if closing is None or not prose.endswith(closing) or {prose[0], closing} & set(inner):
        return prose
    return inner.strip() if len(prose) > 1 and "\n\n" in inner else prose
