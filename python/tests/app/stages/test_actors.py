"""People with a want act first in some beats, whatever the player decides."""

import json
from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.wants import find_idle_people, list_acts
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.sections import answer_sections, joined_form
from tests.support.small_story import (
    AIR,
    AIR_BEATS,
    BARGE,
    DECISIONS,
    DILEMMAS,
    ENTITIES,
    FRAME,
    ILK,
    LEDGER,
    LEDGER_BEATS,
    MARA,
    QUESTIONS,
    RESIDUE,
    SECTIONS,
    beat,
    made_until,
    story_of,
    story_workshop,
    talk,
)
from tests.support.stage_runs import VISION, Ask, Workshop, asked, issues_of, shipped_prompts

WEAK = ModelTraits(capabilities=Capabilities(comprehension=False))
OREN = "character::oren-tide"
ILK_WANT = "He wants the ledger, fears the dark, and will cut her air line for it."
OREN_WANT = "He wants his name out of it, fears his wife, and will sell the boat."
PEOPLE: dict[str, Any] = {
    "entities": [
        *(
            {**each, "want": ILK_WANT} if each["name"] == "Sergeant Ilk" else each
            for each in ENTITIES["entities"]
        ),
        {
            "kind": "character",
            "name": "Oren Tide",
            "concept": "A boatman who hears everything.",
            "want": OREN_WANT,
        },
    ],
    "played": "Mara Voss",
}
DECIDED = {"entities": {**DECISIONS["entities"], OREN: {"decision": "keep"}}}


def acting(actor: str, summary: str = "He acts first.") -> dict[str, Any]:
    """Return a beat with ``actor`` as its actor."""
    return {**beat(summary, BARGE, MARA, actor), "actor": actor}


def shared(beats: dict[str, Any], *own: dict[str, Any]) -> dict[str, Any]:
    """Return ``beats`` of a dilemma with its own shared beats."""
    return {**beats, "shared": list(own)}


BOTH = (acting(ILK, "Ilk cuts the line."), acting(OREN, "Oren sells the boat."))
WHOLE = {
    **SECTIONS,
    "entities": DECIDED,
    f"beats.{AIR}": shared(AIR_BEATS, *BOTH),
    f"beats.{LEDGER}": shared(LEDGER_BEATS, *BOTH),
}


async def short_material(people: dict[str, Any] = PEOPLE) -> Workshop:
    """Return a short story after BRAINSTORM, in which two people want something."""
    workshop = story_workshop()
    for stage, answers in (
        ("dream", [{**VISION, "size": "short"}]),
        ("brainstorm", [people, DILEMMAS]),
    ):
        _, run = workshop.scripted(talk(stage, *answers))
        await run.execute(stage, Ask(said="A diver in a drowned city"))
    return workshop


async def plan(
    sections: dict[str, Any] = WHOLE, *repairs: dict[str, Any], people: dict[str, Any] = PEOPLE
) -> tuple[Story, ScriptedChatProvider]:
    """Return the planned story; each of ``repairs`` is the answer to a second request."""
    workshop = await short_material(people)
    replies: list[Reply] = talk()
    for name, section in sections.items():
        replies.append(calls("submit_seed", section))
        if name == f"beats.{LEDGER}":
            replies += (calls("submit_seed", each) for each in repairs)
    provider, run = workshop.scripted(replies)
    await run.execute("seed", Ask())
    return story_of(workshop), provider


async def test_two_people_act_first_in_both_acts_of_a_short_story() -> None:
    """A story in which only the player acts has no opponents. (SED-10.1)"""
    story, provider = await plan()

    assert [find_idle_people(story, act) for act in list_acts(story)] == [(), ()]
    assert {each.actor for each in story.beats} == {"", ILK, OREN}
    request = provider.requests[5].messages[-1].content
    assert f"Sergeant Ilk: A policeman out of his depth. {ILK_WANT}" in request
    assert f"Each of these is the `actor` of one of the `shared` beats: {ILK}, {OREN}" in request
    item = asked(provider, 5)["properties"]["shared"]["items"]
    assert item["properties"]["actor"]["anyOf"][0]["enum"] == [ILK, OREN]
    assert "actor" not in item["required"]
    arm = asked(provider, 5)["properties"]["paths"]["properties"]["path::the-last-air-default"]
    assert "actor" not in arm["properties"]["commit"]["properties"]


