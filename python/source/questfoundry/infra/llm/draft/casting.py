"""Put an idea into a premise: choose the material, and give each role a person."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.cast import Cast, Person, Place, Thing
from questfoundry.infra.llm.draft.idea import Idea
from questfoundry.infra.llm.draft.library import PLAIN, MaterialLibrary
from questfoundry.infra.llm.draft.material import StoryMaterial
from questfoundry.infra.llm.draft.mentions import Mention, find_people
from questfoundry.infra.llm.draft.premise import Premise, PremiseHead, Role
from questfoundry.infra.llm.draft.setting import Region, Room, Somebody, Trade

_NEAREST = 3
"""The number of nearest premises among which the seed chooses."""

_Near = TypeVar("_Near", Region, Room)


@frozen(kw_only=True)
class Selection:
    """The names of the files from which a story is drawn, and the seed of the draw."""

    premise: str
    region: str
    room: str
    trade: str
    seed: str

    @property
    def record(self) -> str:
        """The names in one line, as the vision of a story records them."""
        return "/".join((self.premise, self.region, self.room, self.trade, self.seed))

    @classmethod
    def from_record(cls, record: str) -> "Selection":
        """Return the selection in ``record``."""
        premise, region, room, trade, seed = record.split("/")
        return cls(premise=premise, region=region, room=room, trade=trade, seed=seed)

    def load(self, library: MaterialLibrary) -> StoryMaterial:
        """Return the material; a room or trade that is gone becomes the plain one."""
        rooms = {each.id: each for each in library.load_rooms()}
        trades = library.load_trades()
        return StoryMaterial(
            premise=library.load_premise(self.premise),
            region=library.load_region(self.region),
            room=rooms.get(self.room) or rooms[PLAIN],
            trade=trades.get(self.trade) or trades[PLAIN],
        )


def select_material(idea: Idea, library: MaterialLibrary, seed: str) -> Selection:
    """Return the material for ``idea``: by the form of its question first, then by its words."""
    rng = random.Random(f"{seed} {idea.text}")  # noqa: S311 - no secrets
    nearest = rank_premises(idea, tuple(library.load_heads()))[:_NEAREST]
    place = idea.place.name if idea.place else ""
    region = _find_near(tuple(library.load_regions()), f"{place} {idea.text}")
    room = _find_near(tuple(library.load_rooms()), place)
    return Selection(
        premise=rng.choice(nearest).id,
        region=region.id if region else PLAIN,
        room=room.id if room else PLAIN,
        trade=_find_trade(idea, library.load_trades()),
        seed=seed,
    )


def rank_premises(idea: Idea, heads: Sequence[PremiseHead]) -> Sequence[PremiseHead]:
    """Return the premises of the idea's question shape, the nearest first; all if none fits."""
    fitting = [each for each in heads if each.shape is idea.shape] or heads

    def distance(head: PremiseHead) -> tuple[int, str]:
        words = frozenset(" ".join((head.about, *head.near)).lower().split())
        return -len(words & idea.said), head.id

    return sorted(fitting, key=distance)


def _find_near(settings: Sequence[_Near], text: str) -> _Near | None:
    """Return the setting with most of its ``near`` words in ``text``, or ``None``."""
    padded = f" {' '.join(text.lower().replace(',', ' ').replace('.', ' ').split())} "
    scores = {
        each.id: sum(padded.count(f" {word.lower()} ") for word in each.near) for each in settings
    }
    best = max(settings, key=lambda each: (scores[each.id], each.id == PLAIN))
    return best if scores[best.id] else None


def _find_trade(idea: Idea, trades: Mapping[str, Trade]) -> str:
    lead = f" {idea.lead.lower()} "
    found = (name for name, each in trades.items() if any(f" {n} " in lead for n in each.near))
    return next(found, PLAIN)


def list_trade_nouns(library: MaterialLibrary) -> tuple[str, ...]:
    """Return the nouns of all trades."""
    return tuple(noun for each in library.load_trades().values() for noun in each.near)


def build_cast(idea: Idea, material: StoryMaterial, seed: str) -> Cast:
    """Return the cast of ``idea`` in ``material``; what the idea leaves open comes from lists."""
    rng = random.Random(f"cast {seed} {idea.text}")  # noqa: S311 - no secrets
    premise, region = material.premise, material.region
    thing = _find_thing(idea, premise)
    return Cast(
        lead=idea.lead or "stranger here",
        people=assign_roles(find_people(idea), premise.roles, region, rng),
        thing=thing,
        place=idea.place or Place(name=region.place, preposition=region.preposition),
        phrases=_find_phrases(idea, premise, thing),
        motive=idea.motive,
        said=idea.said,
    )


def _find_thing(idea: Idea, premise: Premise) -> Thing:
    if idea.thing and idea.thing.kind in premise.classes:
        return idea.thing
    own = premise.thing
    if idea.thing and "object" in premise.classes:
        return evolve(idea.thing, kind="object")
    return Thing(name=own.name, kind=own.kind, many=own.many)


def _find_phrases(idea: Idea, premise: Premise, thing: Thing) -> Mapping[str, str]:
    """Return the idea's verb phrases that the premise uses, without one like the third answer."""
    of_class = premise.classes[thing.kind]
    phrases = {key: each for key, each in idea.read_phrases().items() if key in of_class}
    third = of_class.get("third", "").split()[:1]
    return {key: each for key, each in phrases.items() if each.split()[:1] != third}


def assign_roles(
    mentions: Sequence[Mention], roles: Mapping[str, Role], region: Region, rng: random.Random
) -> Mapping[str, Person]:
    """Return a person for each role: by cues first, then in order, then from the region's lists."""
    left = list(mentions)
    found: dict[str, Person] = {}
    for name, role in roles.items():
        best = max(left, key=lambda each: len(each.near.intersection(role.cues)), default=None)
        if best and best.near.intersection(role.cues):
            left.remove(best)
            found[name] = best.person
    for name in (each for each in roles if each not in found):
        if left and (roles[name].cues or left[0].named):
            found[name] = left.pop(0).person
    taken = {each.name for each in found.values()}
    names = _draw(region.names, taken, rng)
    witnesses = _draw(region.witnesses, taken, rng)
    return {
        name: _settle(found.get(name), role, names if role.cues else witnesses, rng)
        for name, role in roles.items()
    }


def _draw(people: Iterable[Somebody], taken: set[str], rng: random.Random) -> list[Somebody]:
    free = [each for each in people if each.name not in taken]
    rng.shuffle(free)
    return free


def _settle(person: Person | None, role: Role, spare: list[Somebody], rng: random.Random) -> Person:
    """Return the person for ``role`` with everything that scenes ask for."""
    other = spare.pop()
    if person is None:
        person = Person(
            name=other.name,
            short=other.short or other.name.split()[0],
            they=other.they,
            role=other.role or role.phrase,
            where=other.where,
        )
    status = person.status if person.status in role.status else role.status[0]
    they = person.they or rng.choice(("she", "he"))
    where = person.where or other.where
    phrase = "" if person.name.startswith("the ") else person.role or role.phrase
    return evolve(person, status=status, they=they, where=where, role=phrase)
