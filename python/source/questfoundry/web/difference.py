"""A word-by-word comparison of two texts."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from attrs import frozen

_PIECES = re.compile(r"\s+|\w+|[^\w\s]")


@frozen
class ComparedPiece:
    """A run of words; ``side`` is ``same`` for both texts, ``old`` or ``new`` for one of them."""

    side: str
    text: str


def compare_texts(old: str, new: str) -> tuple[ComparedPiece, ...]:
    """Return the word-by-word difference of two texts, in the order of the new text.

    Words that only ``old`` has come before the words that replace them.
    """
    before, after = _PIECES.findall(old), _PIECES.findall(new)
    pieces: list[ComparedPiece] = []
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pieces.append(ComparedPiece("same", "".join(after[c:d])))
            continue
        pieces += [ComparedPiece("old", "".join(before[a:b]))] if b > a else []
        pieces += [ComparedPiece("new", "".join(after[c:d]))] if d > c else []
    return tuple(pieces)
