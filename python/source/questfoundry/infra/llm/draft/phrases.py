"""Define noun phrases: what an idea names, with articles, owners, numbers and names."""

from attrs import frozen

from questfoundry.infra.llm.draft.nouns import NounClass

TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "dame", "sir", "dom", "lady", "lord", "madame", "old", "st"}
)
"""Titles of people that are no trades."""


@frozen(kw_only=True)
class NounPhrase:
    """A noun phrase or a name in an idea.

    ``text``: the phrase as typed. ``words``: the phrase without article, owner and number.
    ``noun``: the nouns with their adjectives in lower case; empty for a name alone.
    ``kind``: the class of what the phrase names.
    ``start``, ``end``: the first character of the phrase in the idea, and the one after its last.
    ``owner``: the possessive before the noun, such as ``the clockmaker's`` or ``her``.
    ``name``: the proper name.
    ``before``: the word or mark before the phrase, in lower case; empty at the start.
    ``after``: the tag of the word after the phrase; empty at the end.
    ``number``: the number word before a plural.
    ``article``: the article; empty without one.
    ``many``: whether the phrase is plural.
    ``owns``: whether the phrase is itself a possessive.
    """

    text: str
    words: str
    noun: str
    kind: NounClass
    start: int
    end: int
    owner: str = ""
    name: str = ""
    before: str = ""
    after: str = ""
    number: str = ""
    article: str = ""
    many: bool = False
    owns: bool = False

    @property
    def acts(self) -> bool:
        """Return whether a verb follows, with or without ``who``."""
        return self.after in {"VBZ", "VBP", "VBD", "MD", "WP"}

    @property
    def head(self) -> str:
        """The last word of the noun."""
        return self.noun.rpartition(" ")[2]


def name_phrase(phrase: NounPhrase) -> str:
    """Return what ``phrase`` names, as a story names it: with ``the`` or its owner."""
    if not phrase.noun and not phrase.article:
        return phrase.words
    number = phrase.number if phrase.many else ""
    return " ".join(filter(None, (phrase.owner or "the", number, phrase.words)))
