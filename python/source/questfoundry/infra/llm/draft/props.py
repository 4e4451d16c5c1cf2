"""Choose the things of an idea that somebody can carry, for lists such as ``the bell and a map``.

Scenes hang these things up, label them and hand them over, so a doubtful thing is left out.
"""

import re

from attrs import frozen

from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase

_HANDLING = frozenset(
    {"carries", "carry", "steals", "steal", "delivers", "deliver", "brings", "bring", "wears"}
    | {"hides", "hide", "smuggles", "smuggle", "trades", "trade", "posts", "post", "buries"}
    | {"bury", "polishes", "polish", "mends", "mend", "folds", "fold", "holds", "hold"}
)
"""Verbs for what hands do; a noun after one of them names a thing."""

_COMPOUND = re.compile(
    r"[a-z]{3}(?:book|map|tape|box|stone|blade|card|pot|bottle|paper|bell|clock|lamp|coin|seed)s?$"
)
"""Matches nouns that end with a thing, such as ``starmap``."""


@frozen
class PropFinder:
    """A finder of portable things, by word lists and by the verb before a noun."""

    classes: NounClasses

    def is_prop(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` surely names a thing that can be carried."""
        if phrase.kind not in {NounClass.THING, NounClass.OTHER} or not phrase.words:
            return False
        if self._is_fixed(phrase.head):
            return False
        is_noun = bool(phrase.head) and not phrase.name
        return self._is_listed(phrase) or (is_noun and phrase.before in _HANDLING)

    def _is_listed(self, phrase: NounPhrase) -> bool:
        if phrase.kind is NounClass.THING:
            return not phrase.name or bool(phrase.article)
        return not phrase.name and _COMPOUND.search(phrase.head) is not None

    def _is_fixed(self, head: str) -> bool:
        return not self.classes.immovable.isdisjoint({head, to_singular(head)})
