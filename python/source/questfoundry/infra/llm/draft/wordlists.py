"""Read the word lists of ``prompts/draft/idea.yaml``."""

from collections.abc import Mapping

from attrs import frozen


@frozen(kw_only=True)
class IdeaWords:
    """The word lists of ``prompts/draft/idea.yaml``, by key; ``|`` separates the words."""

    entries: Mapping[str, str]

    def list_all(self, key: str) -> tuple[str, ...]:
        """Return the words of the list ``key``."""
        return tuple(self.entries[key].split("|"))
