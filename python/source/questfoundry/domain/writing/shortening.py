"""The beginning or the end of a text in so many words; what was left out shows as an ellipsis.

Languages that put no spaces between words are cut between their characters.
"""

from __future__ import annotations

_ELLIPSIS = "…"
_CHARACTERS_OF_A_WORD = 6


def beginning_of(text: str, words: int) -> str:
    """The first words, the text's own breaks kept."""
    parts = text.split(maxsplit=words)
    rest = len(parts[words]) if len(parts) > words else 0
    end = min(len(text) - rest, words * 2 * _CHARACTERS_OF_A_WORD)
    return text if end >= len(text) else f"{text[:end].rstrip()} {_ELLIPSIS}"


def end_of(text: str, words: int) -> str:
    """The last words, the text's own breaks kept."""
    start = max(0, len(text) - words * 2 * _CHARACTERS_OF_A_WORD)
    parts = text[start:].rsplit(maxsplit=words)
    if len(parts) > words:
        start += len(parts[0])
    return text if start <= 0 else f"{_ELLIPSIS} {text[start:].lstrip()}"


def cut_in_the_middle(text: str, words: int) -> str:
    """So many of the first words and of the last; the text where hardly more is left out."""
    if len(text.split()) <= 3 * words:
        return text
    first, last = beginning_of(text, words), end_of(text, words).removeprefix(f"{_ELLIPSIS} ")
    return text if len(first) + len(last) >= len(text) else f"{first} {last}"
