"""The words of a book: what is left of a file's text without controls and layout."""

from __future__ import annotations

import re
import unicodedata

from questfoundry.domain.library.book import Paragraph

LONGEST_HEADING = 200
"""Longest heading, in characters; what is longer is text."""

# Soft hyphens and zero-width spaces only say where a line may break; half a surrogate pair and
# the non-characters cannot be written.
_NOTHING = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_LONGEST_WORD = 500
_LIGATURES = re.compile("[\ufb00-\ufb06]")


def tidy(text: str) -> str:
    """The text with single spaces between its words, and nothing else that is not seen."""
    without = _NOTHING.sub("", text)
    whole = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), without)
    words = whole.split()
    if max(map(len, words), default=0) > _LONGEST_WORD:
        return " ".join(map(_compose_in_pieces, words))
    return unicodedata.normalize("NFC", " ".join(words))


def _compose_in_pieces(word: str) -> str:
    # Accents are put in order in quadratic time, and a hostile word has nothing but them.
    return "".join(
        unicodedata.normalize("NFC", word[at : at + _LONGEST_WORD])
        for at in range(0, len(word), _LONGEST_WORD)
    )


def to_paragraph(text: str, *, heading: bool = False) -> Paragraph | None:
    """A paragraph of those words; ``None`` where there are none."""
    words = tidy(text)
    return Paragraph(words, heading and len(words) <= LONGEST_HEADING) if words else None
