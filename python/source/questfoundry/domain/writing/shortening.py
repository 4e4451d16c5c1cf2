"""The beginning or the end of a text in so many words; what was left out shows as an ellipsis.

Languages that put no spaces between words are cut between their characters.
"""

from __future__ import annotations

import re

_ELLIPSIS = "…"
_WORD = re.compile(r"\S+")
_CHARACTERS_OF_A_WORD = 6


def beginning_of(text: str, words: int) -> str:
    """The first words, the text's own breaks kept."""
    found = [match.end() for match in _WORD.finditer(text)]
    end = found[words - 1] if len(found) > words else len(text)
    end = min(end, words * 2 * _CHARACTERS_OF_A_WORD)
    return text if end >= len(text) else f"{text[:end].rstrip()} {_ELLIPSIS}"


def end_of(text: str, words: int) -> str:
    """The last words, the text's own breaks kept."""
    start = max(0, len(text) - words * 2 * _CHARACTERS_OF_A_WORD)
    found = [match.start() for match in _WORD.finditer(text, start)]
    start = found[-words] if len(found) > words else start
    return text if start <= 0 else f"{_ELLIPSIS} {text[start:].lstrip()}"
