"""SEED: its three checks, its rules between decisions, and its sections."""

import json
from copy import deepcopy
from typing import Any, cast

import pytest
from attrs import evolve

from questfoundry.domain.artifacts.seed import SeedBeats, SeedDilemmas, SeedEntities, SeedPaths
from questfoundry.domain.errors import ConversationError, UsageError
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.sections import next_section
from tests.support.small_story import (
    AIR,
    BANK,
    BARGE,
    BRANCHES,
    DECISIONS,
    DILEMMAS,
    ENTITIES,
    IDS,
    ILK,
    LEDGER,
    LEDGER_BOOK,
    MARA,
    SECTIONS,
    made_until,
    make,
    seed_script,
    story_of,
    talk,
)
from tests.support.stage_runs import Ask, Workshop, asked, issues_of

NONE = Ask()


def decided(**decisions: str) -> dict[str, Any]:
    """Return the entity decisions, changed for the ids that contain a word of ``decisions``."""
    changed = deepcopy(DECISIONS)
    for word, decision in decisions.items():
        (identifier,) = (each for each in IDS if word in each)
        changed["entities"][identifier]["decision"] = decision
    return changed


def branched(air: str, ledger: str) -> dict[str, Any]:
    """Return the dilemmas with new decisions such as ``both hard``."""
    changed = deepcopy(BRANCHES)
    for identifier, words in ((AIR, air), (LEDGER, ledger)):
        explore, weight = words.split()
        changed["dilemmas"][identifier] |= {"explore": explore, "weight": weight}
    return changed


def script(**first: dict[str, Any]) -> list[Reply]:
    """Return SEED's script, with the invalid answers in ``first`` before the right answers."""
    replies = talk()
    for name, section in SECTIONS.items():
        if name in first:
            replies.append(calls("submit_seed", first[name]))
        replies.append(calls("submit_seed", section))
    return replies


async def seed(
    replies: list[Reply], workshop: Workshop | None = None, request: Ask = NONE
) -> tuple[dict[str, Any], ScriptedChatProvider]:
    """Return the artifact that results from ``replies``, and the provider."""
    workshop = workshop or await made_until("brainstorm")
    provider, run = workshop.scripted(replies)
    result = await run.execute("seed", request)
    return result.artifact.model_dump(mode="json"), provider


async def test_every_request_lists_its_ids_and_counts_them() -> None:
    """Models forget and invent decisions unless prompt and schema have each id."""
    _, provider = await seed(seed_script())

    opening = provider.requests[0].messages[-1].content
    summarize = provider.requests[1].messages[-1].content
    for told in (opening, summarize):
        assert [each for each in (*IDS, AIR, LEDGER) if each not in told] == []
    assert "EVERY entity below, EXACTLY 5" in summarize
    assert "EVERY dilemma below, EXACTLY 2" in summarize

    listed = {2: IDS, 3: (AIR, LEDGER), 4: tuple(SECTIONS["paths"]["paths"])}
    for number, ids in listed.items():
        user = provider.requests[number].messages[-1].content
        assert f"for EVERY id, EXACTLY {len(ids)}" in user
        assert [each for each in ids if f"{each} = " not in user] == []
    beats = provider.requests[5].messages[-1].content
    assert "for EVERY path, EXACTLY 2" in beats
    assert "path::the-last-air-default = Mara and Ilk rise" in beats

    entities = asked(provider, 2)["properties"]["entities"]
    assert entities["required"] == list(IDS)
    assert entities["additionalProperties"] is False
    stays = entities["properties"][LEDGER_BOOK]["properties"]["decision"]
    assert stays["enum"] == ["keep"]
    order = asked(provider, 3)["properties"]["order"]
    assert (order["minItems"], order["maxItems"]) == (2, 2)
    assert sorted(order["items"]["enum"]) == sorted([AIR, LEDGER])
    beat = asked(provider, 5)["properties"]["shared"]["items"]["properties"]
    assert beat["location"]["enum"] == ["location::sunken-bank", "location::police-barge"]
    assert beat["entities"]["items"]["enum"] == [MARA, ILK, LEDGER_BOOK]

    air, ledger, frame = (each.messages[-1].content for each in provider.requests[5:8])
    vault = SECTIONS[f"beats.{AIR}"]["shared"][0]["summary"]
    desk = SECTIONS[f"beats.{LEDGER}"]["paths"]["path::the-drowned-ledger-default"]["commit"]
    assert "Moments that are settled" not in air
    assert f"Is there breath enough for two in the vault? {vault}" in ledger
    assert desk["summary"] not in ledger
    assert f"  - She hands it over. {desk['summary']}" in frame


