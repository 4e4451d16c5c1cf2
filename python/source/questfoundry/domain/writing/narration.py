"""The words of a text, and what of it is told by the narrator and not said by a character."""

from __future__ import annotations

import re

_WORD = re.compile(
    "[^\\s!-/:-@\\[-`{-~\u00a1\u00ab\u00bb\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]+"
)
"""All between spaces and punctuation, so that accents and vowel signs stay in their words."""

_SPEECH = re.compile(
    '"[^"\\n]*(?:"|$)'
    "|\u201c[^\u201d\\n]*(?:\u201d|$)"
    "|\u00ab[^\u00bb\\n]*(?:\u00bb|$)"
    # A single mark that stands in a word is an apostrophe.
    "|\u2018(?:[^\u2018\u2019\\n]|\u2019(?=\\w))*\u2019(?!\\w)"
    "|(?<!\\w)'(?:[^'\\n]|(?<=\\w)'(?=\\w))*'(?!\\w)"
    "|^[ \\t]*[\u2013\u2014][ \\t].*$",
    re.MULTILINE,
)
"""Speech in any of the usual marks; what is not closed goes on to the end of its paragraph."""


def terms(text: str) -> tuple[str, ...]:
    """The words in lower case, parted at apostrophes as well."""
    return tuple(_WORD.findall(text.lower()))


def narrated(text: str) -> list[str]:
    """The stretches of a text around its speech."""
    return _SPEECH.split(text)
