"""What an author's outline says that happens: its points, which are numbered from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.material import MaterialPage, is_rules_heading
from questfoundry.domain.outline.names import is_cast
from questfoundry.domain.sections import TextSection, sections_of

_HAPPENS = re.compile(
    r"\b(?:plot|story|stor(?:y|ies)line|outline|synopsis|treatment|happens|goes|acts?|scenes?"
    r"|chapters?|parts?|beats|events|timeline|sequence|handlung|ablauf|kapitel|szenen?|intrigue"
    r"|histoire|chapitres?|scènes?|trama|argumento|capítulos?|escenas?)\b",
    re.IGNORECASE,
)
_MOST = 60
"""More points than a plan has moments: then each section is one."""

_LONGEST = 4000
"""Characters of a point: what is longer is told in many moments."""

_MARK = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+|\*\*|__")
_WORDS = 12
"""Of the beginning of a point by which it is known again."""


def points_of(pages: Sequence[MaterialPage]) -> tuple[str, ...]:
    """The paragraphs and items below headings that say that things happen there.

    Where no heading does, all that lists nobody and rules nothing. Of a text with too many of them
    the sections; none where these are too many or too long, too, as of a finished story.
    """
    sections = [each for page in pages for each in sections_of(page.text)]
    chosen = list(_happening(sections)) or [
        each for each in sections if not (is_cast(each.heading) or is_rules_heading(each.heading))
    ]
    blocks = tuple(block for each in chosen for block in each.blocks)
    if len(blocks) > _MOST:
        blocks = tuple(each.text.strip() for each in chosen if each.body.strip())
    fits = len(blocks) <= _MOST and all(len(each) <= _LONGEST for each in blocks)
    return blocks if fits else ()


def beginnings_of(points: Iterable[str]) -> tuple[str, ...]:
    """How each begins, on one line, in as few words as it is known again by."""
    return tuple(_begin(_MARK.sub("", each).split()) for each in points)


def _begin(words: Sequence[str]) -> str:
    return " ".join(words[:_WORDS]) + (" \u2026" if len(words) > _WORDS else "")


def _happening(sections: Iterable[TextSection]) -> Iterable[TextSection]:
    """The sections below a heading that says so, with those below them."""
    within = 0
    for section in sections:
        if section.level and _HAPPENS.search(section.heading) and not is_cast(section.heading):
            within = within if 0 < within < section.level else section.level
        elif section.level <= within:
            within = 0
        if within and not (is_cast(section.heading) or is_rules_heading(section.heading)):
            yield section