async def test_whom_the_first_hard_choice_takes_out_is_there_before_it() -> None:
    """Who leaves by the first hard choice may appear before it. (SED-7.4)"""
    workshop = await made_until("brainstorm")
    story, stage = story_of(workshop), workshop.registry.get("seed")
    paths = deepcopy(SECTIONS["paths"])
    arm = paths["paths"]["path::the-last-air-default"]["consequences"]
    arm[0] = {"text": "Gone.", "effect": "gone", "entity": ILK}
    made: dict[str, Artifact] = {
        "entities": SeedEntities.model_validate(DECISIONS),
        "dilemmas": SeedDilemmas.model_validate(branched("both hard", "both hard")),
        "paths": SeedPaths.model_validate(paths),
    }
    first = next_section(stage, story, StageInputs(), made)
    made[first.name] = SeedBeats.model_validate(SECTIONS[first.name])
    second = next_section(stage, story, StageInputs(), made)
    assert first.variables["hard_before"] == ()
    assert second.variables["hard_before"] == (story.dilemma(AIR).question,)
    pins = second.manifest.pins
    assert ILK in pins["shared.entities"]
    assert ILK not in pins["paths.commit.entities"]
    assert (second.variables["away"]["shared"], second.variables["away"][""]) == ((), (ILK,))


async def test_counts_come_before_everything_else() -> None:
    """Missing decisions are named first, so one retry can correct everything. (SED-1.3)"""
    forgetful = decided()
    del forgetful["entities"][ILK]
    forgetful["entities"][LEDGER_BOOK] = {"decision": "perhaps"}
    _, provider = await seed(script(entities=forgetful))

    feedback = json.loads(provider.requests[3].messages[-1].content)
    (missing,) = feedback["issues"]["missing"]
    assert missing["field"] == f"entities.{ILK}"
    assert "EXACTLY 5 in entities; 4 were given" in missing["requirement"]
    inner = [issue["field"] for issue in feedback["issues"]["invalid"]]
    assert inner == [f"entities.{LEDGER_BOOK}.decision"]


async def test_where_there_are_only_just_enough_all_stay() -> None:
    """If every entity must stay, asking a model to decide wastes a call."""
    workshop = await made_until("dream")
    four = {"entities": [each for each in ENTITIES["entities"] if each["name"] != "Sergeant Ilk"]}
    await workshop.run_script(talk("brainstorm", four, DILEMMAS), NONE, "brainstorm")
    provider, run = workshop.scripted(talk())
    with pytest.raises(UsageError):
        await run.execute("seed", NONE)

    assert list(asked(provider, 2)["properties"]) == ["dilemmas", "order"]
    for request in provider.requests[:2]:
        told = "\n".join(message.content for message in request.messages)
        assert "keep or cut" not in told
    assert "All entities below stay" in provider.requests[1].messages[-1].content
    stage, story = workshop.registry.get("seed"), story_of(workshop)
    section = next_section(stage, story, StageInputs(), {})
    given = cast(SeedEntities, section.preset)
    assert {each.decision for each in given.entities.values()} == {"keep"}
    assert list(given.entities) == [each.id for each in story.entities]


async def test_too_few_entities_are_not_enough() -> None:
    """Code keeps the missing number of entities, which saves another call. (STG-3.19)"""
    workshop = await made_until("brainstorm")
    cut = calls("submit_seed", decided(ilk="cut", barge="cut"))
    provider, run = workshop.scripted([*talk(), cut, *seed_script()[3:5]])
    with pytest.raises(UsageError, match="The script ended"):
        await run.execute("seed", NONE)

    beats = json.dumps(asked(provider, 5))
    assert ILK in beats
    assert BARGE not in beats


