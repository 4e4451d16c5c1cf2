"""Stats from SEED to GROW: what is requested, what is refused, and how endings divide."""

import json
from collections.abc import Mapping
from copy import deepcopy
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import Phase as Searching

from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.app.stages.grow.leans import balance_leans
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.section import Section, SectionRequests
from questfoundry.app.stages.summary import summarize_plan
from questfoundry.domain.artifacts.grow import GrowGates, GrowLeaningActs
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.checks.check import check
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import Stat, read_level
from questfoundry.domain.weaving.endings import SIDES, side_id
from questfoundry.domain.weaving.gated_choice_candidates import (
    find_late_passages,
    find_present_entities,
)
from questfoundry.domain.weaving.late_callbacks import MOST_RECALLED
from questfoundry.domain.weaving.readings import drop_unread_moves
from questfoundry.testing.scripted import ScriptedChatProvider, calls
from tests.strategies.plans import SEED
from tests.support import planner
from tests.support.examples import examples
from tests.support.grown import GROW, answer_joined, answer_words
from tests.support.planner import (
    SEEDS_WITH_STATS,
    grown_with_stats,
    made_with_stats,
    material,
    planned_with_stats,
    seed_artifact,
)
from tests.support.sections import LARGE, answer_sections
from tests.support.small_story import (
    AIR,
    POLICE,
    SEED_JOINED,
    STATS,
    made_until,
    seed_script,
    story_of,
    talk,
)
from tests.support.stage_runs import Ask, issues_of, shipped_prompts

WITH_STATS = Ask(stats=True, acts=True)
TRUST = Stat(id="stat::trust", name="Trust", question="Does he?", high="He does.", low="No.")


def changed(**fields: Any) -> dict[str, Any]:
    return {**deepcopy(STATS), **fields}


def script(*answers: Mapping[str, Any]) -> list[Any]:
    """Return the small story's replies to SEED, and then ``answers``."""
    return [*seed_script(), *(calls("submit_seed", each) for each in answers)]


async def test_each_ending_gets_two_last_moments() -> None:
    """A stat matters only if the story closes differently at its ends. (SED-9.1)"""
    workshop = await made_until("brainstorm")
    provider = await workshop.run_script(script(STATS), WITH_STATS, "seed")

    said = provider.requests[-1].messages[-1].content
    assert f"{POLICE} = She hands it over. Then: The water falls by a hand's breadth." in said
    assert f"{AIR} = Is there breath enough for two in the vault?" in said
    story = story_of(workshop)
    (stat,) = story.stats
    assert (stat.id, stat.about) == ("stat::ilks-trust", "character::sergeant-ilk")
    lines = {each.label: each.text for each in summarize_plan(story)}
    assert lines["Stats"] == "Ilk's trust: Ilk trusts you. / Ilk watches your hands."
    closing = next(beat for beat in story.beats if beat.ending == side_id(POLICE, "low"))
    assert closing.summary == "Ilk counts the pages."
    assert story.path("path::the-last-air-alternative").moves == {stat.id: -2}


BREACHES: dict[str, tuple[dict[str, Any], str]] = {
    "equal last moments": (
        changed(closings={**STATS["closings"], POLICE: {"high": "He waits.", "low": "He waits."}}),
        f"closings.{POLICE}.low",
    ),
    "equal ends": (changed(stats=[{**STATS["stats"][0], "low": "Ilk trusts you!"}]), "stats.0.low"),
    "both answers lean alike": (
        changed(leans=dict.fromkeys(STATS["leans"], "high")),
        "leans.path::the-last-air-alternative",
    ),
}


@pytest.mark.parametrize("case", BREACHES)
async def test_two_sides_that_do_not_differ_are_requested_again(case: str) -> None:
    """A reading with two equal sides gives players nothing. (SED-9.1)"""
    wrong, field = BREACHES[case]
    workshop = await made_until("brainstorm")
    provider = await workshop.run_script(script(wrong, STATS), WITH_STATS, "seed")
    (issue,) = issues_of(provider, -1)
    assert issue["field"] == field


