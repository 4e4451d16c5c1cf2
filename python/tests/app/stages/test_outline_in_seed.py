"""SEED's beats name the outline points they tell, in the outline's order."""

import json
from copy import deepcopy
from typing import Any

from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, Profile, PromptStyle
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.sections import next_section
from tests.support.small_story import AIR, LEDGER, SECTIONS, SEED_JOINED, made_until, story_of, talk
from tests.support.stage_runs import Ask, asked, issues_of, one_provider

PLOT = """\
# Plot

- The tide bell wakes Mara in the bank.
- In the vault the door falls shut behind Mara and Ilk.
- The ledger has dried, and its names are read.
- Mara takes it to the sergeant's desk, or to the families.
- The water falls, or names are called over it.
"""
DOOR, DRIED = (
    "- In the vault the door falls shut behind Mara and Ilk.",
    "- The ledger has dried, and its names are read.",
)
POLICE, FAMILIES = "path::the-drowned-ledger-default", "path::the-drowned-ledger-alternative"
TOLD = {
    "setup.0": [1],
    f"{AIR}.shared.0": [2],
    f"{LEDGER}.shared.0": [3],
    f"{LEDGER}.paths.{POLICE}.commit": [4],
    f"{LEDGER}.paths.{FAMILIES}.commit": [4],
    "epilogues.ending::the-drowned-ledger-default.beats.0": [5],
    "epilogues.ending::the-drowned-ledger-alternative.beats.0": [5],
}
OTHERWISE = {**TOLD, f"{AIR}.shared.0": [3], f"{LEDGER}.shared.0": [2]}
"""The same beats for an outline that shuts the door last; no order of the plan fits it."""


class WithPlot(Ask):
    """A request in a project with an outline."""

    text = PLOT

    def inputs(self, stage: ArtifactStage | None = None) -> StageInputs:
        page = MaterialPage(name="outline/a.md", text=self.text)
        return super().inputs(stage).model_copy(update={"material": Material(pages=(page,))})


class WithDoorLast(WithPlot):
    """A request with an outline that reads the names before the door falls shut."""

    text = PLOT.replace(f"{DOOR}\n{DRIED}", f"{DRIED}\n{DOOR}")


def moments(told: dict[str, list[int]]) -> dict[str, Any]:
    """Return the small story's beats with the outline points in ``told``."""
    found = deepcopy(SEED_JOINED[1])
    for place, points in told.items():
        holder: Any = found["beats"] if place.startswith("dilemma") else found
        for step in place.split("."):
            holder = holder[int(step) if step.isdigit() else step]
        holder["points"] = points
    return found


async def made_of(
    *answers: dict[str, Any], ask: Ask | None = None
) -> tuple[ScriptedChatProvider, StageResult]:
    """Return SEED's provider and result, from a large model that answers with ``answers``."""
    workshop = await made_until("brainstorm")
    provider = ScriptedChatProvider(
        talk("seed", SEED_JOINED[0], *answers),
        traits=ModelTraits.from_capabilities(context_window=LARGE_WINDOW),
    )
    run = workshop.run_stage(one_provider(provider))
    return provider, await run.execute("seed", ask or WithPlot())


def told(result: StageResult, kind: UnmetKind) -> list[str]:
    return [each.asked for each in result.unmet_requests if each.kind is kind]


async def test_moments_say_which_points_they_tell() -> None:
    """Coverage of the outline can be checked only if beats name their points."""
    provider, result = await made_of(moments(TOLD))

    request = provider.requests[3]
    said = "\n".join(message.content for message in request.messages)
    assert "2 = In the vault the door falls shut behind Mara and Ilk." in said
    assert said.count("No `shared` beat comes after the first hard choice") == 1
    schema = json.dumps(asked(provider, 3))
    assert '"points": {"type": "array", "items": {"type": "integer", "minimum": 1' in schema
    assert '"maximum": 5' in schema
    kept = result.version.data
    assert kept["beats"][AIR]["shared"][0]["points"] == [2]
    assert "points" not in kept["beats"][AIR]["paths"]["path::the-last-air-default"]["commit"]
    assert result.unmet_requests == ()


