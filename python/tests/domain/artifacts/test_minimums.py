"""Tests that required lists cannot be empty where an empty list makes no sense."""

from typing import Any

import pytest

from questfoundry.app.structure import text_proof
from questfoundry.domain import artifacts
from questfoundry.domain.answer.diagnosis import parse_artifact
from questfoundry.domain.answer.schema import alternatives
from questfoundry.domain.artifacts.grow import GrowArtifact, WovenPassage
from questfoundry.domain.artifacts.seed import PathBeats, SeedArtifact, SeedOpening
from questfoundry.domain.field_types import Artifact, json_schema_of
from tests.domain.answer.test_diagnosis import shipped_artifacts
from tests.support.stage_runs import shipped_prompts

MAY_BE_EMPTY = {
    "ArcPartReading.findings": "a playthrough may read well",
    "ArcReading.findings": "a playthrough may read well",
    "DramaReading.scenes": "no scene may be weak",
    "BranchingOption.leans": "an option may be neutral",
    "BrainstormNames.names": "an outline may name nobody",
    "FactReading.facts": "a passage may state no facts",
    "FillArtifact.passages": "the voice is settled first; the stage counts them in an edit",
    "GrowArtifact.scenes": "no two moments may share a scene",
    "GrowGates.attempts": "the manifest counts the attempts",
    "GrowGates.gates": "the manifest counts the gates",
    "GrowGates.thirds": "the manifest counts the third answers",
    "GrowPlainGates.gates": "the manifest counts the gates",
    "GrowPlayed.played": "an author may want no played scenes",
    "LeaningOption.leans": "an option may be neutral",
    "LeaningTopic.leans": "a topic may be neutral",
    "PairJudgements.contradictions": "no pair may contradict",
    "PairJudgements.different": "no pair may be about different things",
    "PairJudgements.none": "every pair may have a verdict",
    "PassageReview.issues": "there may be nothing to mend",
    "RecalledMarks.marks": "a passage may recall no minor choice",
    "SceneTurn.leans": "a rule asks for the stat of the scene",
    "SeedClosings.leans": "no path may rejoin",
    "SeedClosingsAndThird.leans": "no path may rejoin",
    "SeedEffects.residue": "the manifest counts the paths",
    "SeedQuestions.questions": "the manifest counts the questions",
    "SeedResidue.residue": "the manifest counts the paths",
    "SuspectPairs.pairs": "no pair may be suspected",
    "SeedStats.leans": "no path may rejoin",
    "SeedStatsAndClosings.leans": "no path may rejoin",
    "SeedStatsClosingsAndThird.leans": "no path may rejoin",
}
"""Required lists that may be empty, and why."""


def test_every_required_list_has_a_minimum() -> None:
    """Without a minimum, an answer in which the model wrote nothing is valid. (FBK-5.1)"""
    empty = set()
    for model in shipped_artifacts():
        if not model.__module__.startswith((artifacts.__name__, text_proof.__name__)):
            continue
        schema = json_schema_of(model)
        for name in schema.get("required", ()):
            for option in alternatives(schema["properties"][name], schema):
                is_map = isinstance(option.get("additionalProperties"), dict)
                least = option.get("minItems", option.get("minProperties", 0))
                if (is_map or "items" in option) and not least:
                    empty.add(f"{model.__name__}.{name}")
    assert empty == set(MAY_BE_EMPTY)


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [
        (SeedArtifact, "beats", {}),
        (SeedOpening, "setup", []),
        (PathBeats, "tail", []),
        (GrowArtifact, "passages", []),
        (WovenPassage, "beats", []),
    ],
)
def test_an_empty_one_is_refused(model: type[Artifact], field: str, value: Any) -> None:
    """A later stage would fail on an empty list with a worse message. (FBK-5.1)"""
    faults = parse_artifact(model, {field: value}, {}, shipped_prompts().wording("feedback"))
    assert isinstance(faults, tuple)
    assert ("schema.too_short", field) in [(fault.rule, fault.field) for fault in faults]
