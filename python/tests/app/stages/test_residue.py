"""Epilogues and delayed effects in SEED: requests, refusals and repairs."""

from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.fault import Fault
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.weaving.weave import weave
from tests.strategies.plans import SEED, brainstormed, seeds
from tests.support.examples import examples
from tests.support.small_story import AIR, FRAME, LEDGER, made_until, seed_script, story_of
from tests.support.stage_runs import Workshop, asked

KEPT, LEFT = "path::the-last-air-default", "path::the-last-air-alternative"
OTHER_SIDE = "beat::the-drowned-ledger-alternative-tail-1"


async def test_each_ending_has_its_epilogue_and_each_path_its_place() -> None:
    """Every rejoining path must matter later. (SED-8.1)"""
    workshop = await made_until("brainstorm")
    provider = await workshop.run_script(seed_script(), stage="seed")

    frame, residue, _ = provider.requests[-3:]
    assert list(asked(provider, -3)["properties"]["epilogues"]["properties"]) == list(
        FRAME["epilogues"]
    )
    assert "ending::the-drowned-ledger-default = She hands it over." in frame.messages[-1].content
    user = residue.messages[-1].content
    for weight in ("heavy", "light", "cosmetic"):
        assert f"- {weight}: " in user
    assert "EXACTLY 2" in user
    paths = asked(provider, -2)["properties"]["residue"]["properties"]
    assert list(paths) == [KEPT, LEFT]
    places = paths[LEFT]["properties"]["beat"]["enum"]
    assert all("the-drowned-ledger" in each and "-shared-" not in each for each in places)
    assert f"{places[0]} = " in user


async def test_an_ending_that_a_path_makes_has_a_moment_of_its_own() -> None:
    """An ending that a path changes needs its own last beat, or both endings read the same."""
    workshop = await made_until("seed")
    data: dict[str, Any] = deepcopy(dict(workshop.current("seed").data))
    for draft in data["residue"].values():
        draft["closes"] = "They row out together."
    story = SEED.apply(story_of(workshop, before="seed"), SeedArtifact.model_validate(data))
    epilogue, own = (
        "beat::the-drowned-ledger-alternative-epilogue-1",
        "beat::the-drowned-ledger-alternative--after-the-last-air-default",
    )
    closing = {each.ending: each.beats for each in weave(story).structure.passages if each.ending}
    ending = own.replace("beat::", "ending::")
    assert {each: beats[-1] for each, beats in closing.items()} == {
        "ending::the-drowned-ledger-default": "beat::the-drowned-ledger-default-epilogue-1",
        "ending::the-drowned-ledger-alternative": epilogue,
        ending: own,
    }
    assert story.beat(own).summary == "They row out together."
    light = weave(evolve(story, beats=tuple(each for each in story.beats if each.id != own)))
    assert {each.ending for each in light.structure.passages if each.ending} == {*closing}


async def test_each_ending_that_a_path_makes_may_close_with_its_own() -> None:
    """A path can change several endings; endings without their own text use the first."""
    workshop = await made_until("seed")
    data: dict[str, Any] = deepcopy(dict(workshop.current("seed").data))
    first, second = (
        f"beat::the-drowned-ledger-{each}-epilogue-1" for each in ("default", "alternative")
    )
    (draft, *_) = (each for each in data["residue"].values() if each["how"] == "heavy")
    draft |= {"beat": first, "also": [second], "closes": "They row out together."}
    for also, closing in (
        ([], ["They row out together."] * 2),
        (["She rows alone."], ["They row out together.", "She rows alone."]),
    ):
        draft["also_closes"] = also
        story = SEED.apply(story_of(workshop, before="seed"), SeedArtifact.model_validate(data))
        told = {each.ending: each.summary for each in story.beats if each.ending}
        assert [text for ending, text in told.items() if "--after" in str(ending)] == closing


