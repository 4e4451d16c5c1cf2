"""Put an idea into a premise: give each role a person, and the conflict a thing and a place."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from questfoundry.infra.llm.draft.cast import Cast, CastPerson, CastPlace, Extra, Thing
from questfoundry.infra.llm.draft.clauses import list_words
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.material import StoryMaterial
from questfoundry.infra.llm.draft.mentions import IdeaMention, describe_role, find_people, is_clear
from questfoundry.infra.llm.draft.nearness import load_embedder
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular
from questfoundry.infra.llm.draft.opening import strip_craft
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.premise import ExtraKind, Premise, PremiseRole
from questfoundry.infra.llm.draft.setting import RegionTexts, Somebody
from questfoundry.infra.llm.draft.wordlists import IdeaWords

_NEIGHBOUR = "neighbour"
"""The lead (the player's role) if the idea names no lead."""


def read_idea(text: str, library: MaterialLibrary) -> Idea:
    """Return ``text`` as an ``Idea`` that uses the word lists of ``library`` and the embeddings."""
    words = IdeaWords(entries=library.prompts.wording(f"{FOLDER}/idea"))
    classes = NounClasses(words, list_trade_nouns(library), load_embedder())
    return Idea(strip_craft(text), classes, typed=text)


def list_trade_nouns(library: MaterialLibrary) -> tuple[str, ...]:
    """Return the nouns for people of each trade."""
    return tuple(noun for each in library.load_trades().values() for noun in each.near)


def build_cast(idea: Idea, material: StoryMaterial, seed: str) -> Cast:
    """Return the cast for ``idea``; lists in ``material`` supply what the idea leaves open."""
    rng = random.Random(f"cast {seed} {idea.text}")  # noqa: S311 - no secrets
    premise, region = material.premise, material.region
    thing = _find_thing(idea, premise)
    people = assign_roles(
        list_free_people(idea, is_open=premise.is_open), premise.roles, region, rng
    )
    return Cast(
        lead=idea.lead or _NEIGHBOUR,
        people=people,
        thing=thing,
        place=_find_place(idea, region),
        lead_name=idea.lead_name,
        lead_group=idea.lead_group,
        phrases=_find_phrases(idea, premise, thing),
        motive=idea.motive,
        said=idea.content_words,
        opening=idea.opening,
        tone=idea.tone,
        deadline=idea.deadline,
        extras=_assign_extras(idea, premise, people.values(), thing),
    )


def _find_place(idea: Idea, region: RegionTexts) -> CastPlace:
    """Return the place that the idea names, or else the place of the region.

    If the idea names only the open place of the region, the result is the region's place, too.
    """
    if idea.place and idea.place.name != region.outside.name:
        return idea.place
    return CastPlace(name=region.place, preposition=region.preposition)


def list_free_people(idea: Idea, *, is_open: bool = True) -> tuple[IdeaMention, ...]:
    """Return the people of ``idea`` who can get a role.

    ``is_open``: whether the premise takes its conflict from the idea. If so, the candidates of a
    choice are left out, and the people in the deed get only the role for them.
    """
    people = find_people(idea)
    if not is_open:
        return tuple(evolve(each, in_deed=False) for each in people)
    return tuple(
        each
        for each in people
        if idea.candidates.isdisjoint((each.head, *each.person.name.lower().split()))
    )


def count_fitting_people(idea: Idea, roles: Mapping[str, PremiseRole]) -> int:
    """Return how many people of ``idea`` fit one of ``roles`` by what the idea says of them."""
    return sum(
        max(_match(each, role) for role in roles.values()) >= _MATCH
        for each in list_free_people(idea)
    )


def _assign_extras(
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

    A place must come after a preposition of place, and a thing must be one that can be touched.
    """
    kind = _KINDS.get(phrase.kind, ExtraKind.NOTHING)
    if kind is ExtraKind.SOMEWHERE and phrase.before not in _PLACED:
        return ExtraKind.NOTHING
    if kind is ExtraKind.SOMETHING and idea.lists.find("things", phrase.head) == "secret":
        return ExtraKind.NOTHING
    return kind if idea.is_listed(phrase) else ExtraKind.NOTHING


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
    role = describe_role(idea, phrase) if phrase.noun else ""
    return f"{role} {phrase.name}".strip()


def _find_thing(idea: Idea, premise: Premise) -> Thing:
    if premise.thing.kind == "place" and idea.subject_place:
        return idea.subject_place
    if idea.thing and idea.thing.kind in premise.classes:
        return idea.thing
    own = premise.thing
    if idea.thing and "object" in premise.classes:
        return evolve(idea.thing, kind="object")
    return Thing(name=own.name, kind=own.kind, many=own.many)


def _find_phrases(idea: Idea, premise: Premise, thing: Thing) -> Mapping[str, str]:
    """Return the idea's verb phrases that the premise uses, by key.

    A phrase that begins with the same word as the phrase ``third`` of the thing's class is left
    out.
    """
    of_class = premise.classes[thing.kind]
    phrases = {key: each for key, each in idea.read_phrases().items() if key in of_class}
    third = of_class.get("third", "").split()[:1]
    return {key: each for key, each in phrases.items() if each.split()[:1] != third}


def assign_roles(
    mentions: Sequence[IdeaMention],
    roles: Mapping[str, PremiseRole],
    region: RegionTexts,
    rng: random.Random,
) -> Mapping[str, CastPerson]:
    """Return a person for each role of the premise.

    The people in ``mentions`` get the roles that fit best. The lists of ``region`` fill the other
    roles.
    """
    found = dict(_match_roles(mentions, roles))
    taken = {each.name for each in found.values()}
    names = _draw(region.names, taken, rng)
    witnesses = _draw(region.witnesses, taken, rng)
    return {
        name: _settle(found.get(name), role, names if role.cues else witnesses, rng)
        for name, role in roles.items()
    }


def _match_roles(
    mentions: Sequence[IdeaMention], roles: Mapping[str, PremiseRole]
) -> Iterator[tuple[str, CastPerson]]:
    """Yield pairs of a role and a person who fits it; the best pair comes first."""
    left, open_roles = list(mentions), dict(roles)
    for least in (_MATCH, 0):
        while pairs := [
            (_match(each, role), -place, -number, name)
            for place, (name, role) in enumerate(open_roles.items())
            for number, each in enumerate(left)
            if _match(each, role) >= (_MATCH if role.strict else least)
            and (role.cues or each.named)
        ]:
            *_, number, name = max(pairs)
            del open_roles[name]
            yield name, left.pop(-number).person


_MATCH, _HINGE = 1, 3


def _match(mention: IdeaMention, role: PremiseRole) -> int:
    """Return how well ``mention`` fits ``role``: by nearby words, by its noun and by its status."""
    if mention.in_deed and not (role.hinge and mention.is_hinge):
        return -1  # The people in the deed cannot argue about it.
    words = len(mention.near.intersection(role.cues)) + 2 * (mention.head in role.cues)
    words += _HINGE * (role.hinge and mention.is_hinge)
    if mention.person.status in role.status:
        return words + 2 * (mention.person.status != "here")
    # The dead and absent take part in no scene; a person who is here may be away in the story.
    return words - 1 if mention.person.status == "here" else -1


def _draw(people: Iterable[Somebody], taken: set[str], rng: random.Random) -> list[Somebody]:
    free = [each for each in people if each.name not in taken]
    rng.shuffle(free)
    return free


def _settle(
    person: CastPerson | None, role: PremiseRole, spare: list[Somebody], rng: random.Random
) -> CastPerson:
    """Return ``person``, or else one from ``spare``, with all fields that scenes use."""
    other = spare.pop()
    if person is None or not person.name:
        person = _take_spare(other, role, person)
    status = person.status if person.status in role.status else role.status[0]
    # A name of the idea may be a woman's or a man's.
    they = person.they or ("they" if person.name[:1].isupper() else rng.choice(("she", "he")))
    where = person.where or other.where
    phrase = "" if person.name.startswith(_ROLE_NAMES) else person.role or role.phrase
    return evolve(person, status=status, they=they, where=where, role=phrase)


_ROLE_NAMES = ("the ", "your ")
"""The beginnings of names that are roles themselves; such a name gets no role before it."""


def _take_spare(other: Somebody, role: PremiseRole, member: CastPerson | None) -> CastPerson:
    """Return ``other`` as a person; ``member``, if given, supplies the role and the status."""
    return CastPerson(
        name=other.name,
        short=other.short or other.name.split()[0],
        they=other.they,
        role=member.role if member else other.role or role.phrase,
        status=member.status if member else "here",
        where=other.where,
    )
