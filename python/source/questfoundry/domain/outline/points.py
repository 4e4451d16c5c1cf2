"""Extract the plot points and the premise of an author's outline, and sentences for a plan.

Models that cannot follow an outline get a plan with copied sentences.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.outline.material_parts import MaterialPage, is_rules_heading
from questfoundry.domain.outline.names import is_cast_heading
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.text.sections import SENTENCE_END, TextSection, sections_of

_PLOT_HEADING = re.compile(
    r"\b(?:plot|story|stor(?:y|ies)line|outline|synopsis|treatment|happens|goes|acts?|scenes?"
    r"|chapters?|parts?|beats|events|timeline|sequence|handlung|ablauf|kapitel|szenen?|intrigue"
    r"|histoire|chapitres?|scènes?|trama|argumento|capítulos?|escenas?)\b",
    re.IGNORECASE,
)
_MAX_POINTS = 60
"""The maximum number of points; if paragraphs and items give more, whole sections are points."""

_MAX_POINT_LENGTH = 4000
"""The maximum length of a point in characters; a longer text would need many moments."""

_MARK = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+|\*\*|__")
_SHORT_WORDS = 12  # The number of words that are enough to recognise a point


def extract_points(pages: Sequence[MaterialPage]) -> tuple[str, ...]:
    """Return the paragraphs and list items below headings such as "Plot" or "Chapter 3".

    Without such a heading, all sections count, except lists of names and rules. If there are more
    than 60 points, each section becomes one point. The result is empty if there are still too many
    points, or if a point is too long, as in a finished story.
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
    """Return the first words of each of ``points``, enough to recognise the point by."""
    found = (_MARK.sub("", each).split() for each in points)
    return tuple(
        " ".join(each[:_SHORT_WORDS]) + (" \u2026" if len(each) > _SHORT_WORDS else "")
        for each in found
    )


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


