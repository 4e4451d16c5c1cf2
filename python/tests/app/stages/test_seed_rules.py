"""The rules of SEED's decisions: what they ask back is enough, and no more than needed."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import SeedDilemmas, SeedEntities, SeedPaths
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.size import Range, Size
from questfoundry.domain.story.story import Story
from tests.support.shapes import Shape, dilemma_of
from tests.support.stage_runs import shipped_prompts

RULES = SeedRules(shipped_prompts())


def corrected(data: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """The data with each fault's settled value in its place."""
    for fault in faults:
        section, identifier, field = fault.field.split(".")
        assert data[section][identifier][field] == fault.provided != fault.settled
        data[section][identifier][field] = fault.settled
    return data


@given(st.data())
@settings(max_examples=80)
def test_one_correction_of_the_dilemmas_is_enough(data: st.DataObject) -> None:
    """SED-2.4, SED-2.5, SED-2.6, SED-2.7, SED-2.8."""
    count = data.draw(st.integers(1, 8))
    ids = [f"dilemma::{place}" for place in range(count)]
    decision = st.fixed_dictionaries(
        {
            "explore": st.sampled_from(["both", "default"]),
            "weight": st.sampled_from(["hard", "soft"]),
            "residue": st.just("light"),
        }
    )
    plan = {
        "dilemmas": {each: data.draw(decision) for each in ids},
        "order": data.draw(st.permutations(ids)),
    }
    branching = Range(1, data.draw(st.integers(1, count)))
    few = Range(1, data.draw(st.integers(1, branching.most)))

    faults = list(RULES.dilemmas(SeedDilemmas.model_validate(plan), branching, few))
    mended = corrected(plan, faults)

    assert RULES.dilemmas(SeedDilemmas.model_validate(mended), branching, few) == []
    both = [each for each in ids if mended["dilemmas"][each]["explore"] == "both"]
    hard = [each for each in ids if mended["dilemmas"][each]["weight"] == "hard"]
    assert len(hard) in few
    assert set(hard) <= set(both)
    assert len(both) in branching


@given(st.data())
@settings(max_examples=80)
def test_one_correction_of_the_entities_is_enough(data: st.DataObject) -> None:
    """SED-2.2, SED-2.3, SED-2.7."""
    kept = data.draw(st.lists(st.booleans(), min_size=1, max_size=12))
    ids = [f"object::{place}" for place in range(len(kept))]
    must = [
        each for each, keeps in zip(ids, kept, strict=True) if keeps and data.draw(st.booleans())
    ]
    least = data.draw(st.integers(0, len(ids)))
    keep = Range(least, data.draw(st.integers(max(least, len(must)), len(ids))))
    plan = {
        "entities": {
            each: {"decision": "keep" if keeps else "cut", "reason": "So."}
            for each, keeps in zip(ids, kept, strict=True)
        }
    }
    before = sum(kept)

    faults = list(RULES.entities(SeedEntities.model_validate(plan), keep, must))
    assert len(faults) == max(0, keep.least - before, before - keep.most)
    mended = corrected(plan, faults)

    assert RULES.entities(SeedEntities.model_validate(mended), keep, must) == []
    assert all(mended["entities"][each]["decision"] == "keep" for each in must)


def test_what_waits_has_just_enough_room_in_the_beats_to_come() -> None:
    """SED-3.5: nine places, where the sections to come have six beats at least."""
    places = [f"location::{number}" for number in range(9)]
    first, second = (dilemma_of(number, Shape()) for number in (1, 2))
    entities = [
        Entity(id=each, kind=EntityKind.LOCATION, name=each, concept="Wet.") for each in places
    ]
    story = Story(size=Size.SHORT, entities=tuple(entities), dilemmas=(first, second))
    explore = {first.id: ("both", "hard"), second.id: ("default", "soft")}
    made: dict[str, Artifact] = {
        "entities": SeedEntities.model_validate(
            {"entities": {each: {"decision": "keep", "reason": "So."} for each in places}}
        ),
        "dilemmas": SeedDilemmas.model_validate(
            {
                "dilemmas": {
                    each: {"explore": explored, "weight": weight, "residue": "light"}
                    for each, (explored, weight) in explore.items()
                },
                "order": [first.id, second.id],
            }
        ),
        "paths": SeedPaths.model_validate(
            {
                "paths": {
                    f"path::{slug_of(answer.id)}": {"summary": "So.", "consequences": ["So."]}
                    for answer in (*first.answers, second.default)
                }
            }
        ),
    }
    section = SeedStage(shipped_prompts()).next_section(story, StageInputs(), made)

    assert section is not None
    assert section.name == f"beats.{first.id}"
    assert section.variables["must_meet"] == tuple(places[:3])