async def test_what_is_cut_is_out_of_every_later_section() -> None:
    """A cut entity that appears in a beat would return to the story."""
    workshop = await made_until("brainstorm")
    provider, run = workshop.scripted([*talk("seed", decided(ilk="cut")), *seed_script()[3:]])
    with pytest.raises(ConversationError) as caught:
        await run.execute("seed", Ask(attempts=1))

    assert caught.value.section == f"beats.{AIR}"
    (attempt,) = caught.value.attempts
    assert {fault.provided for fault in attempt.faults} == {ILK}
    assert ILK not in json.dumps(asked(provider, 5))


@pytest.mark.parametrize(
    ("air", "ledger", "right"),
    [
        ("both soft", "both soft", ("both hard", "both soft")),
        ("default soft", "both soft", ("default soft", "both hard")),
        ("both soft", "default hard", ("both soft", "both hard")),
        ("default soft", "default soft", ("both hard", "default soft")),
    ],
)
async def test_one_dilemma_is_hard_and_hard_ones_explore_both(air, ledger, right) -> None:
    """Without a hard dilemma a story has one ending. (SED-2.7, STG-3.19)"""
    workshop = await made_until("brainstorm")
    provider, run = workshop.scripted(talk("seed", DECISIONS, branched(air, ledger)))
    with pytest.raises(UsageError, match="The script ended"):
        await run.execute("seed", NONE)

    explored = {each: "both" in how for each, how in zip((AIR, LEDGER), right, strict=True)}
    asked_for = {*asked(provider, 4)["properties"]["paths"]["properties"]}
    assert {each for each in asked_for if "alternative" in each} == {
        f"path::{slug_of(each)}-alternative" for each in explored if explored[each]
    }


async def test_what_a_dilemma_is_about_is_met_in_its_beats() -> None:
    """Players must meet what a dilemma is about before they decide."""
    without = deepcopy(SECTIONS[f"beats.{LEDGER}"])
    for beat in (*without["shared"], *without["paths"]["path::the-drowned-ledger-default"]["tail"]):
        beat["entities"] = [each for each in beat["entities"] if each != LEDGER_BOOK]
    replies = seed_script()
    replies.insert(6, calls("submit_seed", without))
    _, provider = await seed(replies)

    told = provider.requests[6].messages[-1].content
    assert (
        "Each of these occurs in at least one beat, as location or among `entities`: "
        f"{LEDGER_BOOK}\n" in told
    )
    (issue,) = issues_of(provider, 7)
    assert issue["field"] == f"entities.{LEDGER_BOOK}"
    assert f"{LEDGER_BOOK} takes part in none of these beats" in issue["problem"]
    assert asked(provider, 7) == asked(provider, 6)


async def test_an_edit_that_leaves_somebody_out_is_refused_by_its_decision() -> None:
    """A hand edit must not remove a kept entity from all beats. (SED-3.5, SED-4.4)"""
    workshop = await made_until("seed")
    story = story_of(workshop, before="seed")
    stage = workshop.registry.get("seed")
    version = workshop.current("seed")
    plan = json.loads(json.dumps(version.data).replace(BARGE, BANK))
    plan["entities"] = version.data["entities"]

    faults = stage.validate(plan, story=story, prompts=workshop.prompts)

    assert [fault.field for fault in faults] == [f"entities.{BARGE}"]


async def test_a_plan_of_another_size_holds_its_counts() -> None:
    """The author's size for this stage overrides the size of the vision. (STY-2.2)"""
    workshop = await made_until("brainstorm")
    await make(workshop, "seed", Ask(size="short"))

    assert story_of(workshop).effective_size is Size.SHORT


async def test_a_single_dilemma_can_only_be_hard() -> None:
    """A single dilemma must be hard, or the story has only one ending."""
    workshop = await made_until("brainstorm")
    story = story_of(workshop)
    story = evolve(story, dilemmas=story.dilemmas[:1])
    stage = workshop.registry.get("seed")
    decided = SeedEntities.model_validate(DECISIONS)
    section = next_section(stage, story, StageInputs(), {"entities": decided})

    (only,) = story.dilemmas
    assert section.manifest.pins[f"dilemmas.{only.id}.weight"] == ("hard",)
    assert section.manifest.pins[f"dilemmas.{only.id}.explore"] == ("both",)