_PREMISE = re.compile(
    r"\b(?:premise|log ?line|pitch|idea|concept|hook|blurb|summary|prämisse|idee|idée|prémisse"
    r"|premisa|idea)\b|^what (?:it|this) is\b|^(?:what .* )?about(?: (?:it|this|the story))?$",
    re.IGNORECASE,
)
_ENTRY_MARK = re.compile(r"^(?:[-*+•]|\d+[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_LABEL = re.compile(r"^[*_]{0,3}(\w[\w ]{2,20})[*_]{0,3}:[*_]{0,3}\s+(\S.*)$", re.DOTALL)
_TITLE = re.compile(r"(?:working )?(?:title|titel|titre|título)", re.IGNORECASE)
_TEXT_KIND = re.compile(
    r"\s+(?:[\u2013\u2014-]|\() ?(?:an? |the )?"
    r"(?:treatment|outline|synopsis|pitch|draft)\b[^)]*\)?$"
    r"|^(?:(?:a|an|the|my|working|plot|story|scene|first|second|third|rough) )*"
    r"(?:outline|treatment|synopsis|draft|plot|notes|list)(?: v?\d+)?$",
    re.IGNORECASE,
)
"""The part of a title that describes the text, not the story, such as "an outline"."""

_NO_SENTENCE = re.compile(
    r"^(?:\*[^*]+\*|_[^_]+_|[^.!?]{1,40},|(?:\d+[.)] )?(?:INT|EXT)\b.*|(?=[^.!?]+$).*\bdraft\b.*)$"
)
"""A paragraph outside the story: in italics, a greeting, a scene heading, or a draft number."""

_ASIDE = re.compile(
    r"\s*\((?:working|was|or|draft|v\d|title|ask|second|first)\b[^)]*\)\s*", re.IGNORECASE
)
"""An author's note in brackets after a title."""

_NOTE_START = re.compile(
    r"(?:an? )?(?:notes?|draft|outline|treatment|synopsis)\b(?: (?:to|for)\b|,|\.)", re.IGNORECASE
)
"""The beginning of a sentence about the text, not the story."""

_MAX_LENGTH = 600


def extract_idea(pages: Sequence[MaterialPage]) -> str:
    """Return the title and the premise of an outline, or else its beginning.

    The result has as many whole sentences as fit in 600 characters.
    """
    sections = [each for page in pages for each in sections_of(page.text)]
    telling = [
        each for page in pages for each in _story_sections(sections_of(page.text)) if each.blocks
    ]
    labels = dict(_find_labels(telling))
    premise = next((each for each in telling if _PREMISE.search(each.heading)), None)
    labelled = next((text for label, text in labels.items() if _PREMISE.fullmatch(label)), "")
    section = premise or next((each for each in telling if _text_blocks(each)), None)
    first_heading = next((each.heading for each in sections if each.heading), "")
    raw_title = next(
        (text for label, text in labels.items() if _TITLE.fullmatch(label)), first_heading
    )[:_MAX_LENGTH]
    title = _TEXT_KIND.sub("", _ASIDE.sub(" ", raw_title).strip())
    has_title = title and not (
        is_cast_heading(title) or is_rules_heading(title) or _PREMISE.search(title)
    )
    sentences = _SENTENCE.split(labelled) if labelled else _sentences(section) if section else ()
    return _fit_sentences([*([_end_with_stop(title)] if has_title else []), *sentences])


def _text_blocks(section: TextSection) -> tuple[str, ...]:
    labels = ((each, _LABEL.match(each)) for each in section.blocks)
    return tuple(each for each, found in labels if not (found and _TITLE.fullmatch(found[1])))


def _find_labels(sections: Iterable[TextSection]) -> Iterator[tuple[str, str]]:
    for section in sections:
        for block in section.blocks:
            found = _LABEL.match(block)
            if found and (_TITLE.fullmatch(found[1]) or _PREMISE.fullmatch(found[1])):
                yield found[1], found[2]


def _story_sections(sections: Iterable[TextSection]) -> Iterator[TextSection]:
    skipped_level = 0
    for each in sections:
        if is_cast_heading(each.heading) or is_rules_heading(each.heading):
            skipped_level = each.level
        elif each.level <= skipped_level:
            skipped_level = 0
        if not skipped_level:
            yield each


def _sentences(section: TextSection) -> Iterable[str]:
    all_blocks = _text_blocks(section)
    whole = [each for each in all_blocks if not _NO_SENTENCE.match(each)]
    blocks = (_ENTRY_MARK.sub("", each) for each in whole or all_blocks)
    sentences = [each for block in blocks for each in _SENTENCE.split(_end_with_stop(block))]
    return [each for each in sentences if not _NOTE_START.match(each)] or sentences


def _end_with_stop(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _fit_sentences(sentences: Sequence[str]) -> str:
    text = ""
    for each in sentences:
        if text and len(text) + len(each) >= _MAX_LENGTH:
            break
        text = f"{text} {each}".strip()
    return text[:_MAX_LENGTH].strip()


_HEADING = re.compile(r"^ {0,3}(?:#{1,6}[ \t].*|=+|-{2,})[ \t]*$", re.MULTILINE)
_LINE_MARK = re.compile(r"^\s*(?:[-*+•>]|\d+[.)])\s+", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`+")
_LINE_LABEL = re.compile(r"^[^\W\d_a-z][\w'\u2019-]*(?: [\w'\u2019-]+){0,2}: (?=\S)")
"""A label before a sentence, as in ``Midpoint: she lies``."""

_BRACKETS = str.maketrans("[]{}", "()()")
"""Brackets and braces have a meaning in requests, so round brackets replace them."""

_MAX_LINE_LENGTH, _MIN_WORDS = 300, 4
_CUT = re.compile(r"[;,:\u2013\u2014]\s")

_NOTE = re.compile(
    r"(?-i:\bI(?:['\u2019](?:d|m|ve|ll))?\b)"
    r"|\b(?:the|this|of|first|second|third|last|next|a \w+) (?:player|reader|story|chapter|part|act"
    r"|scene|draft|outline|book)\b|\b(?:version|synopsis)\b",
    re.IGNORECASE,
)
"""Words by which an author's note about the text is recognised."""

_QUOTED = re.compile(r"[\"\u201c][^\"\u201c\u201d]*[\"\u201d]")

_P = TypeVar("_P")


def split_sentences(point: str) -> tuple[str, ...]:
    """Return the sentences of ``point`` without markup, each cut to at most 300 characters."""
    plain = _EMPHASIS.sub("", _LINE_MARK.sub("", _HEADING.sub("", point))).translate(_BRACKETS)
    sentences = (
        _LINE_LABEL.sub("", " ".join(each.split())) for each in SENTENCE_END.split(plain.strip())
    )
    return tuple(_shorten(each) for each in sentences if split_plain_words(each))


def pick_sentence(point: str, is_preferred: Callable[[str], bool]) -> str:
    """Return the sentence that best represents the plot point ``point``; empty without words.

    This is the first full statement that ``is_preferred`` accepts, else the first full statement,
    else any sentence.
    """
    lines = [each for each in split_sentences(point) if not _NOTE.search(_QUOTED.sub("", each))]
    full = [
        each
        for each in lines
        if len(each.split()) >= _MIN_WORDS and not each.rstrip("\"')\u201d\u2019").endswith("?")
    ]
    return next(filter(is_preferred, full), next(iter(full), next(iter(lines), "")))


def find_quoted_points(points: Sequence[str], beats: Iterable[Beat]) -> Mapping[int, Sequence[str]]:
    """Map each point's number (from 1) to the ids of the beats that repeat one of its sentences."""
    found = defaultdict[int, list[str]](list)
    for beat in beats:
        for number in beat.points:
            if number <= len(points) and beat.summary in split_sentences(points[number - 1]):
                found[number].append(beat.id)
    return dict(sorted(found.items()))


def pick_evenly(items: Sequence[_P], room: int) -> tuple[_P, ...]:
    """Return at most ``room`` of ``items``, evenly spaced, with the first and the last item."""
    if len(items) <= room:
        return tuple(items)
    if room < 2:
        return tuple(items[:room])
    last = len(items) - 1
    return tuple(items[(2 * at * last + room - 1) // (2 * (room - 1))] for at in range(room))


def _shorten(sentence: str) -> str:
    if len(sentence) <= _MAX_LINE_LENGTH:
        return sentence
    begin = sentence[: _MAX_LINE_LENGTH - 1]
    commas = [each.start() for each in _CUT.finditer(begin)]
    at = commas[-1] if commas and commas[-1] > _MAX_LINE_LENGTH // 3 else begin.rfind(" ")
    return f"{(begin[:at] if at > 0 else begin).rstrip(' ,;:')}."
