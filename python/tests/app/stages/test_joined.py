"""Several sections share one answer, give the same artifact and repeat only faulty parts."""

import json
from copy import deepcopy
from typing import Any

from questfoundry.app.stages.section import SectionRequests
from questfoundry.domain.artifacts.seed import SeedEntities
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.sections import joined_form, next_section
from tests.support.small_story import (
    AIR,
    BANK,
    BRANCHES,
    DECISIONS,
    GROW_JOINED,
    LEDGER,
    LEDGER_BOOK,
    MARA,
    MATERIAL,
    PATHS,
    SECTIONS,
    SEED_JOINED,
    made_until,
    story_of,
    talk,
)
from tests.support.stage_runs import asked

BEFORE = {"brainstorm": "dream", "seed": "brainstorm", "grow": "seed"}
SCENES, NAMES = GROW_JOINED
MOMENTS = SEED_JOINED[1]


async def made_of(stage: str, *answers: dict[str, Any]) -> tuple[Any, ScriptedChatProvider]:
    """Return the artifact that a model with a large window makes with ``answers``."""
    workshop = await made_until(BEFORE[stage])
    said = () if stage == "grow" else talk()
    replies: list[Reply] = [*said, *(calls(f"submit_{stage}", each) for each in answers)]
    provider = ScriptedChatProvider(
        replies, traits=ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
    )
    result = await workshop.run(provider, stage=stage)
    return result.version.data, provider


async def by_itself(stage: str) -> Any:
    """Return the artifact of a model that answers each section separately."""
    return (await made_until(stage)).current(stage).data


async def test_entities_are_asked_for_with_the_dilemmas_that_they_stand_in() -> None:
    """One answer for entities and dilemmas saves a call and must give the same artifact."""
    made, provider = await made_of("brainstorm", MATERIAL)

    assert made == await by_itself("brainstorm")
    assert len(provider.requests) == 3
    assert [{*each["anchors"]} for each in made["dilemmas"]] == [{MARA, LEDGER_BOOK}, {MARA, BANK}]


async def test_a_dilemma_about_nobody_who_is_there_is_asked_for_again_alone() -> None:
    """A wrong name in one dilemma must not cost the entities again."""
    wrong = deepcopy(MATERIAL)
    wrong["dilemmas"][1]["anchors"] = ["Mara Voss", "The Mayor"]
    right = {"dilemmas": {"1": {"anchors": ["Mara Voss", "Sunken Bank"]}}}
    made, provider = await made_of("brainstorm", wrong, right)

    assert made == await by_itself("brainstorm")
    (issue,) = json.loads(provider.requests[3].messages[-1].content)["issues"]["invalid"]
    assert issue["field"] == "dilemmas.1.anchors"
    assert issue["provided"] == "The Mayor"
    assert "Police Barge" in issue["requirement"]


async def test_all_words_of_a_structure_are_asked_for_at_once() -> None:
    """One answer for all titles and labels saves calls and must give the same artifact."""
    made, provider = await made_of("grow", SCENES, NAMES)

    assert made == await by_itself("grow")
    fields = asked(provider, 1)["properties"]
    for name, kind in (("titles", "passage"), ("labels", "choice"), ("endings", "ending")):
        numbers = {f"{kind}::{1 + place}" for place in range(len(NAMES[name]))}
        assert {*fields[name]["properties"]} == numbers
    user = provider.requests[1].messages[-1].content
    for count, what in ((13, "passage"), (4, "choice"), (3, "ending")):
        assert f"for EVERY {what}, EXACTLY {count}" in user
    assert user.count("She shares her air. (In its favour: Both may live.)") == 1


async def test_of_words_that_were_asked_for_at_once_the_wrong_ones_are_asked_for_again() -> None:
    """One bad label must not cost all titles again."""
    wrong = deepcopy(NAMES)
    title, label = next(iter(NAMES["titles"])), next(iter(NAMES["labels"]))
    wrong["titles"][title] = {"title": "*** !"}
    wrong["labels"][label] = {"label": "Hold [[it]] out"}
    right = {"titles": {title: NAMES["titles"][title]}, "labels": {label: NAMES["labels"][label]}}
    made, provider = await made_of("grow", SCENES, wrong, right)

    again = {
        name: list(each["properties"]) for name, each in asked(provider, 2)["properties"].items()
    }
    assert {name: len(ids) for name, ids in again.items()} == {"titles": 1, "labels": 1}
    said = json.loads(provider.requests[2].messages[-1].content)["issues"]["invalid"]
    assert list(dict.fromkeys(each["field"] for each in said)) == [
        f"titles.{again['titles'][0]}.title",
        f"labels.{again['labels'][0]}.label",
    ]
    assert made == await by_itself("grow")