def faults_of(workshop: Workshop, change: dict[str, dict[str, Any]]) -> list[Fault]:
    """Return the faults of the small story's plan with the delayed effects in ``change``."""
    data: dict[str, Any] = deepcopy(dict(workshop.current("seed").data))
    for path, fields in change.items():
        data["residue"][path].update(fields)
    stage = workshop.registry.get("seed")
    story = story_of(workshop, before="seed")
    found = stage.validate(data, story=story, prompts=workshop.prompts)
    return list(found) if isinstance(found, tuple) else []


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({LEFT: {"beat": "beat::the-drowned-ledger-shared-1"}}, f"residue.{LEFT}.beat"),
        (
            {LEFT: {"beat": "beat::the-drowned-ledger-default-epilogue-1", "how": "heavy"}},
            f"residue.{KEPT}.how",
        ),
        ({LEFT: {"seen": ""}}, f"residue.{LEFT}.seen"),
        ({LEFT: {"also": [OTHER_SIDE.replace("alternative", "default")]}}, f"residue.{LEFT}.also"),
        ({LEFT: {"also": ["beat::setup-1"]}}, f"residue.{LEFT}.also.0"),
    ],
)
async def test_residue_against_the_rules_is_refused_where_it_stands(change, at) -> None:
    """A refusal of an early or empty effect names its field."""
    assert [each.field for each in faults_of(await made_until("seed"), change)] == [at]


async def test_a_path_is_felt_on_either_side_of_a_later_choice() -> None:
    """After a later choice, each branch may show the effect, but one player meets it once."""
    at_end = {"beat": "beat::the-drowned-ledger-default-epilogue-1", "how": "light"}
    for change in ({}, at_end):
        assert faults_of(await made_until("seed"), {LEFT: {**change, "also": [OTHER_SIDE]}}) == []
    same_side = {**at_end, "also": [OTHER_SIDE.replace("alternative", "default")]}
    (fault,) = faults_of(await made_until("seed"), {LEFT: same_side})
    assert fault.field == f"residue.{LEFT}.also"


async def test_where_nothing_rejoins_nothing_is_felt_later() -> None:
    """Paths that never rejoin need no delayed effect, so an effect there is refused."""
    workshop = await made_until("brainstorm")
    branches = {
        "dilemmas": {
            LEDGER: {"explore": "both", "weight": "hard"},
            AIR: {"explore": "default", "weight": "soft"},
        },
        "order": [AIR, LEDGER],
    }
    seed = deepcopy(dict((await made_until("seed")).current("seed").data))
    seed |= branches
    for part in ("paths", "residue"):
        del seed[part][LEFT]
    del seed["beats"][AIR]["paths"][LEFT]
    stage, story = workshop.registry.get("seed"), story_of(workshop)
    faults = stage.validate(seed, story=story, prompts=workshop.prompts)
    assert [each.field for each in faults] == [f"residue.{KEPT}"]
    del seed["residue"][KEPT]
    assert isinstance(stage.validate(seed, story=story, prompts=workshop.prompts), SeedArtifact)


@given(st.data())
@examples(40)
def test_one_correction_is_enough_and_endings_keep_to_the_size(data: st.DataObject) -> None:
    """Corrections must not cause new faults or more endings than the size allows."""
    story = data.draw(brainstormed())
    seed = SeedArtifact.model_validate(data.draw(seeds(story)))
    planned = SEED.apply(story, seed)
    heavy = {path.id: path.delayed_effect.beat for path in planned.paths if path.delayed_effect}
    heavy = {each: beat for each, beat in heavy.items() if seed.residue[each].how == "heavy"}
    told_apart: dict[str, set[str]] = {}
    for path, beat in heavy.items():
        scene = planned.beat(beat).ending or beat
        told_apart.setdefault(scene, set()).add(planned.path(path).dilemma)
    assert all(len(dilemmas) == 1 for dilemmas in told_apart.values())
    endings = len(seed.epilogues) + len(set(told_apart) & set(seed.epilogues))
    wanted = PRESETS[seed.size].endings
    assert endings <= wanted.most
    assert endings >= wanted.least or not seed.residue


@pytest.mark.parametrize("how", ["heavy", "light"])
async def test_a_beat_of_no_plan_is_named_in_the_refusal(how: str) -> None:
    """A beat in ``also`` that the plan lacks is refused by its name, with the beats that fit."""
    unknown = {"how": how, "also": [OTHER_SIDE, "beat::the-ball"]}
    (fault,) = faults_of(await made_until("seed"), {LEFT: unknown})
    assert (fault.field, fault.provided) == (f"residue.{LEFT}.also.1", "beat::the-ball")
    assert OTHER_SIDE in fault.requirement


async def test_beats_that_one_player_meets_are_told_apart_in_the_refusal() -> None:
    """The refusal of two beats on one route names both, and says where the second can be."""
    same_side = {"also": [OTHER_SIDE.replace("alternative", "default")]}
    (fault,) = faults_of(await made_until("seed"), {LEFT: same_side})
    assert "beat::the-drowned-ledger-default-tail-1" in fault.problem
    assert OTHER_SIDE in fault.requirement