@pytest.mark.parametrize(
    ("own", "place"),
    [
        ((acting(ILK),), "1"),
        ((acting(ILK), beat("The ledger dries.", BARGE, MARA)), "1"),
        ((beat("The ledger dries.", BARGE, MARA), acting(ILK)), "0"),
    ],
)
async def test_a_missing_move_is_requested_alone(own: tuple[Any, ...], place: str) -> None:
    """A whole plan for one missing beat would cost a hundred times its words. (SED-10.1)"""
    faulty = {**WHOLE, f"beats.{LEDGER}": shared(LEDGER_BEATS, *own)}
    story, provider = await plan(faulty, {"shared": {place: acting(OREN, "Oren talks.")}})

    schema = asked(provider, 7)
    assert list(schema["properties"]) == ["shared"]
    assert list(schema["properties"]["shared"]["properties"]) == [place]
    (issue,) = issues_of(provider, 7)
    assert (issue["field"], "Oren Tide" in issue["problem"]) == (f"shared.{place}", True)
    assert OREN_WANT in issue["requirement"]
    talks = [each for each in story.beats if each.summary == "Oren talks."]
    assert [(each.actor, each.dilemma) for each in talks] == [(OREN, LEDGER)]
    assert [find_idle_people(story, act) for act in list_acts(story)] == [(), ()]


async def test_a_move_that_stays_away_is_requested_once() -> None:
    """A model that finds no move must not stop the run; the check reports the gap. (SED-10.1)"""
    faulty = {**WHOLE, f"beats.{LEDGER}": shared(LEDGER_BEATS, acting(ILK))}
    story, provider = await plan(faulty, {"shared": {"1": beat("It rains.", BARGE, MARA)}})

    assert len(provider.requests) == len(WHOLE) + 3
    _, second = list_acts(story)
    assert [each.id for each in find_idle_people(story, second)] == [OREN]


async def faults_of_edit(change: Any, people: dict[str, Any] = PEOPLE) -> tuple[Fault, ...]:
    """Return the faults of the plan after ``change``, an edit of its data."""
    workshop = await short_material(people)
    _, run = workshop.scripted(talk("seed", *WHOLE.values()))
    made = await run.execute("seed", Ask())
    data = made.artifact.model_dump(mode="json")
    change(data)
    before = story_of(workshop, before="seed")
    prompts = shipped_prompts()
    found = SeedStage(prompts).validate(data, story=before, prompts=prompts)
    return found if isinstance(found, tuple) else ()


def first_tail(data: dict[str, Any]) -> dict[str, Any]:
    tail: dict[str, Any] = data["beats"][AIR]["paths"]["path::the-last-air-default"]["tail"][0]
    return tail


def act_on_path(data: dict[str, Any]) -> None:
    first_tail(data).update(actor=ILK)


def act_where_the_other_answer_removes(data: dict[str, Any]) -> None:
    act_on_path(data)
    path = data["paths"]["path::the-last-air-alternative"]
    path["consequences"] = [{"text": "Ilk drowned.", "effect": "gone", "entity": ILK}]
    own = data["beats"][AIR]["paths"]["path::the-last-air-alternative"]
    own["tail"][1]["entities"] = [MARA]
    for each in (*data["beats"][LEDGER]["paths"].values(), data["beats"][LEDGER]):
        for one in (each.get("commit", {}), *each.get("tail", ()), *each.get("shared", ())):
            one["entities"] = [name for name in one.get("entities", ()) if name != ILK]
            if one.get("actor") == ILK:
                del one["actor"]


def act_without_want(data: dict[str, Any]) -> None:
    data["setup"][0].update(actor=MARA, entities=[MARA])


def act_from_afar(data: dict[str, Any]) -> None:
    data["beats"][AIR]["shared"][0]["entities"] = [MARA]


def act_after_leaving(data: dict[str, Any]) -> None:
    act_where_the_other_answer_removes(data)
    data["beats"][LEDGER]["shared"][0].update(actor=ILK, entities=[MARA, ILK])