async def test_a_plan_whose_moments_can_be_counted_takes_two_answers() -> None:
    """Two answers save calls; delayed effects refer to beats that the request numbers."""
    made, provider = await made_of("seed", *SEED_JOINED)

    assert made == await by_itself("seed")
    assert list(asked(provider, 2)["properties"]) == ["entities", "dilemmas", "order", "paths"]
    moments = asked(provider, 3)["properties"]
    assert list(moments) == ["beats", "setup", "epilogues", "residue", "questions"]
    of_air = moments["beats"]["properties"][AIR]["properties"]["paths"]["properties"]
    assert list(of_air) == list(SECTIONS[f"beats.{AIR}"]["paths"])
    user = provider.requests[3].messages[-1].content
    assert "EVERY path, EXACTLY 4" in user
    assert user.index(f"{AIR} = ") < user.index(f"{LEDGER} = ")
    assert user.count("location::sunken-bank = ") == 1

    told = user.partition("# The ids that your beats will have")[2].partition("# Your task")[0]
    told = told.splitlines()
    assert [each for each in told if " of dilemma" in each or "setup" in each] == [
        "- beat::1 = `setup`",
        f"- beat::2 = `shared` of {AIR}",
        f"- beat::9 = `shared` of {LEDGER}",
    ]
    assert (
        "- beat::6, beat::7, beat::8 = `commit`, then `tail`, of path::the-last-air-alternative "
        "(only: She surfaces alone.)"
    ) in told
    assert "- beat::17 = the epilogue of ending::2 (only at this end)" in told
    felt = next(line for line in told if line.startswith("- path::the-last-air-alternative = "))
    beats = ", ".join(f"beat::{number}" for number in range(10, 18))
    assert felt.endswith(f"Beats: {beats}")
    assert "whatever they chose" in user
    assert made["residue"]["path::the-last-air-alternative"]["beat"] == (
        "beat::the-drowned-ledger-default-tail-1"
    )


async def test_what_is_felt_is_asked_for_again_beside_the_moments() -> None:
    """A retry about delayed effects shows the beats, because the faults refer to them."""
    wrong = deepcopy(MOMENTS)
    wrong["residue"]["path::the-last-air-default"]["also"] = [
        "beat::the-drowned-ledger-alternative-tail-1"
    ]
    wrong["questions"][0]["clues"][0]["needs"] = ["beat::the-last-air-default-commit-1"]
    right = {
        "residue": {"path::the-last-air-default": {"also": []}},
        "questions": {"0": {"clues": {"0": {"needs": []}}}},
    }
    made, provider = await made_of("seed", SEED_JOINED[0], wrong, right)

    *_, shown, said = provider.requests[4].messages
    issues = json.loads(said.content)["issues"]["invalid"]
    assert [each["field"] for each in issues] == [
        "residue.path::the-last-air-default.also",
        "questions.0.clues.0.needs",
    ]
    assert list(asked(provider, 4)["properties"]) == ["residue", "questions"]
    (call,) = shown.tool_calls
    first, *_ = call.arguments["beats"][LEDGER]["shared"]
    assert first["summary"] == SECTIONS[f"beats.{LEDGER}"]["shared"][0]["summary"]
    assert "entities" not in call.arguments
    assert made["residue"] == (await by_itself("seed"))["residue"]


async def test_of_a_story_whose_moments_are_the_writers_to_count_they_come_first() -> None:
    """Without fixed counts, beats have no ids in advance, so delayed effects come later."""
    workshop = await made_until("brainstorm")
    stage, story = workshop.registry.get("seed"), story_of(workshop)
    inputs, traits = (
        StageInputs(size=Size.SHORT),
        ModelTraits.from_capabilities(context_window=LARGE_WINDOW),
    )
    requests = SectionRequests(stage.sections(story, inputs, traits), is_batching=True)
    section = requests.section
    while section is not None and "beats" not in section.model.model_fields:
        answer = {name: SEED_JOINED[0][name] for name in section.model.model_fields}
        requests.submit(section.model.model_validate(answer))
        section = requests.section
    assert list(section.model.model_fields) == ["beats", "setup", "epilogues"]


async def test_who_is_in_no_moment_is_asked_for_in_the_section_where_that_was_due() -> None:
    """A missing entity is added where its dilemma needs the entity; other beats stay."""
    wrong = deepcopy(MOMENTS)
    for beat in (
        *wrong["beats"][LEDGER]["shared"],
        *wrong["beats"][LEDGER]["paths"]["path::the-drowned-ledger-default"]["tail"],
    ):
        beat["entities"] = [each for each in beat["entities"] if each != LEDGER_BOOK]
    right = {"beats": {LEDGER: MOMENTS["beats"][LEDGER]}}
    made, provider = await made_of("seed", SEED_JOINED[0], wrong, right)

    assert made == await by_itself("seed")
    (issue,) = json.loads(provider.requests[4].messages[-1].content)["issues"]["invalid"]
    assert issue["field"] == f"beats.{LEDGER}"
    assert f"{LEDGER_BOOK} takes part in none" in issue["problem"]
    again = asked(provider, 4)["properties"]
    assert [list(each["properties"]) for each in again.values()] == [[LEDGER]]


async def test_a_path_that_is_not_explored_is_left_out() -> None:
    """Paths are asked before it is known which are explored, so unexplored paths are dropped."""
    workshop = await made_until("brainstorm")
    stage, story = workshop.registry.get("seed"), story_of(workshop)
    decided = {"entities": SeedEntities.model_validate(DECISIONS)}
    following = next_section(stage, story, StageInputs(), decided)
    section = joined_form(following)
    one = {**deepcopy(BRANCHES), **PATHS}
    one["dilemmas"][AIR]["explore"] = "default"
    answer = section.model.model_validate(one)
    assert list(section.check(answer)) == []
    paths = section.results_from(answer)["paths"]
    assert list(paths.model_dump()["paths"]) == [
        each for each in PATHS["paths"] if each != "path::the-last-air-alternative"
    ]
