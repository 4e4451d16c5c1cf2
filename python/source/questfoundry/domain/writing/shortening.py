"""The beginning or the end of a text, limited to a number of words; an ellipsis marks the cut.

Text without spaces between words is cut between characters.
"""

_ELLIPSIS = "…"
_CHARACTERS_OF_A_WORD = 6


def beginning_of(text: str, words: int) -> str:
    """Return the first ``words`` words of ``text`` and keep its line breaks."""
    parts = text.split(maxsplit=words)
    rest = len(parts[words]) if len(parts) > words else 0
    end = min(len(text) - rest, words * 2 * _CHARACTERS_OF_A_WORD)
    return text if end >= len(text) else f"{text[:end].rstrip()} {_ELLIPSIS}"


def end_of(text: str, words: int) -> str:
    """Return the last ``words`` words of ``text`` and keep its line breaks."""
    start = max(0, len(text) - words * 2 * _CHARACTERS_OF_A_WORD)
    parts = text[start:].rsplit(maxsplit=words)
    if len(parts) > words:
        start += len(parts[0])
    return text if start <= 0 else f"{_ELLIPSIS} {text[start:].lstrip()}"


def cut_in_the_middle(text: str, words: int) -> str:
    """Return the first and the last ``words`` words of ``text``.

    Return the whole text if it has at most three times as many words.
    """
    if len(text.split()) <= 3 * words:
        return text
    first, last = beginning_of(text, words), end_of(text, words).removeprefix(f"{_ELLIPSIS} ")
    return text if len(first) + len(last) >= len(text) else f"{first} {last}"
