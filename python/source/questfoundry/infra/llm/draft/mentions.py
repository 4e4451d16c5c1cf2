"""Find the people that an idea mentions, with their roles, pronouns and states."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.cast import CastPerson
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.lead import read_state
from questfoundry.infra.llm.draft.nouns import NounClass, to_singular
from questfoundry.infra.llm.draft.phrases import TITLES, NounPhrase
from questfoundry.infra.llm.draft.pronouns import agrees, list_antecedents

_SHE = frozenset({"she", "her"})
_SOUGHT = re.compile(
    r"\b(?:free|rescue|save|release|find|reach|ransom|avenge|bury|replace) (?:\w+ ){0,2}$"
)
"""Matches the words before somebody who is not here."""

_BORN = re.compile(r"\b(?:delivered|bore|bears|born) (?:\w+(?:'s)? ){0,3}$")
"""Matches the words before a child that has just been born."""

_KILLED = re.compile(
    r"\b(?:killed|murdered|shot|drowned|buried|mourns|inherits?|(?:funeral|death|grave|murder) of) "
    r"(?:\w+ ){0,2}$"
)
"""Matches the words before somebody who is dead."""

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
    ``in_fact``: whether the fact of the idea mentions this person.
    ``in_deed``: whether the deed of the idea mentions this person. ``is_hinge``: whether this is
    the first person in the deed or the fact of the idea.
    ``named``: whether the idea states a name. ``head``: the noun for the person.
    """

    person: CastPerson
    near: frozenset[str]
    start: int
    named: bool
    head: str = ""
    in_deed: bool = False
    in_fact: bool = False
    is_hinge: bool = False
    owns: bool = False


def find_people(idea: Idea) -> tuple[IdeaMention, ...]:
    """Return the people that ``idea`` mentions besides the lead; those who only own come last."""
    mentions = sorted(_list_mentions(idea), key=lambda each: each.owns)
    asked = [each for each in mentions if (each.in_deed or each.in_fact) and not each.owns]
    first = min((each.start for each in asked), default=-1)
    return tuple(evolve(each, is_hinge=each.start == first) for each in mentions)


def _list_mentions(idea: Idea) -> Iterator[IdeaMention]:
    infants = idea.lists.list_all("infants")
    for each in idea.list_others():
        is_person = each.kind in {NounClass.PERSON, NounClass.GROUP} and each.head not in infants
        is_born = not _BORN.search(idea.text[: each.start])
        is_one = each.article in {"the", "a", "an", ""} and each.head != "parents"
        is_person = is_person and is_one and is_born and is_clear(idea, each)
        if is_person:
            yield from _mention(idea, each)


def find_status(idea: Idea, phrase: NounPhrase) -> str:
    """Return whether the person ``phrase`` is ``here``, ``dead`` or ``away``."""
    told = idea.text[: phrase.start]
    if _SOUGHT.search(told) or _LATER.search(told):
        return "away"
    mourner = {"widower": {"wife"}, "widow": {"husband"}}.get(idea.lead.rpartition(" ")[2], ())
    is_mourned = phrase.owns and idea.lead.endswith(("widow", "widower", "orphan"))
    if _KILLED.search(told) or phrase.head in mourner or is_mourned:
        return "dead"
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
            in_deed=idea.is_in_deed(phrase),
            in_fact=bool(phrase.words) and phrase.words in idea.question.fact,
            owns=phrase.owns,
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
    has_owner = not name.startswith("the ") or "'s " in name
    is_member = phrase.noun != phrase.words and phrase.noun.startswith(phrase.words)
    short = name if has_owner else f"the {phrase.head}"
    return CastPerson(
        name=name,
        short=f"the {phrase.words}" if is_member else short,
        they="" if phrase.they == "they" else phrase.they,
        status=find_status(idea, phrase),
    )


