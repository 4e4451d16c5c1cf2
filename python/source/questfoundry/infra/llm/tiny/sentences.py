"""Sentences and words of English text: where it may be cut, and how it is tidied."""

from __future__ import annotations

import re
from itertools import pairwise

# A number and its point begin an item of a list, and a title goes before a name.
_TITLES = "".join(rf"(?<!\b{title})" for title in ("Dr", "Mr", "Mrs", "Ms", "St"))
_SENTENCE_END = re.compile(rf"(?<=[^\W\d]){_TITLES}[.!?][\"'\u201d\u2019)]*(?=\s|$)")
_EDGES = " ,;:-\u2013\u2014"


def bare_words(text: str) -> tuple[str, ...]:
    """The words in lower case, without punctuation."""
    return tuple(re.findall(r"[a-z']+", text.lower()))


def humanise(name: str) -> str:
    """A field's name or an id as a reader would say it."""
    return " ".join(name.rpartition("::")[2].replace("-", "_").split("_"))


def tidy(text: str) -> str:
    """One line, without dangling punctuation."""
    return " ".join(text.split()).strip(_EDGES)


def keep_whole_sentences(text: str, *, is_partial: bool = False) -> str:
    """``text`` up to the end of its last whole sentence; empty where none has ended.

    Of a text that goes on, a sentence has ended when something follows it.
    """
    last = len(text) - is_partial
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= last]
    return text[: ends[-1]] if ends else ""


def split_sentences(text: str) -> list[str]:
    """The sentences, one after the other; what has no end of its own is the last."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def cut_to(text: str, length: int) -> str:
    """At most ``length`` characters: whole sentences if one fits, else whole words."""
    if len(text) <= length:
        return text
    return (
        keep_whole_sentences(text[:length])
        or text[: length + 1].rpartition(" ")[0]
        or text[:length]
    )


def close_quote(text: str) -> str:
    """``text`` with the quotation mark that a sentence in speech lacks when it was stopped."""
    if text.count("“") > text.count("”"):
        return f"{text}”"
    return f'{text}"' if text.count('"') % 2 else text


def first_words(text: str, words: int) -> str:
    """The first so many words of ``text``, on one line."""
    return " ".join(text.split()[:words])


def end_sentence(text: str) -> str:
    """``text`` with a full stop where it has no end of its own."""
    return text if not text or text.endswith((".", "!", "?", "”", '"')) else f"{text}."