async def test_stats_can_be_switched_off() -> None:
    """Authors can switch stats off, and without minor choices nothing could move them."""
    for request in (Ask(acts=True), Ask(stats=True)):
        workshop = await made_until("brainstorm")
        await workshop.run_script(seed_script(), request, "seed")
        assert story_of(workshop).stats == ()


def acts_of(*leans: list[list[str]]) -> GrowLeaningActs:
    """Return one minor choice for each of ``leans``, which has the leans of its options."""
    return GrowLeaningActs.model_validate(
        {
            "acts": {
                f"passage::{number}": {
                    "answered": True,
                    "options": [
                        {"label": f"Do {at}", "leaves": "Done.", "leans": each}
                        for at, each in enumerate(options)
                    ],
                }
                for number, options in enumerate(leans)
            }
        }
    )


UP, DOWN, OTHER = ["trust-up"], ["trust-down"], ["air-up"]
LEANS: dict[str, tuple[GrowLeaningActs, list[str]]] = {
    "differ": (acts_of([UP, DOWN], [UP, [], DOWN], [OTHER, ["air-down"]]), []),
    "alike": (acts_of([UP, UP], [UP, DOWN]), ["acts.passage::0.options.1.leans"]),
    "both ways": (acts_of([[*UP, *DOWN], OTHER]), ["acts.passage::0.options.0.leans"]),
    "neutral": (acts_of([UP, []], [DOWN, []]), ["acts.passage::1.options.1.leans"]),
    "first stat": (acts_of([OTHER, ["air-down"]]), ["acts.passage::0.options.0.leans"]),
}


@pytest.mark.parametrize("case", LEANS)
def test_options_lean_differently(case: str) -> None:
    """If all options lean alike, the choice says nothing about its player. (GRW-8.1)"""
    part, fields = LEANS[case]
    rules = GrowRules(shipped_prompts())
    faults = rules.check_leans(part, [TRUST])
    assert [each.field for each in faults] == fields
    balanced = balance_leans(part, faults, [TRUST])
    assert (balanced is None) == (not fields)
    assert balanced is None or rules.check_leans(balanced, [TRUST]) == []


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
@given(seed=SEEDS_WITH_STATS)
@examples(3, phases=[Searching.generate], suppress_health_check=[HealthCheck.too_slow])
def test_both_sides_of_every_ending_are_met(size: Size, seed: int) -> None:
    """GROW refuses an unsound structure, so only the sides and shares are compared. (WEV-9.1)"""
    plan, story = grown_with_stats(size, seed)
    structure = story.existing_structure
    planned = {beat.ending for beat in plan.beats if beat.ending}
    divided = {side_id(each, side) for each in planned if each for side in SIDES} & planned
    assert divided <= {each.id for each in story.endings}
    for passage in structure.passages:
        if passage.ending:
            assert story.beats_in(passage)[-1].ending == passage.ending
    conditions = (
        *(choice.requires | choice.forbids for choice in structure.choices),
        *(passage.callback_flags for passage in structure.passages),
    )
    read = [level.stat for flags in conditions for flag in flags if (level := read_level(flag))]
    assert all(read.count(stat.id) >= 2 for stat in plan.stats)


