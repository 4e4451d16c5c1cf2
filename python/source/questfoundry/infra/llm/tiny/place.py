"""A place in an artifact that is being written: what can be said there, and which in turn it is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, field, frozen

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@frozen(kw_only=True)
class Place:
    """Where a value is to stand.

    ``words`` fill the ``{placeholders}`` of a guide: what is known everywhere, what was
    written beside or above, and the names of ids. ``drawn`` is the row of a guide's table
    that was drawn for the object; its texts may hold placeholders of their own.
    ``position`` counts the entries of the nearest list or object by id, and ``group`` tells
    that one from others.
    """

    words: Mapping[str, str]
    drawn: Mapping[str, str] = field(factory=dict[str, str])
    position: int = 0
    group: str = ""

    def knowing(self, words: Mapping[str, str]) -> Place:
        """The same place, where more can be said."""
        return evolve(self, words={**self.words, **words})

    def entry(self, position: int, group: str) -> Place:
        """The place of an entry."""
        words = {**self.words, "position": str(position)}
        return evolve(self, words=words, position=position, group=group)

    def value(self, name: str) -> str:
        """The word of that name; empty where there is none."""
        return self.drawn.get(name) or self.words.get(name, "")

    def can_fill(self, text: str, unknown: Mapping[str, str]) -> bool:
        """Whether each placeholder in ``text`` has a word, and not only that for the unknown."""
        return all(
            self.value(name) not in ("", unknown.get(name)) for name in _PLACEHOLDER.findall(text)
        )

    def filled(self, text: str) -> str:
        """``text`` with each placeholder replaced; braces in a word stay as they are."""
        return _filled(_filled(text, self.drawn), self.words)


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
