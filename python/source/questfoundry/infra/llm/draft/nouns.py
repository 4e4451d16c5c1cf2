"""Find the class of a noun: by the lists of ``idea.yaml``, else by its ending."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from attrs import frozen


@frozen(kw_only=True)
class IdeaWords:
    """The word lists of ``prompts/draft/idea.yaml``, by key; ``|`` separates the words."""

    entries: Mapping[str, str]

    def list_all(self, key: str) -> tuple[str, ...]:
        """Return the words of the list ``key``."""
        return tuple(self.entries[key].split("|"))


_OF_PEOPLE = re.compile(
    r"(?:[a-z]{3,}(?:ist|grapher|logist|itioner|eer|ian|smith|wright|monger)"
    r"|[a-z]*(?:keeper|maker|master|mistress|woman|women|man|men|teacher|player|speaker|friend))s?$"
)


class NounClass(StrEnum):
    """The class of a noun; ``skip``: nouns that a story need not mention."""

    PERSON = "person"
    GROUP = "group"
    PLACE = "place"
    THING = "thing"
    ANIMAL = "animal"
    EVENT = "event"
    OTHER = "other"
    SKIP = "skip"


_LISTS = {
    NounClass.SKIP: "skip",
    NounClass.GROUP: "groups",
    NounClass.ANIMAL: "animals",
    NounClass.EVENT: "events",
    NounClass.PERSON: "people",
    NounClass.PLACE: "places",
    NounClass.THING: "things",
}


@frozen(slots=False)
class NounClasses:
    """A finder of noun classes, by word lists and by the endings of nouns."""

    words: IdeaWords

    @cached_property
    def known_classes(self) -> Mapping[str, NounClass]:
        """A mapping from each noun in the word lists to its class."""
        return {noun: kind for kind, key in _LISTS.items() for noun in self.words.list_all(key)}

    @cached_property
    def immovable(self) -> frozenset[str]:
        """The nouns for listed things that cannot be carried, such as ``door`` or ``lie``."""
        return frozenset(self.words.list_all("fixed"))

    def is_person(self, noun: str) -> bool:
        """Return whether a list or an ending shows that ``noun`` means a person."""
        return self.find_listed(noun) is NounClass.PERSON or _OF_PEOPLE.match(noun) is not None

    def find_listed(self, noun: str) -> NounClass | None:
        """Return the class of ``noun``, or of its singular, in the lists; ``None`` if unlisted."""
        return self.known_classes.get(noun) or self.known_classes.get(to_singular(noun))

    def classify(self, noun: str) -> NounClass:
        """Return the class of ``noun``, which is in lower case and may have several words."""
        last = noun.rpartition(" ")[2]
        known = self.find_listed(noun) or self.find_listed(last)
        if known:
            return known
        return NounClass.PERSON if _OF_PEOPLE.match(last) else NounClass.OTHER


_IRREGULAR = {"thieves": "thief", "wives": "wife", "wolves": "wolf", "knives": "knife"}


def to_singular(noun: str) -> str:
    """Return the singular of ``noun`` if it is an English plural, else ``noun`` itself."""
    others, space, last = noun.rpartition(" ")
    return others + space + _to_singular(last) if is_plural(last) else noun


def _to_singular(noun: str) -> str:
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun == "police":
        return "police officer"
    for plural, single in (("women", "woman"), ("men", "man"), ("children", "child"), ("ies", "y")):
        if noun.endswith(plural):
            return noun.removesuffix(plural) + single
    if re.search(r"(?:l|ar|oa|ea)ves$", noun):
        return noun.removesuffix("ves") + "f"
    return noun[:-2] if re.search(r"(?:ch|sh|ss|x)es$", noun) else noun[:-1]


def is_plural(noun: str) -> bool:
    """Return whether ``noun`` has the form of a plural."""
    if noun.endswith(("men", "children", "police")):
        return True
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
