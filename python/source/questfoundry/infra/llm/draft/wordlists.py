"""Read the word lists of ``prompts/draft/idea.yaml``."""

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen


@frozen(kw_only=True, slots=False)
class IdeaWords:
    """The word lists of ``prompts/draft/idea.yaml``, by key; ``|`` separates the words."""

    entries: Mapping[str, Any]

    def find(self, group: str, text: str) -> str:
        """Return the first key of ``group`` whose words occur in ``text``, or an empty string."""
        for key, words in self.entries[group].items():
            if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE):
                return str(key)
        return ""

    def join(self, group: str) -> str:
        """Return all words of ``group`` as one regular expression."""
        return "|".join(map(str, self.entries[group].values()))

    def list_all(self, group: str) -> tuple[str, ...]:
        """Return the words of ``group``, whether or not the file divides them by keys."""
        entry = self.entries[group]
        return tuple((entry if isinstance(entry, str) else self.join(group)).split("|"))
