"""The draft writer reads names back from the plan, where the author may have changed them."""

from attrs import evolve

from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.story import EMPTY_STORY
from questfoundry.infra.llm.draft.brainstorm import EntityIds, title
from questfoundry.infra.llm.draft.chat import adopt_names
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.tale import Cast, Tale

QUESTION = IdeaQuestion(form="none", asked="How does it end?", one="Well", two="Badly")
CAST = Cast(
    people={"ludo": "Ludo"}, tale=Tale(idea="", people=("the old robot",), question=QUESTION)
)
IDS = EntityIds(
    lead="", people={"ludo": "c::ludo"}, told={"the old robot": "c::robot"}, thing="", places={}
)


def adopt(entity: str, name: str) -> Cast:
    named = Entity(id=entity, kind=EntityKind.CHARACTER, name=name, concept="")
    return adopt_names(CAST, IDS, evolve(EMPTY_STORY, entities=(named,)))


def test_a_person_without_a_new_name_keeps_the_words_of_the_idea():
    """The name of an entity has capitals, which are wrong inside a sentence."""
    assert adopt("c::robot", title("the old robot")) == CAST


def test_a_name_that_the_author_has_changed_is_told():
    assert adopt("c::ludo", "Bertrand").people["ludo"] == "Bertrand"
    assert adopt("c::robot", "Rusty").tale.people == ("Rusty",)
