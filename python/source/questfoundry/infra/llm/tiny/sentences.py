"""Split, cut and tidy English text by sentences and words."""

from __future__ import annotations

import re
from itertools import pairwise

# A full stop after a number (a list item) or after a title does not end a sentence.
_TITLES = "".join(rf"(?<!\b{title})" for title in ("Dr", "Mr", "Mrs", "Ms", "St"))
_SENTENCE_END = re.compile(rf"(?<=[^\W\d]){_TITLES}[.!?][\"'\u201d\u2019)]*(?=\s|$)")
_EDGES = " ,;:-\u2013\u2014"


def bare_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in lower case, without punctuation."""
    return tuple(re.findall(r"[a-z']+", text.lower()))


def humanise(name: str) -> str:
    """Return a field's name or an id as words separated by spaces."""
    return " ".join(name.rpartition("::")[2].replace("-", "_").split("_"))


def tidy(text: str) -> str:
    """Return ``text`` on one line, without loose punctuation at its beginning and end."""
    return " ".join(text.split()).strip(_EDGES)


def keep_whole_sentences(text: str, *, is_partial: bool = False) -> str:
    """Return ``text`` up to the end of its last whole sentence, or an empty string.

    If ``is_partial``, a sentence counts as whole only when more text follows.
    """
    last = len(text) - is_partial
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= last]
    return text[: ends[-1]] if ends else ""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of ``text``; the last one may be incomplete."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def cut_to(text: str, length: int) -> str:
    """Return at most ``length`` characters: whole sentences if one fits, else whole words."""
    if len(text) <= length:
        return text
    return (
        keep_whole_sentences(text[:length])
        or text[: length + 1].rpartition(" ")[0]
        or text[:length]
    )


def close_quote(text: str) -> str:
    """Return ``text`` with a closing quotation mark added if its last quotation is still open."""
    if text.count("“") > text.count("”"):
        return f"{text}”"
    return f'{text}"' if text.count('"') % 2 else text


def first_words(text: str, words: int) -> str:
    """Return the first ``words`` words of ``text`` on one line."""
    return " ".join(text.split()[:words])


def end_sentence(text: str) -> str:
    """Return ``text`` with a full stop if it has no final punctuation."""
    return text if not text or text.endswith((".", "!", "?", "”", '"')) else f"{text}."
