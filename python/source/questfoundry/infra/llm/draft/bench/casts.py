"""Build casts for tests, with all combinations of things, pronouns and statuses."""

from collections.abc import Iterator
from itertools import product

from questfoundry.infra.llm.draft.cast import Cast, CastPerson, CastPlace, Extra, Thing
from questfoundry.infra.llm.draft.premise import ExtraKind, Premise, PremiseRole

_NAMES = ("Ines", "Tobias Marl", "Ottoline Vance", "Kit", "Amadou Reyes", "Lise", "Per", "Noor")
_THINGS = {False: "the green strongbox", True: "the letters"}
_PLACES = (
    CastPlace(name="the ferry house", preposition="in"),
    CastPlace(name="Ceres Dock", preposition="on"),
)
_PHRASES = {
    "deed": "get twenty-six children, a tortoise called Gladstone and one slip across London",
    "instead": "seal it again and never know",
    "done": "cut the brake cable of the mayor's car",
    "fact": "the colour yellow goes missing from a small town",
    "one": "a kitchen in Oslo",
    "two": "the two stowaways",
}
_EXTRAS = {
    ExtraKind.SOMETHING: "the eighty-one loaves",
    ExtraKind.SOMEWHERE: "the far bank",
    ExtraKind.SOMEBODY: "the fishermen of Culebra",
    ExtraKind.NOTHING: "",
}
_LEADS = ("ferryman", "honest undertaker")
_PRONOUNS = (("she",), ("he",), ("they",), ("she", "he", "they"))


def list_casts(premise: Premise) -> Iterator[Cast]:
    """Yield casts with all combinations of the thing's class and number, pronouns and statuses.

    Every second cast has phrases of an idea; the extras differ from cast to cast.
    """
    most = max(len(each.status) for each in premise.roles.values())
    for number, (kind, many, pronouns, status) in enumerate(
        product(premise.classes, (False, True), _PRONOUNS, range(most))
    ):
        kinds = [*ExtraKind, *ExtraKind][number % len(ExtraKind) :]
        yield Cast(
            lead=_LEADS[number % len(_LEADS)],
            people={
                name: _build_person(place, role, pronouns[place % len(pronouns)], status)
                for place, (name, role) in enumerate(premise.roles.items())
            },
            thing=Thing(name=_THINGS[many], kind=kind, many=many),
            place=_PLACES[number % len(_PLACES)],
            phrases=_PHRASES if number % 2 else {},
            extras={
                name: Extra(name=_EXTRAS[kind], kind=kind)
                for name, kind in zip(premise.extras, kinds, strict=False)
            },
        )


def _build_person(place: int, role: PremiseRole, they: str, status: int) -> CastPerson:
    name = _NAMES[place % len(_NAMES)]
    return CastPerson(
        name=name,
        short=name.split()[0],
        they=they,
        role=role.phrase if place % 2 else "the night porter",
        status=role.status[status % len(role.status)],
        where="counting keys by the door",
    )
