"""SEED corrects decisions with the fewest possible changes."""

from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.seed.cast import find_lead
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.artifacts.seed import SeedBeats, SeedDilemmas, SeedEntities, SeedPaths
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.size import Range, Size
from questfoundry.domain.story.story import Story
from tests.support.examples import examples
from tests.support.sections import next_section
from tests.support.shapes import Shape, dilemma_of
from tests.support.small_story import (
    AIR,
    AIR_BEATS,
    BRANCHES,
    DECISIONS,
    LEDGER,
    LEDGER_BEATS,
    PATHS,
    made_until,
    story_of,
    true,
)
from tests.support.small_story import ILK as POLICE
from tests.support.stage_runs import shipped_prompts

RULES = SeedRules(shipped_prompts())


def corrected(data: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Return ``data`` with the only valid value of each fault in its place."""
    for fault in faults:
        section, identifier, field = fault.field.split(".")
        assert data[section][identifier][field] == fault.provided != fault.only_value
        data[section][identifier][field] = fault.only_value
    return data


@given(st.data())
@examples(80)
def test_one_correction_of_the_dilemmas_is_enough(data: st.DataObject) -> None:
    """Corrections that cause new faults would loop for ever. (SED-2.7)"""
    count = data.draw(st.integers(1, 8))
    ids = [f"dilemma::{place}" for place in range(count)]
    decision = st.fixed_dictionaries(
        {
            "explore": st.sampled_from(["both", "default"]),
            "weight": st.sampled_from(["hard", "soft"]),
        }
    )
    plan = {
        "dilemmas": {each: data.draw(decision) for each in ids},
        "order": data.draw(st.permutations(ids)),
    }
    most = data.draw(st.integers(1, count))
    branching = Range(data.draw(st.integers(1, most)), most)
    few = Range(1, data.draw(st.integers(1, branching.most)))

    faults = list(RULES.check_dilemmas(SeedDilemmas.model_validate(plan), branching, few))
    mended = corrected(plan, faults)

    assert RULES.check_dilemmas(SeedDilemmas.model_validate(mended), branching, few) == []
    both = [each for each in ids if mended["dilemmas"][each]["explore"] == "both"]
    hard = [each for each in ids if mended["dilemmas"][each]["weight"] == "hard"]
    assert len(hard) in few
    assert set(hard) <= set(both)
    assert len(both) in branching


@given(st.data())
@examples(80)
def test_one_correction_of_the_entities_is_enough(data: st.DataObject) -> None:
    """Code must keep or cut exactly the missing number of entities. (SED-2.7)"""
    kept = data.draw(st.lists(st.booleans(), min_size=1, max_size=12))
    ids = [f"object::{place}" for place in range(len(kept))]
    must = [
        each for each, keeps in zip(ids, kept, strict=True) if keeps and data.draw(st.booleans())
    ]
    least = data.draw(st.integers(0, len(ids)))
    keep = Range(least, data.draw(st.integers(max(least, len(must)), len(ids))))
    plan = {
        "entities": {
            each: {"decision": "keep" if keeps else "cut"}
            for each, keeps in zip(ids, kept, strict=True)
        }
    }
    before = sum(kept)

    faults = list(RULES.check_entities(SeedEntities.model_validate(plan), keep, must))
    assert len(faults) == max(0, keep.least - before, before - keep.most)
    mended = corrected(plan, faults)

    assert RULES.check_entities(SeedEntities.model_validate(mended), keep, must) == []
    assert all(mended["entities"][each]["decision"] == "keep" for each in must)


def test_what_waits_has_just_enough_room_in_the_beats_to_come() -> None:
    """Entities that still need a beat must fit into the remaining beats. (SED-3.5)"""
    places = [f"location::{number}" for number in range(9)]
    first, second = (dilemma_of(number, Shape()) for number in (1, 2))
    entities = [
        Entity(id=each, kind=EntityKind.LOCATION, name=each, concept="Wet.") for each in places
    ]
    story = Story(size=Size.SHORT, entities=tuple(entities), dilemmas=(first, second))
    explore = {first.id: ("both", "hard"), second.id: ("default", "soft")}
    made: dict[str, Artifact] = {
        "entities": SeedEntities.model_validate(
            {"entities": {each: {"decision": "keep"} for each in places}}
        ),
        "dilemmas": SeedDilemmas.model_validate(
            {
                "dilemmas": {
                    each: {"explore": explored, "weight": weight}
                    for each, (explored, weight) in explore.items()
                },
                "order": [first.id, second.id],
            }
        ),
        "paths": SeedPaths.model_validate(
            {
                "paths": {
                    f"path::{slug_of(answer.id)}": {"summary": "So.", "consequences": [true("So.")]}
                    for answer in (*first.answers, second.default)
                }
            }
        ),
    }
    section = next_section(SeedStage(shipped_prompts()), story, StageInputs(), made)

    assert section.name == f"beats.{first.id}"
    assert section.variables["must_meet"] == tuple(places[:3])


ADA, ILK, KEY, GATE, HALL = (
    "character::ada",
    "character::ilk",
    "object::key",
    "location::gate",
    "location::hall",
)
FIRST, SECOND = (
    evolve(dilemma_of(1, Shape()), anchors=(ADA, GATE)),
    evolve(dilemma_of(2, Shape(hard=True)), anchors=(ADA, KEY)),
)
SETTLED = {FIRST: ("path::d1-x", "path::d1-y"), SECOND: ("path::d2-x", "path::d2-y")}
KEPT = [
    Entity(id=each, kind=EntityKind(kind_of(each)), name=each, concept="So.")
    for each in (ADA, ILK, KEY, GATE, HALL)
]


@pytest.mark.parametrize(
    ("effects", "rules"),
    [
        ({"d1-x": ["gone character::ilk"], "d1-y": ["closed location::gate"]}, []),
        ({"d1-x": ["closed location::gate"], "d1-y": ["closed location::gate"]}, []),
        ({"d1-x": ["gone"]}, ["effect_of_nobody"]),
        ({"d1-x": ["gone object::key"]}, ["effect_of_kind"]),
        ({"d1-x": ["knows location::gate"]}, ["effect_of_kind"]),
        ({"d2-y": ["gone character::ada"]}, ["lead_stays"]),
        ({"d1-x": ["lost object::key"]}, ["needed_later"]),
        ({"d1-y": ["holds object::key"]}, []),
        ({"d2-x": ["lost object::key", "gone character::ilk"]}, []),
        ({"d1-x": ["closed location::hall"]}, ["place_closed"]),
        ({"d1-x": ["closed location::gate", "closed location::gate"]}, ["place_closed"]),
    ],
)
def test_effects_fit_and_take_out_nobody_who_is_needed(effects, rules) -> None:
    """An effect that removes a needed character or place would make later beats impossible."""

    def consequences(path: str) -> list[dict[str, Any]]:
        told = effects.get(path.removeprefix("path::"), ["none"])
        return [true(f"So, {n}.", *each.split()) for n, each in enumerate(told)]

    paths = {
        path: {"summary": "So.", "consequences": consequences(path)}
        for arms in SETTLED.values()
        for path in arms
    }
    section = SeedPaths.model_validate({"paths": paths})
    faults = RULES.check_paths(section, SETTLED, KEPT, lead=find_lead(SETTLED, KEPT))
    assert [each.rule.partition(".")[2] for each in faults] == rules
    for each in faults:
        assert each.only_value == (None if each.rule.startswith("seed.effect_of") else "none")


def test_the_last_open_place_is_not_closed() -> None:
    """If a path closes the last place, no later scene has a location."""
    second = evolve(SECOND, anchors=(ADA, HALL))
    paths = {
        f"path::{path}": {"summary": "So.", "consequences": [true("So.", "closed", place)]}
        for path, place in (("d1-x", GATE), ("d1-y", GATE), ("d2-x", HALL), ("d2-y", HALL))
    }
    section = SeedPaths.model_validate({"paths": paths})
    settled = {FIRST: SETTLED[FIRST], second: SETTLED[SECOND]}
    faults = RULES.check_paths(section, settled, KEPT, lead=find_lead(settled, KEPT))
    assert [each.field for each in faults] == [
        f"paths.path::d2-{arm}.consequences.0.effect" for arm in "xy"
    ]


async def test_who_may_be_gone_is_offered_before_and_not_after() -> None:
    """A character who dies on a path must not appear in later beats of that path. (SED-7.4)"""
    paths = deepcopy(PATHS)
    arm = paths["paths"]["path::the-last-air-alternative"]
    arm["consequences"] = [true("Ilk drowns.", "gone", POLICE)]
    workshop = await made_until("brainstorm")
    story = story_of(workshop)
    made: dict[str, Artifact] = {
        "entities": SeedEntities.model_validate(DECISIONS),
        "dilemmas": SeedDilemmas.model_validate(BRANCHES),
        "paths": SeedPaths.model_validate(paths),
    }
    stage = SeedStage(shipped_prompts())
    air = next_section(stage, story, StageInputs(), made)
    assert POLICE in air.variables["must_meet"]
    assert [name for name, ids in air.manifest.pins.items() if POLICE in ids] == [
        "shared.entities",
        "paths.commit.entities",
        "paths.path::the-last-air-default.tail.entities",
    ]
    made[f"beats.{AIR}"] = SeedBeats.model_validate(AIR_BEATS)
    ledger = next_section(stage, story, StageInputs(), made)
    assert not any(POLICE in ids for ids in ledger.manifest.pins.values())
    assert ledger.variables["away"][""] == (POLICE,)
    made[f"beats.{LEDGER}"] = SeedBeats.model_validate(LEDGER_BEATS)
    frame = next_section(stage, story, StageInputs(), made)
    assert POLICE in frame.manifest.pins["setup.entities"]
    assert (
        POLICE
        not in frame.manifest.pins[f"epilogues.ending::{slug_of(LEDGER)}-default.beats.entities"]
    )
