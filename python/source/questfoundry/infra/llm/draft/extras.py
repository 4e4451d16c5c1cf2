"""Find further things, places and people of an idea for the slots ``extras`` of a premise."""

import re
from collections.abc import Iterable, Iterator, Mapping

from questfoundry.infra.llm.draft.cast import CastPerson, Extra, Thing
from questfoundry.infra.llm.draft.clauses import list_words
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.mentions import describe_role, is_clear
from questfoundry.infra.llm.draft.nouns import NounClass, to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.premise import ExtraKind, Premise


def assign_extras(
    idea: Idea, premise: Premise, people: Iterable[CastPerson], thing: Thing
) -> Mapping[str, Extra]:
    """Return further things, people and places of the idea for the premise's slots ``extras``.

    Those that the question of the idea does not mention are used first.
    """
    told = " ".join(idea.question.phrases.values()).casefold()
    is_told = not premise.is_open and premise.thing.name != thing.name
    cast = " ".join((thing.name if is_told else "", *(each.intro for each in people)))
    free = [each for each in _list_extras(idea) if each.name.casefold() not in cast.casefold()]
    order = [*_KINDS.values()]
    free.sort(key=lambda each: (drop_article(each.name).casefold() in told, order.index(each.kind)))
    return dict(zip(premise.extras, free, strict=False))


def _list_extras(idea: Idea) -> Iterator[Extra]:
    """Yield everything that ``idea`` names except the lead and the place, with its article."""
    for each in idea.list_others():
        name = _name(idea, each)
        is_place = idea.place is not None and idea.place.name == name
        kind = _find_kind(idea, each)
        is_told = kind is ExtraKind.SOMEBODY and idea.is_in_deed(each)
        is_candidate = to_singular(each.head) in idea.candidates
        is_free = not (each.owns or is_place or is_told or is_candidate)
        is_sure = kind is not ExtraKind.NOTHING and is_clear(idea, each)
        if is_free and is_sure and len(name.split()) <= _LONGEST_EXTRA:
            yield Extra(name=name, kind=kind)


_LONGEST_EXTRA = 8


def _find_kind(idea: Idea, phrase: NounPhrase) -> ExtraKind:
    """Return the kind of ``phrase``, or ``NOTHING`` if its noun or its place does not show it.

    A place must follow a preposition of place, or the verb whose object it is: then it is a thing.
    """
    kind = _KINDS.get(phrase.kind, ExtraKind.NOTHING)
    if phrase.article == "no":
        return ExtraKind.NOTHING
    if kind is ExtraKind.SOMEWHERE and phrase.before not in _PLACED:
        before = next((e for e in reversed(idea.words) if e.end <= phrase.start), None)
        kind = ExtraKind.SOMETHING if before and before.is_verb else ExtraKind.NOTHING
    is_part = re.match(r" of (?!the\b|an?\b|her\b|his\b)", idea.text[phrase.end :]) is not None
    is_secret = idea.lists.find("things", phrase.head) == "secret"
    is_part = is_part or " of the " in phrase.words
    if kind is ExtraKind.SOMETHING and (is_part or is_secret):
        return ExtraKind.NOTHING
    is_sure = idea.is_listed(phrase) and phrase.is_whole
    return kind if is_sure else ExtraKind.NOTHING


_PLACED = list_words(
    "in at on near to from into inside outside aboard across through towards above below behind "
    "past off under over beside"
)
"""Prepositions before a place."""


_KINDS = {
    NounClass.PERSON: ExtraKind.SOMEBODY,
    NounClass.GROUP: ExtraKind.SOMEBODY,
    NounClass.ANIMAL: ExtraKind.SOMEBODY,
    NounClass.PLACE: ExtraKind.SOMEWHERE,
    NounClass.THING: ExtraKind.SOMETHING,
}


def _name(idea: Idea, phrase: NounPhrase) -> str:
    if phrase.kind is not NounClass.PERSON or phrase.many:
        return idea.name(phrase)
    role = describe_role(idea, phrase, with_state=True) if phrase.noun else ""
    return f"{role} {phrase.name}".strip()
