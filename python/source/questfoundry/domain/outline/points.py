"""Extract the plot points of an author's outline."""

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.outline.material import MaterialPage, is_rules_heading
from questfoundry.domain.outline.names import is_cast_heading
from questfoundry.domain.text.sections import TextSection, sections_of

_PLOT_HEADING = re.compile(
    r"\b(?:plot|story|stor(?:y|ies)line|outline|synopsis|treatment|happens|goes|acts?|scenes?"
    r"|chapters?|parts?|beats|events|timeline|sequence|handlung|ablauf|kapitel|szenen?|intrigue"
    r"|histoire|chapitres?|scènes?|trama|argumento|capítulos?|escenas?)\b",
    re.IGNORECASE,
)
_MAX_POINTS = 60
"""The maximum number of points, about the moments of a plan; with more, sections are points."""

_MAX_POINT_LENGTH = 4000
"""The maximum length of a point in characters; a longer text would need many moments."""

_MARK = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+|\*\*|__")
_SHORT_WORDS = 12
"""The number of words that are enough to recognise a point."""


def extract_points(pages: Sequence[MaterialPage]) -> tuple[str, ...]:
    """Return the paragraphs and list items below headings such as "Plot" or "Chapter 3".

    If there is no such heading, all sections count, except lists of names and rules. If there are
    more than 60 points, each section becomes one point. The result is empty if there are still too
    many points, or if a point is too long, as in a finished story.
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
    """Return the first words of each of ``points``, enough to recognise the point."""
    return tuple(_shorten(_MARK.sub("", each).split()) for each in points)


def _shorten(words: Sequence[str]) -> str:
    return " ".join(words[:_SHORT_WORDS]) + (" \u2026" if len(words) > _SHORT_WORDS else "")


def _plot_sections(sections: Iterable[TextSection]) -> Iterable[TextSection]:
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
