"""Repeated prose: a sentence told twice, a row of words again and again, or a copy of before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_SENTENCE = re.compile(r"[^.!?\u2026\u3002\uff01\uff1f\n]+")
_SHORTEST = 4
"""Words of a sentence that must not be told twice; "Nothing moves." may be."""

_ROW = 5
"""Words in a row that make a phrase, and how often one may be heard in a passage."""
_TIMES = 3

_COPY = 12
"""Words in a row that are no accident where an earlier passage has them too."""


def repeated(prose: str) -> str:
    """A sentence that stands there twice, or a phrase that comes three times; else empty."""
    met: set[tuple[str, ...]] = set()
    for sentence in _SENTENCE.finditer(prose):
        words = _words(sentence[0])
        if len(words) >= _SHORTEST and words in met:
            return sentence[0].strip()
        met.add(words)
    rows = Counter(_rows(_words(prose), _ROW))
    return next((" ".join(row) for row, times in rows.items() if times >= _TIMES), "")


def copied(prose: str, before: Sequence[str]) -> str:
    """A row of words that an earlier text has too; else empty."""
    there = {row for text in before for row in _rows(_words(text), _COPY)}
    return next((" ".join(row) for row in _rows(_words(prose), _COPY) if row in there), "")


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.lower()))


def _rows(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    return (words[place : place + length] for place in range(len(words) - length + 1))
