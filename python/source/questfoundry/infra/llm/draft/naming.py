"""Choose the words by which later sentences name a noun phrase of an idea: ``the crown``."""

import re

from questfoundry.infra.llm.draft.chunks import ORDERS
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import KIN, TITLES, NounPhrase

ALIVE = frozenset({NounClass.PERSON, NounClass.ANIMAL, NounClass.GROUP})
"""The classes of people and animals."""


def is_alive(phrase: NounPhrase) -> bool:
    """Return whether ``phrase`` names a person, an animal or a group, by its class or its verb."""
    acts = phrase.kind is NounClass.OTHER and phrase.name and phrase.noun and phrase.acts
    return phrase.kind in ALIVE or bool(acts) or phrase.before == "am"


_EMPHASIS = re.compile(r"^(?:own|same|very|entire|actual|only) ")
_OWNER = re.compile(r"^(?:my|our|your|her|his|its|their)\b ?", re.IGNORECASE)


def define(phrase: NounPhrase) -> str:
    """Return ``phrase`` as a later sentence names it: a name, or the noun with ``the``."""
    if phrase.name and phrase.number and phrase.name.endswith("s") and not phrase.noun:
        return f"the {phrase.number} {phrase.name}"
    if phrase.name and is_alive(phrase):
        return f"the {phrase.name}" if phrase.article and not phrase.noun else phrase.name
    if not (phrase.article or phrase.owner) and phrase.noun in KIN:
        return phrase.noun.title()
    is_name = phrase.name and phrase.kind is NounClass.PLACE
    if not (phrase.article or phrase.owner) and (is_name or not phrase.noun):
        return phrase.words
    if phrase.kind is NounClass.PLACE and not phrase.article and phrase.words[:1].isupper():
        return phrase.words
    owner = _define_owner(phrase.owner)
    words = _EMPHASIS.sub("", drop_name(phrase))
    if phrase.kind is NounClass.GROUP:
        words = re.sub(r" of an? .*", "", words)
    return " ".join(filter(None, (owner or "the", phrase.number if phrase.many else "", words)))


def _define_owner(owner: str) -> str:
    """Return ``owner`` as others say it: ``Brigid's`` for ``his daughter Brigid's``."""
    bare = _OWNER.sub("", owner)
    if bare == owner:
        return owner
    named = _NAMED_OWNER.search(bare)
    if named or not bare:
        return named[0] if named else ""
    if _THIRD.match(owner):
        return owner.lower()
    return bare.capitalize() if bare.removesuffix("'s") in KIN else f"the {bare}"


_THIRD = re.compile(r"(?:her|his|their) ", re.IGNORECASE)
_NAMED_OWNER = re.compile(r"(?:[A-Z][\w-]* )*[A-Z][\w-]*['\u2019]s?$")


def drop_name(phrase: NounPhrase) -> str:
    """Return the words of ``phrase`` without the name of a thing.

    ``bus ticket Gdynia`` becomes ``bus ticket``; people and places keep their names.
    """
    is_bare = phrase.kind is NounClass.THING and phrase.noun and phrase.words.endswith(phrase.name)
    is_bare = is_bare and not re.search(r"\b(?:called|named) ", phrase.words)
    return phrase.words.removesuffix(phrase.name).rstrip() if is_bare else phrase.words


def is_somebody(phrase: NounPhrase) -> bool:
    """Return whether a noun, a verb or a word beside the name shows that ``phrase`` is alive."""
    shown = phrase.noun and not phrase.noun.istitle()
    first = phrase.name.partition(" ")[0].lower()
    opens = not phrase.before and phrase.after not in {"IN", "WDT"}  # no "rain on a planet"
    acts = phrase.acts or phrase.owns or phrase.after == "CC" or opens
    acts = acts or (phrase.after == "TO" and phrase.before in ORDERS)
    acts = acts or phrase.article in {"a", "an"}
    is_kind = phrase.many and not (phrase.article or phrase.number or phrase.owner or phrase.name)
    if is_kind and phrase.kind is NounClass.ANIMAL:
        return False  # "bees" are a kind of animal, and no person
    return bool(shown or acts or phrase.before in _BESIDE or first in TITLES | RANKS)


RANKS = frozenset(
    {
        "lt",
        "sgt",
        "capt",
        "prof",
        "col",
        "gen",
        "rev",
        "captain",
        "king",
        "queen",
        "prince",
        "princess",
        "doctor",
        "professor",
        "inspector",
        "uncle",
    }
    | {"sergeant", "colonel", "general", "father", "sister", "brother", "aunt", "mother", "saint"}
    | {"judge", "mayor", "president", "coach", "private", "major", "duke"}
)
"""Words for people before a name."""

COPULAS = frozenset({"is", "are", "was", "were"})
"""The forms of *be* that say what somebody is."""

BEING = frozenset(
    {"now", "once", "formerly", "be", "been", "being", "become", "becomes", "became", "elected"}
)
"""Words between somebody and what somebody is."""

HELPERS = frozenset(
    ["do", "does", "did", "will", "would", "should", "shall", "can", "could", "must", "may"]
)
"""Verbs that another verb follows."""

_BESIDE = COPULAS | HELPERS | frozenset({",", "with", "beside", "and", "or", "nor", "than", "by"})
