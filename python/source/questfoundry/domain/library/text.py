"""Normalise the text of book files: remove line breaks, repeated spaces and control characters."""

import re
import unicodedata

from questfoundry.domain.library.book import Paragraph

LONGEST_HEADING = 200
"""Longest heading, in characters; a longer one counts as plain text."""

# Control characters, soft hyphens and zero-width spaces carry no text. Lone surrogates and
# non-characters cannot be encoded.
_NOTHING = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_LONGEST_WORD = 500
_LIGATURES = re.compile("[\ufb00-\ufb06]")


def tidy(text: str) -> str:
    """Return ``text`` with single spaces between words and without invisible characters."""
    without = _NOTHING.sub("", text)
    whole = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), without)
    words = whole.split()
    if max(map(len, words), default=0) > _LONGEST_WORD:
        return " ".join(map(_compose_in_pieces, words))
    return unicodedata.normalize("NFC", " ".join(words))


def _compose_in_pieces(word: str) -> str:
    # Normalisation sorts combining accents in quadratic time, which a hostile word could exploit.
    return "".join(
        unicodedata.normalize("NFC", word[at : at + _LONGEST_WORD])
        for at in range(0, len(word), _LONGEST_WORD)
    )


def to_paragraph(text: str, *, heading: bool = False) -> Paragraph | None:
    """Return a paragraph with the words of ``text``, or ``None`` if it has no words.

    ``heading`` is ignored if the text is longer than ``LONGEST_HEADING``.
    """
    words = tidy(text)
    return Paragraph(words, heading and len(words) <= LONGEST_HEADING) if words else None
