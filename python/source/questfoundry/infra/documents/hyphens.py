"""Join words that a line's end divides: "exam-ple" loses its hyphen, "well-known" keeps it."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path

SOFT_HYPHEN = "\xad"
LINE_HYPHEN = "\x02"
"""The character with which PDFium replaces a hyphen at a line's end."""

_HYPHENS = f"-\u2010{LINE_HYPHEN}{SOFT_HYPHEN}"
_WORD = re.compile("[^\\W\\d_]+(?:[-\u2010'\u2019][^\\W\\d_]+)*")
_HEAD = re.compile(rf"([^\W_]+(?:[-\u2010][^\W_]+)*)[{_HYPHENS}]$")
_TAIL = re.compile(r"[^\W_]+")
_JOINING_WORDS = "and or to und oder et ou y o e en og och"
_CONJUNCTIONS = frozenset(_JOINING_WORDS.split())
_SHORTEST = 3  # shorter words, such as "re", are more often syllables than parts of a compound
_COMMON_WORDS = "the of and to in was that it he with for his her not"
_ENGLISH = frozenset(_COMMON_WORDS.split())
_ENGLISH_SHARE = 0.12
"""The smallest part of an English book's words that are among these fourteen."""


def ends_with_hyphen(line: str) -> bool:
    """Return whether ``line`` ends within a word, with a hyphen after a letter or digit."""
    return bool(_HEAD.search(line[-60:]))


class LineJoiner:
    """A joiner of lines that knows the words of a book, and a dictionary of English.

    A divided word loses its hyphen if the book or the dictionary has it without a hyphen. It keeps
    the hyphen if the book has the compound, or if both parts are words of an English book.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @cached_property
    def _counts(self) -> Counter[str]:
        """The words of the book, with how often they occur; divided words are left out."""
        counts: Counter[str] = Counter()
        for line in self._lines:
            words = _WORD.findall(line.casefold().replace("\u2010", "-"))
            counts.update(words[:-1] if ends_with_hyphen(line) else words)
        return counts

    def join(self, lines: Sequence[str]) -> str:
        """Return ``lines`` as one text, with a space or nothing between two lines."""
        text = ""
        for line in filter(None, (line.strip() for line in lines)):
            text = self._append(text, line) if text else line
        return text.rstrip(LINE_HYPHEN) + ("-" if text.endswith(LINE_HYPHEN) else "")

    def _append(self, text: str, line: str) -> str:
        head, tail = _HEAD.search(text[-60:]), _TAIL.match(line)
        if head is None or tail is None:
            return f"{text} {line}"
        if text.endswith(SOFT_HYPHEN):
            return f"{text[:-1]}{line}"
        return f"{text[:-1]}{self._find_joint(head[1], tail[0])}{line}"

    def _find_joint(self, head: str, tail: str) -> str:
        is_name = not tail[0].islower() and not (head.isupper() and tail.isupper())
        if head[-1].isdigit() or is_name:
            return "-"
        tail = tail.casefold()
        last = re.split("[-\u2010]", head)[-1].casefold()
        whole, compound = last + tail, f"{head}-{tail}".casefold().replace("\u2010", "-")
        if self._counts[compound] != self._counts[whole]:
            return "-" if self._counts[compound] > self._counts[whole] else ""
        if whole in _load_words(_FREQUENT):
            return ""
        if compound in _load_words(_LEXICON) or whole in _load_words(_LEXICON):
            return "-" if compound in _load_words(_LEXICON) else ""
        if tail in _CONJUNCTIONS:
            return "- "
        is_chain = last != head.casefold()  # as in mother-in-law
        return "-" if self._has_both(last, tail, 1 if is_chain else _SHORTEST) else ""

    def _has_both(self, head: str, tail: str, shortest: int) -> bool:
        is_long = min(len(head), len(tail)) >= shortest
        return is_long and {head, tail} <= _load_words(_LEXICON) and self._is_english

    @cached_property
    def _is_english(self) -> bool:
        common = sum(self._counts[word] for word in _ENGLISH)
        return common >= _ENGLISH_SHARE * self._counts.total()


_LEXICON = "en-lexicon.txt"
"""A file of TextBlob with 80,000 words of newspapers, some of them misprints."""

_FREQUENT = "en-spelling.txt"
"""A file of TextBlob with 29,000 frequent words, all without a hyphen."""


@cache
def _load_words(name: str) -> frozenset[str]:
    """Return the words in a file of TextBlob, without importing TextBlob."""
    from importlib.util import find_spec

    found = find_spec("textblob")
    if found is None or found.origin is None:
        return frozenset()
    words = Path(found.origin).parent / "en" / name
    lines = words.read_text("utf-8").splitlines() if words.is_file() else ()
    return frozenset(line.split(" ", 1)[0].casefold() for line in lines)
