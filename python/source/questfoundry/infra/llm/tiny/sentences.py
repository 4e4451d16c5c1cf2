"""Split, cut and tidy English text by sentences and words."""

import re
from itertools import pairwise

# A full stop after a number (a list item) or after a title does not end a sentence.
_TITLES = "".join(rf"(?<!\b{title})" for title in ("Dr", "Mr", "Mrs", "Ms", "St"))
_SENTENCE_END = re.compile(rf"(?<=[^\W\d]){_TITLES}[.!?][\"'\u201d\u2019)]*(?=\s|$)")
_EDGES = " ,;:-\u2013\u2014"


def bare_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in lower case, without punctuation except apostrophes."""
    return tuple(re.findall(r"[a-z']+", text.lower()))


def humanise(name: str) -> str:
    """Return a field's name or an id as words: ``character::old-mara`` becomes ``old mara``."""
    return " ".join(name.rpartition("::")[2].replace("-", "_").split("_"))


def tidy(text: str) -> str:
    """Return ``text`` on one line, without loose punctuation at its beginning and end."""
    return " ".join(text.split()).strip(_EDGES)


def keep_whole_sentences(text: str, *, is_partial: bool = False) -> str:
    """Return ``text`` up to the end of its last whole sentence, or an empty string.

    With ``is_partial``, more text may arrive. A sentence then counts as whole only if something
    follows it.
    """
    last = len(text) - is_partial
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= last]
    return text[: ends[-1]] if ends else ""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of ``text``; the last sentence may be incomplete."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def cut_to(text: str, length: int) -> str:
    """Return the beginning of ``text`` with at most ``length`` characters.

    The result ends after a whole sentence if one fits, else after a whole word if possible.
    """
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
    """Return the beginning of ``text`` on one line; ``words`` is the maximum number of words."""
    return " ".join(text.split()[:words])


def end_sentence(text: str) -> str:
    """Return ``text`` with a full stop added if it has no final punctuation."""
    return text if not text or text.endswith((".", "!", "?", "”", '"')) else f"{text}."
