"""What an author's outline says that the story is about, where no idea was given beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from questfoundry.domain.material import MaterialPage, is_law
from questfoundry.domain.outline_names import is_cast
from questfoundry.domain.sections import TextSection, sections_of

_PREMISE = re.compile(
    r"\b(?:premise|log ?line|pitch|idea|concept|hook|blurb|about|prämisse|idee|idée|prémisse"
    r"|premisa|idea)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"^(?:[-*+•]|\d+[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ASIDE = re.compile(
    r"\s*\((?:working|was|or|draft|v\d|title|ask|second|first)\b[^)]*\)\s*", re.IGNORECASE
)
"""What an author notes beside a title."""

_TO_ONESELF = re.compile(
    r"(?:notes?|draft|outline|a treatment)\b(?: (?:to|for)\b|,|\.)", re.IGNORECASE
)
"""How a sentence begins that is about the text, and not the story."""

_LONGEST = 600


def idea_of_outline(pages: Sequence[MaterialPage]) -> str:
    """Its title and what stands below a heading such as "Premise", else how it begins.

    Whole sentences, of at most 600 characters; empty where it says nothing.
    """
    sections = [each for page in pages for each in sections_of(page.text)]
    told = [each for page in pages for each in _telling(sections_of(page.text)) if each.blocks]
    premise = next((each for each in told if _PREMISE.search(each.heading)), None)
    about = premise or next(iter(told), None)
    title = _ASIDE.sub(" ", next((each.heading for each in sections if each.heading), "")).strip()
    named = title and not (is_cast(title) or is_law(title) or _PREMISE.search(title))
    return _begin([*([_stopped(title)] if named else []), *(_sentences(about) if about else ())])


def _telling(sections: Iterable[TextSection]) -> Iterator[TextSection]:
    """Those that neither list anybody nor rule anything, nor stand below one that does."""
    shut = 0
    for each in sections:
        if is_cast(each.heading) or is_law(each.heading):
            shut = each.level
        elif each.level <= shut:
            shut = 0
        if not shut:
            yield each


def _sentences(section: TextSection) -> Iterable[str]:
    blocks = (_MARK.sub("", each) for each in section.blocks)
    said = [each for block in blocks for each in _SENTENCE.split(_stopped(block))]
    return [each for each in said if not _TO_ONESELF.match(each)] or said


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _begin(sentences: Sequence[str]) -> str:
    """As many as there is room for."""
    text = ""
    for each in sentences:
        if text and len(text) + len(each) >= _LONGEST:
            break
        text = f"{text} {each}".strip()
    return text[:_LONGEST].strip()