@example(seed=3)  # a hub would stand where its last dilemma forks
@given(seed=SEEDS_WITH_STATS)
@examples(
    3, phases=[Searching.explicit, Searching.generate], suppress_health_check=[HealthCheck.too_slow]
)
def test_a_short_story_has_an_attempt_a_third_answer_and_a_long_memory(seed: int) -> None:
    """Choices weigh only if they come back when players no longer expect it. (GRW-8.3)"""
    plan, story = grown_with_stats(Size.SHORT, seed)
    structure = story.existing_structure
    ids = {each.id for each in structure.passages}
    assert any(each.startswith("passage::third-question-") for each in ids)
    for outcome in ("success", "setback"):
        assert any(each.endswith(f"--{outcome}") for each in ids)
    assert structure.read_stats == {stat.id for stat in plan.stats}
    assert drop_unread_moves(structure) == structure
    late = [
        passage.id in find_late_passages(structure, flag)
        for passage in structure.passages
        for flag in passage.callback_flags
        if kind_of(flag) == CHOICE_FLAG
    ]
    assert sum(late) >= len(late) / 3
    assert max(map(len, find_late_callbacks(structure).values())) <= MOST_RECALLED


def find_late_callbacks(structure: Structure) -> Mapping[str, set[str]]:
    """Return the choice flags that each passage recalls and does not answer at once."""
    answered = {(flag, choice.target) for choice in structure.choices for flag in choice.grants}
    return {
        passage.id: {
            flag
            for flag in passage.callback_flags
            if kind_of(flag) == CHOICE_FLAG and (flag, passage.id) not in answered
        }
        for passage in structure.passages
    }


def test_callbacks_come_late_where_a_person_or_place_of_the_choice_is_back() -> None:
    """A paragraph about an act that nothing here recalls would be forced. (GRW-8.3)"""
    _, story = grown_with_stats(Size.SHORT, 2)
    structure = story.existing_structure
    for passage, flags in find_late_callbacks(structure).items():
        here = find_present_entities(story, [structure.passage(passage)])
        for flag in flags:
            sources = [structure.passage(c.source) for c in structure.granting_choices(flag)]
            assert here & find_present_entities(story, sources)


def test_the_planned_third_answer_reaches_the_request_for_it() -> None:
    """A request that does not know the plan would ask for another third answer. (GRW-8.3)"""
    plan = planned_with_stats(Size.SHORT, 1)
    gates = next(each for each, _ in made_with_stats(Size.SHORT, 1) if each.name == "gates")
    assert plan.planned_third
    assert gates.variables["planned"] == plan.planned_third
    assert planned_with_stats(Size.MICRO, 1).planned_third == ""


def test_a_gate_asks_for_what_players_can_have_there() -> None:
    """A condition that no player or every player meets is no condition. (GRW-8.3)"""
    made = made_with_stats(Size.SHORT, 1)
    section, part = next((each, part) for each, part in made if each.name == "gates")
    assert isinstance(part, GrowGates)
    impossible = part.gates[0].model_copy(update={"needs": "mark::nobody"})
    wrong = part.model_copy(update={"gates": (impossible, part.gates[0])})
    faults = [(each.rule, each.field) for each in section.check(wrong)]
    assert ("grow.not_there", "gates.0.needs") in faults
    assert ("grow.same_place", "gates.1.at") in faults


async def test_a_large_model_is_asked_for_stats_beside_the_delayed_effects() -> None:
    """Another request would send the whole plan again. (SED-9.1)"""
    joined = (SEED_JOINED[0], {**SEED_JOINED[1], **STATS})
    workshop = await made_until("brainstorm")
    provider = ScriptedChatProvider(talk("seed", *joined), traits=LARGE)
    await workshop.run(provider, WITH_STATS, "seed")
    assert [stat.id for stat in story_of(workshop).stats] == ["stat::ilks-trust"]
    assert "Ilk counts the pages." in {beat.summary for beat in story_of(workshop).beats}


def test_a_large_answer_has_room() -> None:
    """An answer that is cut off costs a second request for all of it."""
    plan = planned_with_stats(Size.SHORT, 1)
    requests = SectionRequests(GROW.sections(plan, StageInputs(acts=True), LARGE), is_batching=True)
    while section := requests.section:
        answer = answer_joined(section)
        text = json.dumps(answer.model_dump(mode="json"))
        strategy = RetryStrategy.from_traits(LARGE, words=section.answer_words)
        # A model's sentences are twice as long as those of the scripted answer.
        assert 2 * estimate_tokens(text) <= strategy.max_tokens
        requests.submit(answer)


