"""Complete what an idea shows of its people elsewhere: names, pronouns, members of a group."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve

from questfoundry.infra.llm.draft.nouns import NounClass, to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase

_MEMBERS = frozenset({"youngest", "eldest", "oldest", "elder", "younger", "middle", "other"})
_FORMS = {**dict.fromkeys(("she", "her"), "she"), **dict.fromkeys(("he", "his", "him"), "he")}
_PRONOUN = re.compile(r"\b(she|her|he|his|him)\b", re.IGNORECASE)
_SPOUSES = {"wife": "he", "husband": "she"}
_UNKNOWN = frozenset({"", "they"})


def complete_people(phrases: Sequence[NounPhrase], text: str) -> Sequence[NounPhrase]:
    """Return ``phrases`` with what other words of the idea ``text`` show of each person."""
    called = {_read_name(each, text): each.kind for each in phrases}
    named = [
        evolve(each, kind=called.get(each.name, each.kind)) if each.name else each
        for each in phrases
    ]
    members = [_find_group(each, named) for each in named]
    known = [
        _join_group(each, group) if group else each
        for each, group in zip(named, members, strict=True)
    ]
    known = [
        evolve(e, kind=NounClass.SKIP) if e.before == "of" and e in members else e for e in known
    ]
    spouses = dict(_list_spouses(known))
    shown = [
        evolve(each, they=spouses[each.head])
        if each.head in spouses and each.they in _UNKNOWN
        else each
        for each in known
    ]
    return [evolve(each, they=_find_pronoun(each, shown, text)) for each in shown]


def _list_spouses(phrases: Sequence[NounPhrase]) -> Iterator[tuple[str, str]]:
    """Yield the noun and the pronoun of each person who has a wife or a husband."""
    for owner, owned in pairwise(phrases):
        if owner.owns and owner.head and owned.head in _SPOUSES:
            yield owner.head, _SPOUSES[owned.head]


def _read_name(phrase: NounPhrase, text: str) -> str:
    """Return the name in ``my hamster is called Biscuit``; empty without one."""
    found = re.match(r" (?:is|was) (?:called|named) (\w+)", text[phrase.end :])
    return found[1] if found and not phrase.name else ""


def _find_group(phrase: NounPhrase, phrases: Sequence[NounPhrase]) -> NounPhrase | None:
    """Return the group of people to which ``the youngest`` belongs, or ``None``."""
    if phrase.noun not in _MEMBERS | {"others"} or phrase.article != "the":
        return None
    after = (each for each in phrases if each.before == "of" and each.number)
    whole = next((each for each in after if each.start - phrase.end == len(" of ")), None)
    if whole is not None:
        return whole
    before = [each for each in phrases if each.end < phrase.start and each.many]
    groups = [each for each in before if each.kind in {NounClass.PERSON, NounClass.GROUP}]
    return next((each for each in reversed(groups) if each.number), None)


def _join_group(phrase: NounPhrase, group: NounPhrase) -> NounPhrase:
    """Return the member ``phrase`` of ``group`` as a person: ``youngest sister``."""
    if phrase.noun == "others":
        return evolve(phrase, kind=NounClass.SKIP)
    noun = f"{phrase.noun} {to_singular(group.noun)}"
    return evolve(phrase, kind=NounClass.PERSON, noun=noun, they=group.they)


def _is_named_by(other: NounPhrase, phrase: NounPhrase, text: str) -> bool:
    """Return whether ``other`` says who ``phrase`` is: ``the suspect is her brother``."""
    gap = text[phrase.end : other.start]
    return gap in {" is ", " was "} and other.they not in _UNKNOWN


def _find_pronoun(phrase: NounPhrase, phrases: Sequence[NounPhrase], text: str) -> str:
    """Return the pronoun for ``phrase``; if its noun shows none, the next one of the clause."""
    if phrase.kind is not NounClass.PERSON or phrase.they not in _UNKNOWN or phrase.owns:
        return phrase.they
    same = next((each for each in phrases if _is_named_by(each, phrase, text)), None)
    if same is not None:
        return same.they
    if phrase.owner.endswith("'s"):
        return phrase.they  # In ``the pilot's twin has taken his place``, ``his`` is unclear.
    found = _PRONOUN.search(text, phrase.end)
    between = text[phrase.end : found.start()] if found else "."
    people = (e for e in phrases if found and phrase.end <= e.start and e.end <= found.start())
    is_other = any(e.kind in {NounClass.PERSON, NounClass.ANIMAL, NounClass.GROUP} for e in people)
    if found is None or is_other or not phrase.acts or re.search(r"[.;:!?]", between):
        return phrase.they
    return _FORMS[found[1].lower()]
