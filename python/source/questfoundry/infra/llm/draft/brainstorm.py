"""Turn a drawn story into the artifact of BRAINSTORM: its entities and dilemmas."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from attrs import frozen

from questfoundry.domain.ids import make_id
from questfoundry.infra.llm.draft.draw import DrawnStory
from questfoundry.infra.llm.draft.grammar import capitalise, drop_article
from questfoundry.infra.llm.draft.premise import DilemmaPart

Words = Mapping[str, Any]
"""The texts of ``prompts/draft/words.yaml``."""

MOST_ANCHORS = 4
"""The most entities that anchor a dilemma."""

_TITLED = 60


@frozen(kw_only=True)
class EntityIds:
    """The ids of the entities of a draft: the lead, the people by role, the thing, the places."""

    lead: str
    people: Mapping[str, str]
    thing: str
    places: Mapping[str, str]

    @classmethod
    def from_story(cls, drawn: DrawnStory) -> "EntityIds":
        """Return the ids that the stage BRAINSTORM makes from the names of ``drawn``."""
        names = {each.key: make_id(each.kind, each.name) for each in list_entities(drawn, {})}
        return cls(
            lead=names["lead"],
            people={role: names[role] for role in drawn.cast.people},
            thing=names["thing"],
            places={"place": names["place"], "outside": names["outside"]},
        )


@frozen(kw_only=True)
class DraftEntity:
    """An entity of a draft; ``key`` is its role, or ``lead``, ``thing``, ``place``, ``outside``."""

    key: str
    kind: str
    name: str
    concept: str


def list_entities(drawn: DrawnStory, words: Words) -> tuple[DraftEntity, ...]:
    """Return all entities of the story; without ``words``, some concepts are only placeholders."""
    cast, region = drawn.cast, drawn.material.region
    lead = drawn.fill("{lead.a}")
    roles = drawn.material.premise.roles

    def describe(key: str, **values: str) -> str:
        return words[key].format(**values) if words else key

    def build(key: str, kind: str, name: str, concept: str) -> DraftEntity:
        return DraftEntity(key=key, kind=kind, name=name[:_TITLED], concept=concept)

    people = (
        build(role, "character", name_of(each.name), f"{each.intro}: {roles[role].about}.")
        for role, each in cast.people.items()
    )
    return (
        build(
            "lead",
            "character",
            cast.lead_name or title(cast.lead.removesuffix(" here")),
            describe("lead", lead=lead),
        ),
        *people,
        build("thing", "object", title(cast.thing.name), describe("thing")),
        build("place", "location", title(cast.place.name), describe("place")),
        build("outside", "location", title(region.outside.name), describe("outside")),
    )


def name_of(name: str) -> str:
    """Return a person's name as the name of an entity: ``the king`` becomes ``King``."""
    return title(name) if name[:1].islower() else name


def title(noun: str) -> str:
    """Return ``noun`` without its article, each word with a capital first letter."""
    return " ".join(map(capitalise, drop_article(noun).split()))


def build_brainstorm(drawn: DrawnStory, words: Words) -> dict[str, Any]:
    """Return the artifact of the stage BRAINSTORM: the entities and two dilemmas."""
    entities, ids = list_entities(drawn, words), EntityIds.from_story(drawn)
    of_role = {**ids.people, "lead": ids.lead, "thing": ids.thing, **ids.places}
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
    return drawn.material.premise.soft, drawn.material.premise.hard


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
