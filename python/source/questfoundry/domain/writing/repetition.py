"""Repeated prose: a sentence told twice, a row of words again and again, or a copy of before.

A refrain is no fault, nor is a name of several words: only long rows count, or many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from questfoundry.domain.writing.narration import Narration, split_words

_SENTENCE = re.compile(r"[^.!?\u2026\u0964\u3002\uff01\uff1f\n]+")

_LONG = 8
"""Words of a sentence that is told twice only by mistake."""

_SHORT = 4
_OFTEN = 3
"""Words of a sentence that is told so often only by mistake; "Nothing moves." may be."""

_ROW = 7
_TIMES = 3
"""Words in a row that are a phrase, and how often it is heard where that is a fault."""

_COPY = 12
"""Words in a row that are no accident where an earlier passage has them, too."""

_PIECE = _COPY // 2

Row = tuple[str, ...]


def find_repetition(prose: Narration) -> str:
    """A sentence or a phrase that is told too often, speech among it; else empty."""
    return _sentence_again(prose.text) or _phrase_again(prose.all_words)


def find_copy(prose: Narration, before: Sequence[str]) -> str:
    """A row of words that an earlier text has, too; else empty.

    Speech is left out: a rhyme, or a letter, may be read out again.
    """
    texts = [Narration(text) for text in before]
    # A row that is a copy holds a whole piece of the text that is cut into pieces half as long.
    pieces = {
        words[place : place + _PIECE]
        for text in texts
        for words in text.narrated_words
        for place in range(0, len(words), _PIECE)
    }
    if pieces.isdisjoint(chain(*(_rows(words, _PIECE) for words in prose.narrated_words))):
        return ""
    there = {row for text in texts for row in _narrated_rows(text)}
    return next((" ".join(row) for row in _narrated_rows(prose) if row in there), "")


def _sentence_again(prose: str) -> str:
    counts: dict[Row, int] = {}
    for sentence in _SENTENCE.finditer(prose):
        words = split_words(sentence[0])
        times = counts[words] = counts.get(words, 0) + 1
        if len(words) >= (_LONG if times < _OFTEN else _SHORT) and times > 1:
            return sentence[0].strip()
    return ""


def _phrase_again(words: Row) -> str:
    """A phrase that is met often enough, no two of its places overlapping."""
    if max(Counter(_rows(words, _ROW)).values(), default=0) < _TIMES:
        return ""
    times: dict[Row, int] = {}
    free_from: dict[Row, int] = {}
    for place, row in enumerate(_rows(words, _ROW)):
        if place >= free_from.get(row, 0):
            times[row] = times.get(row, 0) + 1
            free_from[row] = place + _ROW
            if times[row] == _TIMES:
                return " ".join(row)
    return ""


def _narrated_rows(text: Narration) -> Iterator[Row]:
    return chain(*(_rows(words, _COPY) for words in text.narrated_words))


def _rows(words: Row, length: int) -> Iterator[Row]:
    return zip(*(words[place:] for place in range(length)), strict=False)