def describe_role(idea: Idea, phrase: NounPhrase, *, with_state: bool = False) -> str:
    """Return a person's role with its owner or article: ``Tamsin's sister``, ``the old rival``.

    ``with_state``: whether to keep words such as ``dead``.
    """
    noun = phrase.noun
    if (phrase.owner or phrase.name) and not with_state:
        # The scenes tell the state of a person; others keep their adjectives.
        noun = re.sub(rf"\b(?:{idea.lists.join('status')})\b ?", "", noun).strip() or noun
    return f"{_settle_owner(idea, phrase)} {noun}"


def is_clear(idea: Idea, phrase: NounPhrase) -> bool:
    """Return whether the idea makes clear whose ``phrase`` is, in ``her son`` and the like."""
    return phrase.owner not in {"her", "his", "whose"} or _settle_owner(idea, phrase) != "the"


def _settle_owner(idea: Idea, phrase: NounPhrase) -> str:
    owner = phrase.owner
    if _is_of_lead(idea, phrase):
        return "your"
    possessor = idea.find_owner(phrase) if owner.endswith("'s") else None
    if possessor and possessor.owner:
        return f"{describe_role(idea, possessor)}'s"
    if not owner and not phrase.article and phrase.noun in idea.lists.list_all("kin"):
        return "your"
    if owner in {"her", "his", "whose"}:
        return _find_possessor(idea, phrase)
    if owner in idea.lead_forms:
        return "your"
    if owner in {"my", "our", "your", "their"}:
        return "your"
    is_lead = idea.lead and owner.removesuffix("'s") == f"the {idea.lead}"
    return "your" if is_lead else owner.replace("its", "the") or "the"


def _may_own(other: NounPhrase, phrase: NounPhrase) -> bool:
    """Return whether the owner ``other`` may be meant by ``her``: ``a baby's rattle``."""
    is_owner = other.owns and not other.owner and other.kind is NounClass.PERSON
    is_own = other.end + len("'s ") >= phrase.start
    return is_owner and other.end < phrase.start and not is_own and agrees(other, phrase.owner)


def _is_of_lead(idea: Idea, phrase: NounPhrase) -> bool:
    """Return whether ``phrase`` is of the player's family: ``the youngest`` of three sisters."""
    lead, group = idea.lead_phrase, phrase.head
    is_member = phrase.noun != phrase.words and lead is not None and idea.is_group
    is_kin = group in idea.lists.list_all("siblings")
    return is_member and is_kin and lead is not None and to_singular(lead.head) == group


def _find_possessor(idea: Idea, phrase: NounPhrase) -> str:
    """Return the possessive of the person that ``her``, ``his`` or ``whose`` refers to.

    The result is ``the`` if the idea does not make clear who this is.
    """
    if phrase.owner == "whose":
        before = [each for each in idea.all_phrases if each.end < phrase.start]
        people: Sequence[NounPhrase] = before[-1:]
    else:
        people = list_antecedents(idea.all_phrases, phrase.start, phrase.owner)
        if any(_may_own(each, phrase) for each in idea.all_phrases):
            return "the"
    if len(people) != 1:
        return "your" if not people and phrase.owner in idea.lead_forms else "the"
    owner, lead = people[0], idea.lead_phrase
    is_lead = lead is not None and (owner == lead or bool(owner.head and owner.head == lead.head))
    if is_lead:
        return "your"
    return f"{shorten(owner.name) if owner.name else describe_role(idea, owner)}'s"


def _find_pronoun(idea: Idea, phrase: NounPhrase) -> str:
    title = phrase.name.partition(" ")[0].lower()
    if title in _TITLES:
        return _TITLES[title]
    if phrase.they in {"she", "he"}:
        return phrase.they
    after = re.search(r"\b(she|her|he|his|him)\b", idea.text[phrase.end :][:_REACH])
    if not after:
        return ""
    return "she" if after[1] in _SHE else "he"


def _words_near(idea: Idea, phrase: NounPhrase) -> frozenset[str]:
    start, end = phrase.start, phrase.end
    before, after = idea.text[:start].split()[-4:], idea.text[end:].split()[:3]
    words = (*before, *idea.text[start:end].split(), *after)
    return frozenset(re.sub(r"\W", "", each).lower() for each in words)
