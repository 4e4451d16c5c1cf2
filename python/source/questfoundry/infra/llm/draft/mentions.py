"""Find the people that an idea mentions, with their roles, pronouns and states."""

import re
from collections.abc import Iterator

from attrs import frozen

from questfoundry.infra.llm.draft.cast import CastPerson
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.lead import read_state
from questfoundry.infra.llm.draft.nouns import NounClass, to_singular
from questfoundry.infra.llm.draft.phrases import TITLES, NounPhrase

_SHE = frozenset({"she", "her"})
_SOUGHT = re.compile(
    r"\b(?:free|rescue|save|release|find|reach|ransom|avenge|bury|replace) (?:\w+ ){0,2}$"
)
"""Matches the words before somebody who is not here."""

_LATER = re.compile(r"\b(?:before|until|when) [^.,;!?]*$")
"""Matches the words before somebody who comes, leaves or wakes later."""

_TITLES = {
    **dict.fromkeys(("mrs", "miss", "ms", "madame", "lady", "dame", "queen", "princess"), "she"),
    **dict.fromkeys(("mr", "sir", "lord", "king", "prince", "father", "brother", "dom"), "he"),
}
_REACH = 60
"""A pronoun within this many characters after a name is taken to mean the named person."""


@frozen(kw_only=True)
class IdeaMention:
    """A person that the idea mentions.

    ``person``: the person; the name is empty for a member of a group.
    ``near``: the words around the mention, in lower case. ``start``: the position of the mention.
    ``named``: whether the idea states a name. ``head``: the noun for the person.
    """

    person: CastPerson
    near: frozenset[str]
    start: int
    named: bool
    head: str = ""


def find_people(idea: Idea, *, only_free: bool = False) -> tuple[IdeaMention, ...]:
    """Return the people that ``idea`` mentions besides the lead, in order.

    ``only_free``: whether to leave out the people in the deed that the idea asks for.
    """
    return tuple(_list_mentions(idea, only_free=only_free))


def _list_mentions(idea: Idea, *, only_free: bool) -> Iterator[IdeaMention]:
    infants = idea.lists.list_all("infants")
    for each in idea.list_others():
        is_person = each.kind in {NounClass.PERSON, NounClass.GROUP} and each.head not in infants
        if is_person and not (only_free and idea.is_in_deed(each)):
            yield from _mention(idea, each)


def find_status(idea: Idea, phrase: NounPhrase) -> str:
    """Return whether the person ``phrase`` is ``here``, ``dead`` or ``away``."""
    told = idea.text[: phrase.start]
    if _SOUGHT.search(told) or _LATER.search(told):
        return "away"
    before = told.split()[-1:] if phrase.name else ()
    words = " ".join((*before, phrase.noun, read_state(idea.text, phrase)))
    return idea.lists.find("status", words) or "here"


def shorten(name: str, *, has_title: bool = False) -> str:
    """Return the name of a person in running text: the first name, or title and last name."""
    words = name.split()
    return f"{words[0]} {words[-1]}" if has_title or words[0].lower() in TITLES else words[0]


def _mention(idea: Idea, phrase: NounPhrase) -> Iterator[IdeaMention]:
    near = _words_near(idea, phrase)
    for person in _build_people(idea, phrase):
        is_ranked = phrase.number in idea.lists.entries["ranks"]
        words = frozenset(person.role.split()) if is_ranked else near
        yield IdeaMention(
            person=person,
            near=words,
            start=phrase.start,
            named=bool(phrase.name),
            head=to_singular(phrase.head),
        )


def _build_people(idea: Idea, phrase: NounPhrase) -> Iterator[CastPerson]:
    if phrase.name:
        yield _build_named(idea, phrase)
    elif phrase.kind is NounClass.GROUP or phrase.many:
        yield from _build_members(idea, phrase)
    else:
        yield _build_unnamed(idea, phrase)


def _build_named(idea: Idea, phrase: NounPhrase) -> CastPerson:
    return CastPerson(
        name=phrase.name,
        short=shorten(phrase.name, has_title=idea.has_title(phrase.name)),
        they=_find_pronoun(idea, phrase),
        role=describe_role(idea, phrase) if phrase.noun else "",
        status=find_status(idea, phrase),
    )


def _build_members(idea: Idea, phrase: NounPhrase) -> Iterator[CastPerson]:
    """Yield the members of a group: as many as its number says, or one without a number.

    A group whose noun is not a plural, such as a crowd, has no members.
    """
    is_group_of_groups = idea.classes.classify(to_singular(phrase.head)) is NounClass.GROUP
    if not phrase.many or is_group_of_groups:
        return
    noun = to_singular(phrase.noun)
    for rank in idea.lists.entries["ranks"].get(phrase.number, [""]):
        role = " ".join(filter(None, ("the", rank, noun)))
        yield CastPerson(name="", short="", they="", role=role, status=find_status(idea, phrase))


def _build_unnamed(idea: Idea, phrase: NounPhrase) -> CastPerson:
    name = describe_role(idea, phrase)
    they = idea.lists.find("people", phrase.head)
    return CastPerson(
        name=name,
        short=name if name.startswith("your") else f"the {phrase.head}",
        they="" if they == "they" else they,
        status=find_status(idea, phrase),
    )


def describe_role(idea: Idea, phrase: NounPhrase) -> str:
    """Return a person's role with its owner or article: ``Tamsin's sister``, ``the old rival``."""
    noun = phrase.noun
    if phrase.owner or phrase.name:
        # The scenes tell the state of a person; others keep their adjectives.
        noun = re.sub(rf"\b(?:{idea.lists.join('status')})\b ?", "", noun).strip() or noun
    return f"{_settle_owner(idea, phrase)} {noun}"


def _settle_owner(idea: Idea, phrase: NounPhrase) -> str:
    owner = phrase.owner
    if not owner and not phrase.article and phrase.noun in idea.lists.list_all("kin"):
        return "your"
    if owner in idea.lead_forms:
        return "your"
    if owner in {"her", "his", "whose"}:
        return _find_possessor(idea, phrase)
    if owner in {"my", "our", "your", "their"}:
        return "your"
    is_lead = idea.lead and owner.removesuffix("'s") == f"the {idea.lead}"
    return "your" if is_lead else owner.replace("its", "the") or "the"


def _find_possessor(idea: Idea, phrase: NounPhrase) -> str:
    """Return the possessive of the person that ``her``, ``his`` or ``whose`` refers to."""
    lead = idea.lead_phrase
    people = [
        each for each in idea.phrases if each.kind is NounClass.PERSON and each.end <= phrase.start
    ]
    if not people:
        return "your"
    last = people[-1]
    name = shorten(last.name) if last.name else f"the {last.head}"
    return "your" if last == lead else f"{name}'s"


def _find_pronoun(idea: Idea, phrase: NounPhrase) -> str:
    title = phrase.name.partition(" ")[0].lower()
    if title in _TITLES:
        return _TITLES[title]
    they = idea.lists.find("people", phrase.head) if phrase.noun else "they"
    if they in {"she", "he"}:
        return they
    after = re.search(r"\b(she|her|he|his|him)\b", idea.text[phrase.end :][:_REACH])
    if not after:
        return ""
    return "she" if after[1] in _SHE else "he"


def _words_near(idea: Idea, phrase: NounPhrase) -> frozenset[str]:
    start, end = phrase.start, phrase.end
    before, after = idea.text[:start].split()[-4:], idea.text[end:].split()[:3]
    words = (*before, *idea.text[start:end].split(), *after)
    return frozenset(re.sub(r"\W", "", each).lower() for each in words)
