"""Find names in capitals, such as the first mention of a character in a screenplay."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from questfoundry.domain.text.names.word_classes import APOSTROPHES, is_function_word

_WORD = re.compile(rf"[^\W\d_][\w{APOSTROPHES}-]*")
_ALL_CAPS = re.compile(
    rf"(?<![\w{APOSTROPHES}])[^\W\d_a-z][^\W\d_a-z]+(?:[{APOSTROPHES}]S)?"
    rf"(?: [^\W\d_a-z][^\W\d_a-z{APOSTROPHES}]+(?:[{APOSTROPHES}]S)?)*(?![\w{APOSTROPHES}])"
)
_AGE = re.compile(r" \((?:\d|early|mid|late)")
_NEW_SENTENCE = re.compile(r"\s+[^\W\d_a-z][a-z]")
_MIN_LENGTH = 3
_MIN_LIKENESS = 0.9
"""The likeness from which a word counts as another word that is misspelt."""


def restore_title_case(text: str) -> str:
    """Return ``text`` with names such as ``ODA RAMIREZ`` in title case: ``Oda Ramirez``.

    Words in capitals are a name if an age follows, as in a screenplay. They are also a name if one
    of the words occurs elsewhere with only its first letter in capitals, and never in lower case. A
    misspelt form of a known name, as on a sign, stays in capitals. A name on the line above a
    sentence gets a full stop, so that the sentence stays separate.
    """
    words = set(_WORD.findall(text))
    known = {
        each.casefold()
        for each in words
        if each[0].isupper() and each[1:].islower() and each.casefold() not in words
    }

    def replace(found: re.Match[str]) -> str:
        each = [
            word
            for word in found[0].split()
            if len(word) >= _MIN_LENGTH and not is_function_word(word)
        ]
        if not (_AGE.match(text, found.end()) or any(word.casefold() in known for word in each)):
            return found[0]
        if any(_is_misspelt(word.casefold(), known) for word in each):
            return found[0]
        stop = "." if _NEW_SENTENCE.match(text, found.end()) else ""
        return " ".join(_title(word) for word in found[0].split()) + stop

    return _ALL_CAPS.sub(replace, text)


def _is_misspelt(word: str, known: Collection[str]) -> bool:
    return word not in known and bool(get_close_matches(word, known, n=1, cutoff=_MIN_LIKENESS))


def _title(word: str) -> str:
    return word[0] + word[1:].lower()
