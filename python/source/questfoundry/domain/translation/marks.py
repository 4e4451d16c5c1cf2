"""Count the marks of a text, which its translation must keep."""

from collections import Counter
from collections.abc import Collection

from questfoundry.domain.story.prose_markup import split_marks

_LOOSE = "*[]{}"
"""The characters that are a part of a broken mark if words contain them."""


def count_marks(text: str, stats: Collection[str]) -> Counter[str]:
    """Count the marks of ``text``; ``stats`` are the names of stats that prose may show."""
    marks = (part for part, is_mark in split_marks(text, stats) if is_mark)
    # The beginning of a link has no content of its own; its end has the address.
    return Counter(
        f"[...{mark}" if mark.startswith("](") else mark for mark in marks if mark != "["
    )


def count_loose(text: str, stats: Collection[str]) -> Counter[str]:
    """Count the characters in the words of ``text`` that may be a part of a broken mark."""
    words = (part for part, is_mark in split_marks(text, stats) if not is_mark)
    return Counter(each for part in words for each in part if each in _LOOSE)
