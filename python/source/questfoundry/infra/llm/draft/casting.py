"""Put an idea into a premise: give each role a person, and the conflict a thing and a place."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from questfoundry.infra.llm.draft.cast import Cast, CastPerson, CastPlace, Thing
from questfoundry.infra.llm.draft.extras import assign_extras
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.material import StoryMaterial
from questfoundry.infra.llm.draft.mentions import IdeaMention, find_people
from questfoundry.infra.llm.draft.nearness import load_embedder
from questfoundry.infra.llm.draft.nouns import NounClasses
from questfoundry.infra.llm.draft.opening import strip_craft
from questfoundry.infra.llm.draft.premise import Premise, PremiseRole
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
        list_free_people(idea, is_open=premise.is_open),
        premise.roles,
        _drop_told_roles(region, idea),
        rng,
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
        extras=assign_extras(idea, premise, people.values(), thing),
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
    roles, without names if only a witness is missing.
    """
    found = dict(_match_roles(mentions, roles))
    taken = {each.name for each in found.values()}
    names = _draw(region.names, taken, rng)
    witnesses = _draw(region.witnesses, taken, rng)
    if len(found) >= sum(bool(each.cues) for each in roles.values()):
        witnesses = [_hide_name(each) for each in witnesses if each.role] or witnesses
    return {
        name: _settle(found.get(name), role, names if role.cues else witnesses, rng)
        for name, role in roles.items()
    }


def _drop_told_roles(region: RegionTexts, idea: Idea) -> RegionTexts:
    """Return ``region`` without the witnesses whose role is a person of ``idea``, too."""
    told = idea.content_words
    others = [each for each in region.witnesses if told.isdisjoint(each.role.lower().split())]
    return region.model_copy(update={"witnesses": others or region.witnesses})


def _hide_name(person: Somebody) -> Somebody:
    """Return ``person`` with the role as the name, for ideas that have people enough."""
    return person.model_copy(update={"name": person.role, "short": person.role})


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
            if _match(each, role)
            >= (_MATCH if role.strict and (each.named or each.in_fact) else least)
            and (role.cues or each.named)
        ]:
            *_, number, name = max(pairs)
            del open_roles[name]
            yield name, left.pop(-number).person


_MATCH, _HINGE = 1, 6


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