async def test_without_an_outline_nothing_is_said_of_it() -> None:
    """Outline instructions without an outline would confuse the model."""
    provider, result = await made_of(SEED_JOINED[1], ask=Ask())
    assert "outline" not in str(provider.requests)
    assert "points" not in str(provider.requests)
    assert "points" not in str(result.version.data)


async def test_a_model_with_short_prompts_is_not_asked() -> None:
    """A small model cannot number points reliably, so it is not asked."""
    workshop = await made_until("brainstorm")
    stage, story = workshop.registry.get("seed"), story_of(workshop)
    section = next_section(
        stage,
        story,
        WithPlot().inputs(stage),
        {},
        ModelTraits(profile=Profile(prompt_style=PromptStyle.SHORT)),
    )
    assert section.manifest.numbers == {}


async def test_a_point_that_is_named_nowhere_or_at_random_is_left_out() -> None:
    """Similar words or a false claim must not hide a gap."""
    some = {place: points for place, points in TOLD.items() if points != [2]}
    _, result = await made_of(moments(some))
    assert told(result, UnmetKind.POINT) == [DOOR]

    wrong = {**TOLD, f"{AIR}.shared.0": [], "setup.0": [1, 2]}
    _, result = await made_of(moments(wrong))
    assert told(result, UnmetKind.POINT) == [DOOR]


async def test_moments_in_another_order_are_asked_for_once_and_then_told() -> None:
    """A wrong order gets one retry; if it stays, the author learns which point moved."""
    again = moments(OTHERWISE)["beats"]
    same = {"beats": {each: {"shared": again[each]["shared"]} for each in (AIR, LEDGER)}}
    provider, result = await made_of(moments(OTHERWISE), same, ask=WithDoorLast())

    early, late = issues_of(provider, 4)
    assert [early["field"], late["field"]] == [f"beats.{AIR}.shared.0", f"beats.{LEDGER}.shared.0"]
    assert "comes before a beat that tells point 2," in early["problem"]
    assert early["problem"].endswith("The ledger dries, and the names can be read.")
    assert "comes after a beat that tells point 3," in late["problem"]
    fields = asked(provider, 4)["properties"]["beats"]["properties"]
    assert [list(each["properties"]) for each in fields.values()] == [["shared"]] * 2
    assert len(provider.requests) == 5
    assert told(result, UnmetKind.ORDER) == [DRIED]
    assert told(result, UnmetKind.POINT) == []


async def test_moments_that_are_put_right_are_in_order() -> None:
    """A corrected order must not be reported as a problem."""
    wrong, right = moments(OTHERWISE), moments(OTHERWISE)["beats"]
    (shut,), (dried,) = right[AIR]["shared"], right[LEDGER]["shared"]
    shut |= {"summary": "Ilk reads names in the dried ledger.", "points": [2]}
    dried |= {"summary": "Behind Mara and Ilk the vault's door falls shut.", "points": [3]}
    mended = {"beats": {each: {"shared": right[each]["shared"]} for each in (AIR, LEDGER)}}
    _, result = await made_of(wrong, mended, ask=WithDoorLast())

    assert result.version.data["beats"][AIR]["shared"][0]["points"] == [2]
    assert result.unmet_requests == ()


async def test_the_order_is_known_of_each_dilemma_as_it_is_planned() -> None:
    """Small models plan one dilemma at a time, so each section is checked against earlier ones."""
    workshop = await made_until("brainstorm")
    wrong = moments(OTHERWISE)
    sections = {**SECTIONS, f"beats.{AIR}": wrong["beats"][AIR]}
    sections[f"beats.{LEDGER}"] = wrong["beats"][LEDGER]
    sections["frame"] = {name: wrong[name] for name in ("setup", "epilogues")}
    again = {"shared": wrong["beats"][LEDGER]["shared"]}
    answers = list(sections.values())
    answers.insert(5, again)
    provider, run = workshop.scripted(talk("seed", *answers))
    result = await run.execute("seed", WithDoorLast())

    (issue,) = issues_of(provider, 7)
    assert issue["field"] == "shared.0"
    assert told(result, UnmetKind.ORDER) == [DRIED]
