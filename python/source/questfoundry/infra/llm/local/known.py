"""What a request says about ids: the lines ``id = words`` in the author's message.

The words are a name, a colon and what there is to say, or only a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questfoundry.domain.ids import SEPARATOR, kind_of
from questfoundry.infra.llm.local.schema_fields import in_words
from questfoundry.infra.llm.local.sentences import ended

_LINE = re.compile(rf"^(\w+{SEPARATOR}\S+) = (.+)$", re.MULTILINE)
# "Dr. Voss" goes on after its full stop.
_NAME_END = re.compile(r": |(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)[.!?] ")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)


class Known:
    """Names and descriptions of ids, as words for a guide."""

    def __init__(self, message: str) -> None:
        self._lines: dict[str, str] = dict(_LINE.findall(message))

    def of(self, identifier: str) -> Mapping[str, str]:
        """``{id}``, ``{kind}``, ``{name}`` and ``{known}`` for an entry of that id."""
        return {
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
