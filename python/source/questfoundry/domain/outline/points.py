"""What an author's outline says that happens: its points, which are numbered from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.material import MaterialPage, is_rules_heading
from questfoundry.domain.outline.names import is_cast_heading
from questfoundry.domain.sections import TextSection, sections_of

_PLOT_HEADING = re.compile(
    r"\b(?:plot|story|stor(?:y|ies)line|outline|synopsis|treatment|happens|goes|acts?|scenes?"
    r"|chapters?|parts?|beats|events|timeline|sequence|handlung|ablauf|kapitel|szenen?|intrigue"
    r"|histoire|chapitres?|scènes?|trama|argumento|capítulos?|escenas?)\b",
    re.IGNORECASE,
)
_MAX_POINTS = 60
"""More points than a plan has moments: then each section is one."""

_MAX_POINT_LENGTH = 4000
"""Characters of a point: what is longer is told in many moments."""

_MARK = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+|\*\*|__")
_SHORT_WORDS = 12
"""Of the beginning of a point by which it is known again."""


def extract_points(pages: Sequence[MaterialPage]) -> tuple[str, ...]:
    """The paragraphs and items below headings that say that things happen there.

    Where no heading does, all that lists nobody and rules nothing. Of a text with too many of them
    the sections; none where these are too many or too long, too, as of a finished story.
    """
    sections = [each for page in pages for each in sections_of(page.text)]
    chosen = list(_plot_sections(sections)) or [
        each
        for each in sections
        if not (is_cast_heading(each.heading) or is_rules_heading(each.heading))
    ]
    blocks = tuple(block for each in chosen for block in each.blocks)
    if len(blocks) > _MAX_POINTS:
        blocks = tuple(each.text.strip() for each in chosen if each.body.strip())
    fits = len(blocks) <= _MAX_POINTS and all(len(each) <= _MAX_POINT_LENGTH for each in blocks)
    return blocks if fits else ()


def shorten_points(points: Iterable[str]) -> tuple[str, ...]:
    """How each begins, on one line, in as few words as it is known again by."""
    return tuple(_shorten(_MARK.sub("", each).split()) for each in points)


def _shorten(words: Sequence[str]) -> str:
    return " ".join(words[:_SHORT_WORDS]) + (" \u2026" if len(words) > _SHORT_WORDS else "")


def _plot_sections(sections: Iterable[TextSection]) -> Iterable[TextSection]:
    """The sections below a heading that says so, with those below them."""
    open_level = 0
    for section in sections:
        if (
            section.level
            and _PLOT_HEADING.search(section.heading)
            and not is_cast_heading(section.heading)
        ):
            open_level = open_level if 0 < open_level < section.level else section.level
        elif section.level <= open_level:
            open_level = 0
        if open_level and not (
            is_cast_heading(section.heading) or is_rules_heading(section.heading)
        ):
            yield section
