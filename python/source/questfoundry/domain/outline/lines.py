"""Select sentences of an outline to copy into a plan, for models that cannot follow an outline."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.text.sections import SENTENCE_END

_HEADING = re.compile(r"^ {0,3}(?:#{1,6}[ \t].*|=+|-{2,})[ \t]*$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?:[-*+•>]|\d+[.)])\s+", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`+")
_LABEL = re.compile(r"^[^\W\d_a-z][\w'\u2019-]*(?: [\w'\u2019-]+){0,2}: (?=\S)")
"""A label before a sentence, as in ``Midpoint: she lies``."""

_BRACKETS = str.maketrans("[]{}", "()()")
"""Brackets and braces have a meaning in requests, so round brackets replace them."""

_MAX_LENGTH, _MIN_WORDS = 300, 4
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
    plain = _EMPHASIS.sub("", _MARK.sub("", _HEADING.sub("", point))).translate(_BRACKETS)
    sentences = (
        _LABEL.sub("", " ".join(each.split())) for each in SENTENCE_END.split(plain.strip())
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
    if len(sentence) <= _MAX_LENGTH:
        return sentence
    begin = sentence[: _MAX_LENGTH - 1]
    commas = [each.start() for each in _CUT.finditer(begin)]
    at = commas[-1] if commas and commas[-1] > _MAX_LENGTH // 3 else begin.rfind(" ")
    return f"{(begin[:at] if at > 0 else begin).rstrip(' ,;:')}."
