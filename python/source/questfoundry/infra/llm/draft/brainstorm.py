"""Turn a drawn story into the artifact of BRAINSTORM: its entities and dilemmas."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from attrs import frozen

from questfoundry.domain.ids import make_id
from questfoundry.infra.llm.draft.draw import DrawnStory
from questfoundry.infra.llm.draft.grammar import capitalise_title, drop_article
from questfoundry.infra.llm.draft.premise import DilemmaPart

Words = Mapping[str, Any]
"""The texts of ``prompts/draft/words.yaml``."""

MOST_ANCHORS = 4
"""The most entities that anchor a dilemma."""

_TITLED = 60
_MOST_TOLD = 6  # which two beats of the plan can name beside the people of a premise


@frozen(kw_only=True)
class EntityIds:
    """The ids of the entities of a draft: the player, the people by role, the thing, the places.

    ``told``: the ids of the people and places of the idea, by their names.
    """

    lead: str
    people: Mapping[str, str]
    told: Mapping[str, str]
    thing: str
    places: Mapping[str, str]

    @classmethod
    def from_story(cls, drawn: DrawnStory) -> "EntityIds":
        """Return the ids that the stage BRAINSTORM makes from the names of ``drawn``."""
        names = {each.key: make_id(each.kind, each.name) for each in list_entities(drawn, {})}
        told = (*drawn.cast.tale.people, *drawn.cast.tale.places)
        return cls(
            lead=names["lead"],
            people={role: names[role] for role in drawn.cast.people},
            told={each: names[_TOLD + each] for each in told if _TOLD + each in names},
            thing=names["thing"],
            places={"place": names["place"], "outside": names["outside"]},
        )


_TOLD = "told "
"""The beginning of the key of an entity that the idea names."""


@frozen(kw_only=True)
class DraftEntity:
    """An entity of a draft; ``key`` is its role, or ``lead``, ``thing``, ``place``, ``outside``."""

    key: str
    kind: str
    name: str
    concept: str


def list_entities(drawn: DrawnStory, words: Words) -> tuple[DraftEntity, ...]:
    """Return all entities of the story; without ``words``, some concepts are only placeholders."""
    premise, cast = drawn.premise, drawn.cast
    told = str(words["told"]) if words else ""
    tells = drawn.fill(str(words["tells"])) if words else ""
    found = (
        _build("lead", "character", drawn.fill(premise.player), drawn.fill(premise.about)),
        *(
            _build(key, "character", name, f"{name} {premise.roles[key].about}.")
            for key, name in cast.people.items()
        ),
        _build("thing", "object", premise.thing.name, f"{premise.thing.about} {tells}"),
        _build("place", "location", premise.place.name, premise.place.about),
        _build("outside", "location", premise.outside.name, premise.outside.about),
        *(_build(_TOLD + each, "character", each, told) for each in cast.tale.people[:_MOST_TOLD]),
        *(_build(_TOLD + each, "location", each, told) for each in cast.tale.places),
    )
    return tuple({make_id(each.kind, each.name): each for each in reversed(found)}.values())[::-1]


def _build(key: str, kind: str, name: str, concept: str) -> DraftEntity:
    return DraftEntity(key=key, kind=kind, name=title(name)[:_TITLED], concept=concept)


def title(noun: str) -> str:
    """Return ``noun`` without its article as a title: ``Drowned Village of Ys``."""
    return capitalise_title(drop_article(noun))


def build_brainstorm(drawn: DrawnStory, words: Words) -> dict[str, Any]:
    """Return the artifact of the stage BRAINSTORM: the entities and two dilemmas."""
    entities, ids = list_entities(drawn, words), EntityIds.from_story(drawn)
    of_role = {**ids.people, "lead": ids.lead, "thing": ids.thing, **ids.places}
    of_role |= {_TOLD + name: each for name, each in ids.told.items()}
    dilemmas = [_build_dilemma(each, drawn, ids) for each in list_dilemmas(drawn)]
    anchors = dilemmas[0]["anchors"]
    return {
        "size": "micro",
        "entities": [
            {
                "kind": each.kind,
                "name": each.name,
                "concept": each.concept,
                "id": of_role[each.key],
                "background": each.kind == "character" and of_role[each.key] not in anchors,
            }
            for each in entities
        ],
        "played": ids.lead,
        "dilemmas": dilemmas,
    }


def list_dilemmas(drawn: DrawnStory) -> tuple[DilemmaPart, DilemmaPart]:
    """Return the soft dilemma of the premise, and the hard one."""
    return drawn.premise.soft, drawn.premise.hard


def _build_dilemma(dilemma: DilemmaPart, drawn: DrawnStory, ids: EntityIds) -> dict[str, Any]:
    fill, name = drawn.fill, drawn.fill(dilemma.name)
    default, alternative = (
        {"text": fill(each.text), "benefit": fill(each.benefit)}
        for each in dilemma.answers.values()
    )
    return {
        "name": name,
        "id": make_id("dilemma", name),
        "question": fill(dilemma.question),
        "why_it_matters": fill(dilemma.why),
        "default": default,
        "alternative": alternative,
        "anchors": list(islice((ids.lead, *ids.people.values()), MOST_ANCHORS)),
    }
