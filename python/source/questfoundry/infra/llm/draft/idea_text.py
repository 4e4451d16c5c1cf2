"""Read the words of an author's idea: its tags, its noun phrases, its tone and its motive."""

import re
from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular
from questfoundry.infra.llm.draft.persons import complete_people
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.premise import QuestionShape
from questfoundry.infra.llm.draft.tagging import Word, tag_words
from questfoundry.infra.llm.draft.wordlists import IdeaWords

_SMALL = frozenset(
    {"that", "which", "from", "with", "their", "before", "until", "after", "must", "have", "whose"}
)


@frozen(slots=False)
class IdeaText:
    """The words of an author's idea.

    ``text``: the idea without words to the program, such as ``I want a story about``.
    ``classes``: the finder for the classes of nouns.
    ``typed``: the idea as typed.
    """

    text: str
    classes: NounClasses
    typed: str = ""

    @property
    def lists(self) -> IdeaWords:
        """The word lists by which the idea is analysed."""
        return self.classes.words

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the idea with their tags."""
        return tag_words(self.text)

    @property
    def listed_shapes(self) -> frozenset[QuestionShape]:
        """The forms of questions whose words the idea contains, such as ``how much``."""
        return frozenset(
            QuestionShape(key)
            for key, words in self.lists.entries["shapes"].items()
            if re.search(rf"\b(?:{words})\b", self.text, re.IGNORECASE)
        )

    @property
    def tone(self) -> str:
        """The tone that the idea asks for by its genre and its words; may be empty."""
        return self.lists.find("tones", self.typed)

    @property
    def is_grave(self) -> bool:
        """Return whether the idea is about death, war and the like."""
        words = {to_singular(each) for each in re.findall(r"[a-z]+", self.text.lower())}
        return not words.isdisjoint(self.lists.list_all("grave"))

    @property
    def motive(self) -> str:
        """The key of the reason that the idea states, or an empty string."""
        return self.lists.find("motives", self.text)

    @cached_property
    def content_words(self) -> frozenset[str]:
        """The words of the idea in lower case, without short and very common words."""
        return frozenset(re.findall(r"[a-z][a-z-]{3,}", self.text.lower())) - _SMALL

    @cached_property
    def all_phrases(self) -> Sequence[NounPhrase]:
        """The noun phrases of the idea in order, with repetitions."""
        return complete_people(find_phrases(self.text, self.words, self.classes), self.text)

    @cached_property
    def phrases(self) -> Sequence[NounPhrase]:
        """The phrases for everything that the idea names: each person, thing and place once."""
        kept: list[NounPhrase] = []
        for each in self.all_phrases:
            earlier = next((old for old in kept if _repeats(each, old)), None)
            if each.kind is not NounClass.SKIP and earlier is None:
                kept.append(each)
            elif earlier is not None and earlier.owns and not (each.owns or each.name):
                kept[kept.index(earlier)] = each  # This mention says more than a possessive.
        return kept


def _repeats(phrase: NounPhrase, earlier: NounPhrase) -> bool:
    """Return whether ``phrase`` refers to the same person or thing as ``earlier``."""
    if phrase.noun and phrase.noun in earlier.name.lower().split():
        return True
    if phrase.name:
        return set(phrase.name.split()) <= set(earlier.name.split()) and not phrase.owner
    is_same = phrase.head == earlier.head and phrase.number == earlier.number
    return is_same and (phrase.noun == phrase.head or phrase.noun == earlier.noun)
