"""The words of a text, and the part that the narrator says and no character speaks."""

import re
from functools import cached_property
from itertools import chain

from attrs import frozen

_WORD = re.compile(
    "[^\\s!-/:-@\\[-`{-~\u00a1\u00ab\u00bb\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]+"
)
"""A word: everything between spaces and punctuation, so accents and vowel signs stay inside."""

# Each alternative begins with a literal mark, which makes the search fast.
_QUOTED = re.compile(
    '"[^"\\n]*(?:"|$)'
    "|\u201c[^\u201d\\n]*(?:\u201d|$)"
    "|\u00ab[^\u00bb\\n]*(?:\u00bb|$)"
    # A single mark inside a word is an apostrophe.
    "|\u2018(?:[^\u2018\u2019\\n]|\u2019(?=\\w))*\u2019(?!\\w)"
    "|'(?<!\\w')(?:[^'\\n]|(?<=\\w)'(?=\\w))*'(?!\\w)",
    re.MULTILINE,
)
"""Speech in any of the usual quotation marks; without a closing mark it ends with its paragraph."""

_DASHED = re.compile("^[ \\t]*[\u2013\u2014][ \\t].*$", re.MULTILINE)
"""Speech that a dash introduces; it fills the line."""


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in lower case, also split at apostrophes."""
    return tuple(_WORD.findall(text.lower()))


@frozen
class Narration:
    """A text, split into narration and speech once for many rules."""

    text: str

    @cached_property
    def all_words(self) -> tuple[str, ...]:
        """The words of the text, including speech."""
        return split_words(self.text)

    @cached_property
    def stretches(self) -> list[str]:
        """The stretches of text between speech."""
        return [each for part in _DASHED.split(self.text) for each in _QUOTED.split(part)]

    @cached_property
    def narrated_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each stretch outside speech."""
        has_no_speech = len(self.stretches) == 1
        return (self.all_words,) if has_no_speech else tuple(map(split_words, self.stretches))

    @cached_property
    def narrated_text(self) -> str:
        """The narrated words in lower case, with one space before and after each."""
        return f" {' '.join(chain(*self.narrated_words))} "
