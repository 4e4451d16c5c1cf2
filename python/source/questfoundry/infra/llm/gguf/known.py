"""What a request says about ids: the lines ``id = words`` in the author's message.

The words are a name, a colon and what there is to say, or only a sentence. A line can end
with words of its own, ``[location: Sunken Bank; character: Mara]``. A line ``field = value``
names a value that the field of that name has elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questfoundry.domain.ids import SEPARATOR, kind_of
from questfoundry.domain.story.entity import EntityKind
from questfoundry.infra.llm.tiny.schema_fields import in_words
from questfoundry.infra.llm.tiny.sentences import ended

_LINE = re.compile(rf"^(\w+{SEPARATOR}\S+) = (.+?)(?: \[(\w+: [^\[\]\n]+)\])?$", re.MULTILINE)
_TAKEN = re.compile(r"^(\w+) = (.+)$", re.MULTILINE)
# "Dr. Voss" goes on after its full stop.
_NAME_END = re.compile(r": |(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)[.!?] ")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_NOBODY = dict.fromkeys((kind.value for kind in EntityKind), "")


class Known:
    """Names and descriptions of ids, as words for a guide."""

    def __init__(self, message: str) -> None:
        found = _LINE.findall(message)
        self._lines: dict[str, str] = {identifier: line for identifier, line, _ in found}
        self._words = {identifier: _own_words(words) for identifier, _, words in found if words}
        self.taken: tuple[tuple[str, str], ...] = tuple(_TAKEN.findall(message))

    def of(self, identifier: str) -> Mapping[str, str]:
        """``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for an entry of that id.

        Where its line has words of its own, only these tell of entities.
        """
        own = self._words.get(identifier)
        return {
            **({} if own is None else {**_NOBODY, **own}),
            "id": identifier,
            "kind": kind_of(identifier),
            "name": self.name(identifier),
            "known": ended(self._lines.get(identifier, in_words(identifier))),
        }

    def name(self, identifier: str) -> str:
        """The name without an article, so that a guide can put one before it."""
        line = self._lines.get(identifier) or in_words(identifier).title()
        return _ARTICLE.sub("", _NAME_END.split(line, maxsplit=1)[0].rstrip(".!?"))

    def first_of_each_kind(self) -> Mapping[str, str]:
        """The name of the first id of every kind, by kind."""
        return self.by_kind(*self._lines)

    def by_kind(self, *identifiers: str) -> Mapping[str, str]:
        """The names of these ids by kind, the first of a kind where there are several."""
        return {kind_of(each): self.name(each) for each in reversed(identifiers)}


def _own_words(words: str) -> Mapping[str, str]:
    pairs = (each.partition(": ") for each in words.split("; "))
    return {name: _ARTICLE.sub("", value) for name, _, value in pairs}
