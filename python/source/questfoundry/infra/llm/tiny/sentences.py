"""What a sentence of a very small model must not show, and where a text may be cut."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from questfoundry.domain.ids import SEPARATOR

_ABOUT_WRITING = re.compile(
    r"\b(stor(?:y|ies)|narratives?|protagonists?|genres?|readers?|plots?|fiction|novels?"
    r"|characters?|assistants?|writ(?:er|ers|ing)|tales?|themes?|concepts?|ideas|options"
    r"|audiences?|engaging|compelling|creativ(?:e|ity)|imagination|language models?|me|my)\b|\bI\b",
    re.IGNORECASE,
)
_DOUBLED = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
_TITLE_WITHOUT_NAME = re.compile(r"\b(Dr|Mrs?|Ms|Prof|St)\.?$")
_UNUSUAL = re.compile(r"[^\x20-\x7e\u2018\u2019\u201c\u201d\u2013\u2014éèáïñ]")
# A number and its point begin an item of a list, they do not end a sentence.
_SENTENCE_END = re.compile(r"(?<=[^\W\d])[.!?][\"'\u201d\u2019)]*(?=\s|$)")
_EDGES = " ,;:-\u2013\u2014"


def words_of(text: str) -> tuple[str, ...]:
    """The words in lower case, without punctuation."""
    return tuple(re.findall(r"[a-z']+", text.lower()))


def tidy(text: str) -> str:
    """One line, without dangling punctuation."""
    return " ".join(text.split()).strip(_EDGES)


def count_flaws(text: str, earlier: Iterable[frozenset[str]]) -> int:
    """How many of the known signs of noise ``text`` shows; 0 is a usable sentence.

    ``earlier`` holds the words of each sentence that it must not repeat.
    """
    words = words_of(text)
    distinct = frozenset(words)
    return sum(
        (
            2 * (len(words) < 4),
            2 * (_ABOUT_WRITING.search(text) is not None),
            2 * (SEPARATOR in text),
            _DOUBLED.search(text) is not None,
            _TITLE_WITHOUT_NAME.search(text) is not None,
            len(distinct) < 0.7 * len(words),
            any(len(distinct & other) > 0.7 * len(distinct) for other in earlier),
            text.count('"') % 2 == 1 or text.count("“") != text.count("”"),
            _UNUSUAL.search(text) is not None,
        )
    )


def whole_sentences(text: str, *, goes_on: bool = False) -> str:
    """``text`` up to the end of its last whole sentence; empty where none has ended.

    Of a text that goes on, a sentence has ended when something follows it.
    """
    last = len(text) - goes_on
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= last]
    return text[: ends[-1]] if ends else ""


def sentences_of(text: str) -> list[str]:
    """The sentences, one after the other; what has no end of its own is the last."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def cut_to(text: str, length: int) -> str:
    """At most ``length`` characters: whole sentences if one fits, else whole words."""
    if len(text) <= length:
        return text
    return whole_sentences(text[:length]) or text[: length + 1].rpartition(" ")[0] or text[:length]


def quote_closed(text: str) -> str:
    """``text`` with the quotation mark that a sentence in speech lacks when it was stopped."""
    if text.count("“") > text.count("”"):
        return f"{text}”"
    return f'{text}"' if text.count('"') % 2 else text


def excerpt(text: str, words: int) -> str:
    """The beginning of ``text`` in at most so many words, on one line."""
    return " ".join(text.split()[:words])


def ended(text: str) -> str:
    """``text`` with a full stop where it has no end of its own."""
    return text if not text or text.endswith((".", "!", "?", "”", '"')) else f"{text}."
