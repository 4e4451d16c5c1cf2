"""The draft writer reads names back from the plan, where the author may have changed them."""

from attrs import evolve

from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.story import EMPTY_STORY
from questfoundry.infra.llm.draft.brainstorm import EntityIds, name_of
from questfoundry.infra.llm.draft.cast import Cast, CastPerson, CastPlace, Thing
from questfoundry.infra.llm.draft.chat import adopt_names

ROBOT = CastPerson(name="the old repair robot", short="the robot", they="they")
CAST = Cast(
    lead="miner",
    people={"guest": ROBOT},
    thing=Thing(name="the key", kind="object"),
    place=CastPlace(name="the mine", preposition="in"),
)
IDS = EntityIds(lead="character::miner", people={"guest": "character::robot"}, thing="", places={})


def adopt(name: str) -> CastPerson:
    entity = Entity(id=IDS.people["guest"], kind=EntityKind.CHARACTER, name=name, concept="")
    return adopt_names(CAST, IDS, evolve(EMPTY_STORY, entities=(entity,))).people["guest"]


def test_a_person_without_a_name_keeps_the_short_form():
    """The scenes called the old repair robot "Old", whose first word is no name."""
    assert adopt(name_of(ROBOT.name)) == ROBOT


def test_a_name_that_the_author_has_changed_is_told():
    renamed = adopt("Dr Ada Finch")
    assert (renamed.name, renamed.short) == ("Dr Ada Finch", "Dr Finch")