def act_nowhere(data: dict[str, Any]) -> None:
    for each in data["beats"].values():
        for one in each["shared"]:
            one.pop("actor")


@pytest.mark.parametrize(
    ("change", "rule", "field"),
    [
        (act_on_path, "seed.actor_depends", f"beats.{AIR}.paths.path::the-last-air-default.tail.0"),
        (act_where_the_other_answer_removes, "", ""),
        (act_without_want, "seed.no_actor", "setup.0"),
        (act_from_afar, "seed.actor_away", f"beats.{AIR}.shared.0"),
        (act_after_leaving, "manifest.closed", f"beats.{LEDGER}.shared.0"),
        (act_nowhere, "", ""),
    ],
)
async def test_an_edit_names_only_actors_who_can_act(change: Any, rule: str, field: str) -> None:
    """What only some players see is no act of somebody else's own will. (SED-10.2)"""
    faults = await faults_of_edit(change)

    assert [each.rule for each in faults] == ([rule] if rule else [])
    assert all(each.field.startswith(field) and each.requirement for each in faults)


async def test_a_wrong_actor_of_a_model_is_left_out_without_a_request() -> None:
    """A slip of bookkeeping must cost no call. (SED-10.2)"""
    beats = deepcopy(WHOLE[f"beats.{AIR}"])
    beats["paths"]["path::the-last-air-default"]["tail"][0]["actor"] = ILK
    story, provider = await plan({**WHOLE, f"beats.{AIR}": beats})

    assert len(provider.requests) == len(WHOLE) + 2
    assert {each.actor for each in story.beats if each.path} == {""}


async def test_stories_without_wants_are_planned_as_before() -> None:
    """Projects of earlier versions have no wants: nothing may be asked of them."""
    workshop = await made_until("seed")
    stored = json.dumps([dict(workshop.current(each).data) for each in ("brainstorm", "seed")])
    assert "want" not in stored
    assert "actor" not in stored
    story = story_of(workshop)
    assert [find_idle_people(story, act) for act in list_acts(story)] == [()]


async def test_a_model_without_comprehension_is_not_asked_for_actors() -> None:
    """The embedded model cannot plan moves: a second request would change nothing."""
    story = story_of(await short_material())
    parts = {**WHOLE, f"beats.{AIR}": AIR_BEATS, f"beats.{LEDGER}": LEDGER_BEATS}
    asked_for: list[Section[Any]] = []

    def answer(section: Section[Any]) -> Artifact:
        asked_for.append(section)
        part: Artifact = section.model.model_validate(parts[section.name])
        assert "beats" not in section.name or list(section.check(part)) == []
        return part

    inputs = StageInputs(questions=True)
    answer_sections(SeedStage(shipped_prompts()), story, inputs, answer, WEAK)
    assert not any(each.manifest.options for each in asked_for)


@pytest.mark.parametrize("size", ["micro", "short"])
async def test_a_missing_move_in_a_large_answer_is_requested_alone(size: str) -> None:
    """A large model plans all beats at once, and must not repeat them for one. (SED-10.1)"""
    story = evolve(story_of(await short_material()), size=Size(size))
    large: list[Section[Any]] = []

    def answer(section: Section[Any]) -> Artifact:
        if section.name == f"beats.{AIR}":
            large.append(joined_form(section))
        part: Artifact = section.model.model_validate(WHOLE[section.name])
        return part

    inputs = StageInputs(questions=True, size=Size(size))
    answer_sections(SeedStage(shipped_prompts()), story, inputs, answer)
    (moments,) = large
    beats = {AIR: shared(AIR_BEATS, *BOTH), LEDGER: shared(LEDGER_BEATS, acting(ILK))}
    whole = {"beats": beats, **FRAME, **RESIDUE, **QUESTIONS}
    fields = {name: whole[name] for name in moments.model.model_fields}
    faults = moments.check(moments.model.model_validate(fields))
    missing = [f"beats.{LEDGER}.shared.1"] if size == "short" else []
    assert [each.field for each in faults if each.rule == "seed.no_move"] == missing
    assert "seed.no_move" in moments.soft_rules
    assert moments.manifest.options[f"beats.{AIR}.shared.actor"] == (ILK, OREN)
