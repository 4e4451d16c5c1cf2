"""BRAINSTORM first reads the names in an outline, then requires them in its entities."""

from typing import Any

from attrs import evolve

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.brainstorm.rules import find_missing_names
from questfoundry.app.stages.seed.sections import find_required_entities
from questfoundry.domain.artifacts.brainstorm import BrainstormEntities
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import OutlineName
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.outline_names import OUTLINES
from tests.support.small_story import DILEMMAS, ENTITIES, brainstorm_script, made_until, talk
from tests.support.stage_runs import Ask, issues_of

COUNT = (OUTLINES / "count.md").read_text(encoding="utf-8")


def named(name: str, *also: str, kind: str = "character") -> dict[str, Any]:
    return {"name": name, "kind": kind, "also": [*also]}


READ = {
    "names": [
        named("Ottoline Pryce", "Otty"),
        named("the Sill", kind="location"),
        named("Pennywell Farm", kind="location"),
    ]
}
INVENTED = {"names": [*READ["names"], named("Thackeray Speke", "Father Speke"), named("Mara Voss")]}


def entities(name: str, concept: str = "She counts.") -> dict[str, Any]:
    """Return the small story's entities with a place of the outline and a clerk called ``name``."""
    first, _, bank, barge, ledger = ENTITIES["entities"]
    places = [bank, barge | {"name": "The Sill", "concept": "A dam above Pennywell Farm."}]
    clerk = {"kind": "character", "name": name, "concept": concept}
    return {"entities": [first, clerk, *places, ledger], "played": name}


CARRIED = entities("Ottoline Pryce")


class OfOutline(Ask):
    """A request in a project with an outline."""

    def inputs(self, stage: Any = None) -> StageInputs:
        page = MaterialPage(name="outline/count.md", text=COUNT)
        return super().inputs(stage).model_copy(update={"material": Material(pages=(page,))})


async def made_of(*answers: dict[str, Any]) -> tuple[ScriptedChatProvider, StageResult]:
    """Return BRAINSTORM's provider and result with ``answers`` to Serialize."""
    workshop = await made_until("dream")
    provider, run = workshop.scripted(talk("brainstorm", *answers))
    return provider, await run.execute("brainstorm", OfOutline())


async def test_an_outline_s_names_are_read_first_and_its_order_is_kept() -> None:
    """Names that a model reads are better than a guess by code."""
    provider, result = await made_of(READ, CARRIED, DILEMMAS)

    first, then = provider.requests[2], provider.requests[3]
    assert "Her whole name, which she dislikes" in first.messages[1].content
    told = "- Ottoline Pryce (also: Otty): Her whole name, which she dislikes"
    assert told in then.messages[1].content
    assert "exactly as the outline spells it" in first.messages[1].content + str(first.tools)
    assert "Hester Voyle:" not in then.messages[1].content
    assert result.artifact.model_dump(mode="json")["names"] == READ["names"]
    assert result.unmet_requests == ()

    assert "what leads to any dilemma comes before it" in str(provider.requests[0])
    assert "Keep the order of the author" in str(provider.requests[-1])

    workshop = await made_until("dream")
    plain = await workshop.run_script(brainstorm_script(), stage="brainstorm")
    assert "outline" not in str(plain.requests)


async def test_a_name_that_the_outline_has_not_is_a_fault() -> None:
    """An invented name must not become an entity that the author never named."""
    provider, result = await made_of(*[INVENTED] * 3, *[CARRIED] * 3, DILEMMAS)

    issues = issues_of(provider, 3)
    assert [each["provided"] for each in issues] == ["Father Speke", "Mara Voss"]
    kept = result.artifact.model_dump(mode="json")["names"]
    assert kept == [*READ["names"], named("Thackeray Speke")]
    assert [each.asked for each in result.unmet_requests] == ["Thackeray Speke"]


async def test_a_nickname_alone_is_not_the_author_s_name() -> None:
    """An entity called only by a nickname loses the name that the author gave."""
    called = entities("Otty", "Ottoline Pryce, who counts.")
    provider, result = await made_of(READ, called, CARRIED, DILEMMAS)

    assert "Ottoline Pryce, which the author gives" in issues_of(provider, 4)[0]["problem"]
    assert result.unmet_requests == ()


async def test_the_idea_of_an_outline_adds_no_names() -> None:
    """The outline's first paragraph serves as idea and must not count its names twice."""
    asked = OfOutline().inputs()
    begun = asked.model_copy(update={"said": (asked.beginning,)})
    assert begun.list_stated_names() == asked.list_stated_names()
    own = asked.model_copy(update={"said": ("Corvin Hale counts the dead of Cold Amery.",)})
    names = [each.name for each in own.list_stated_names()]
    assert names[0] == "Corvin Hale"
    assert names.count("Cold Amery") == 1


async def test_seed_keeps_whom_a_model_read_in_the_outline() -> None:
    """SEED must not cut an entity whose name appears in the outline."""
    workshop = await made_until("dream")
    await workshop.run_script(
        talk("brainstorm", READ, CARRIED, DILEMMAS), OfOutline(), "brainstorm"
    )
    story = workshop.registry.story(workshop.store.artifacts)

    names = OfOutline().inputs().list_stated_names(story.names)
    assert [each.name for each in names] == ["Ottoline Pryce", "Sill", "Pennywell Farm"]
    assert {"character::ottoline-pryce", "location::the-sill"} <= {
        *find_required_entities(story, names)
    }


def test_a_place_may_be_told_of_another_entity_and_a_person_may_not() -> None:
    """A place may be part of another entity's description; a person needs an own entity."""
    told = BrainstormEntities.model_validate(CARRIED).entities
    farm = OutlineName("Pennywell Farm", kind="location")
    assert find_missing_names([farm, evolve(farm, kind="character")], told) == ("Pennywell Farm",)
