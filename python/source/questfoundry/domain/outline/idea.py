"""Find the premise of a story in an author's outline, for a project without a stated idea."""

import re
from collections.abc import Iterable, Iterator, Sequence

from questfoundry.domain.outline.material import MaterialPage, is_rules_heading
from questfoundry.domain.outline.names import is_cast_heading
from questfoundry.domain.text.sections import TextSection, sections_of

_PREMISE = re.compile(
    r"\b(?:premise|log ?line|pitch|idea|concept|hook|blurb|summary|prämisse|idee|idée|prémisse"
    r"|premisa|idea)\b|^what (?:it|this) is\b|^(?:what .* )?about(?: (?:it|this|the story))?$",
    re.IGNORECASE,
)
_MARK = re.compile(r"^(?:[-*+•]|\d+[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_LABEL = re.compile(r"^[*_]*(\w[\w ]{2,20})[*_]*:[*_]*\s+(\S.*)$", re.DOTALL)
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
    r"^(?:\*[^*]+\*|_[^_]+_|[^.!?]{1,40},|(?:\d+[.)] )?(?:INT|EXT)\b.*|[^.!?]*\bdraft\b[^.!?]*)$"
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
    """Return the title and the premise of an outline, such as a section "Premise" or "Idea".

    Without a premise, the beginning of the outline is used. The result has as many whole sentences
    as fit in 600 characters. It is empty if the outline has no sentences.
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
    )
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
    blocks = (_MARK.sub("", each) for each in whole or all_blocks)
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