def test_options_and_names_in_one_answer_divide_the_endings_too() -> None:
    """Titles are requested with the options, before the thresholds are known. (WEV-9.1)"""
    plan = planned_with_stats(Size.MICRO, 1)
    requests = SectionRequests(GROW.sections(plan, StageInputs(acts=True), LARGE), is_batching=True)
    names: list[str] = []
    while section := requests.section:
        names.append(section.name)
        requests.submit(answer_joined(section))
    assert any(name.startswith("acts.1+titles") for name in names)
    story = GROW.apply(plan, requests.artifact)
    divided = {each.id for each in story.endings}
    assert {each.rpartition("--")[2] for each in divided} == {*SIDES}
    assert check(story.existing_structure, story=story, advice=False) == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_plan_with_stats_is_accepted_as_a_file(seed: int) -> None:
    """A clone has only files; its plan is then checked like an edit of the author. (SED-4.4)"""
    chance = Random(seed)
    story = material(Size.SHORT, chance)
    data = seed_artifact(story, planner.WITH_STATS, chance)
    light = {
        path: {**effect, "how": "light"} if effect["how"] == "heavy" else effect
        for path, effect in data.get("residue", {}).items()
    }
    accepted = SEED.validate({**data, "residue": light}, story=story, prompts=shipped_prompts())
    assert isinstance(accepted, SeedArtifact), accepted


def test_a_third_answer_can_need_what_divides_its_own_scene() -> None:
    """All players have the fact in one copy of the scene, and no player in another. (GRW-8.3)"""
    plan, needed = planned_with_stats(Size.SHORT, 1), list[str]()

    def answer(section: Section) -> Artifact:
        part = answer_words(section)
        if not isinstance(part, GrowGates):
            return part
        [(place, facts)] = section.variables["thirds"].items()
        [view] = [each for each in section.variables["places"] if each.id == place]
        needed.extend(each for each in facts if each in view.lacking)
        third = part.thirds[0].model_copy(update={"needs": needed[0]})
        return part.model_copy(update={"thirds": (third,)})

    story = GROW.apply(plan, answer_sections(GROW, plan, StageInputs(acts=True), answer))
    assert {kind_of(each) for each in needed} == {"flag"}
    structure = story.existing_structure
    entries = [each for each in structure.choices if each.target.startswith("passage::third-")]
    assert any(needed[0] in each.requires for each in entries)
    assert check(structure, story=story, advice=False) == ()


@pytest.mark.parametrize("seed", range(2))
def test_a_passage_can_remember_a_choice_whole(seed: int) -> None:
    """All players read a callback there, each another one. (GRW-8.3)"""
    made = made_with_stats(Size.SHORT, seed)
    recalls = [section for section, _ in made if section.name.startswith("recalls")]
    whole = 0
    for section in recalls:
        for place, groups in zip(
            section.variables["places"], section.variables["choices"], strict=True
        ):
            assert [*chain(*groups)] == [*dict.fromkeys(chain(*groups))]
            assert {*chain(*groups)} == {*place.flags}
            whole += sum(len(group) > 1 for group in groups)
    assert whole >= len(recalls)


def test_a_request_for_hubs_says_who_can_take_part() -> None:
    """Topics with somebody who is not there for all players are refused."""
    section = next(each for each, _ in made_with_stats(Size.SHORT, 1) if each.name == "hubs")
    topic = {"label": "Look", "summary": "There it is.", "leaves": "It was seen.", "leans": []}
    for place in section.variables["places"]:
        for entity in section.manifest.pins["hubs.topics.entities"]:
            hub = {"passage": place["passage"].id, "topics": [topic | {"entities": [entity]}]}
            rules = [
                each.rule for each in section.check(section.model.model_validate({"hubs": [hub]}))
            ]
            assert ("grow.not_met" in rules) == (entity not in place["present"])
