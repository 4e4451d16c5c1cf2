"""Tests for stored inputs of a run, in today's form and in the first edition's."""

import pytest
from pydantic import ValidationError

from questfoundry.domain.run.inputs import (
    EarlierDiscussion,
    RewriteInputs,
    StageInputs,
    inputs_from_dict,
    inputs_to_dict,
)
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.domain.story.size import Size

FIRST_EDITION = {
    "user_prompt": "A diver",
    "interactive": True,
    "max_turns": 10,
    "attempts": 3,
    "size": "micro",
    "language": "en",
    "review": False,
}
STAGE = StageInputs(
    idea="A diver", interactive=True, max_turns=10, size=Size.MICRO, kept={"p": {"prose": "x"}}
)
REWRITE = RewriteInputs(passage="passage::a", wish="Darker.", version=2, written=STAGE)


@pytest.mark.parametrize(("task", "inputs"), [("dream", STAGE), ("rewrite", REWRITE)])
def test_inputs_are_read_as_they_were_stored(task, inputs) -> None:
    """A run can only be resumed when its inputs are read back unchanged. (JRN-4.1)"""
    assert inputs_from_dict(task, inputs_to_dict(inputs)) == inputs


def test_inputs_of_the_first_edition_are_read() -> None:
    """Runs of the first edition can resume."""
    dream = inputs_from_dict("dream", FIRST_EDITION)
    assert (dream.idea, dream.remark, dream.size) == ("A diver", "", Size.MICRO)
    redo = {"of": "seed-1", "remark": "Let him live."}
    known = {**FIRST_EDITION, "redo": redo, "rounds": {"beats": 2}, "source": "seed-3"}
    seed = inputs_from_dict("seed", known)
    assert (seed.idea, seed.redo) == ("", EarlierDiscussion(of="seed-1", remark="Let him live."))
    assert seed.remarks == ("A diver", "Let him live.")
    assert (seed.rounds, seed.source) == ({"beats": 2}, "seed-3")
    fill = {**FIRST_EDITION, "reuses": ["fill-1"], "kept": {"passage::a": {"prose": "Wet."}}}
    assert inputs_from_dict("fill", fill).kept == fill["kept"]
    rewrite = {**fill, "passage": "passage::a", "how": "Darker.", "review": True, "of": 2}
    read = inputs_from_dict("rewrite", rewrite)
    assert (read.wish, read.version, read.written.remark) == ("Darker.", 2, "A diver")


def test_runs_of_earlier_versions_keep_their_rule_for_the_phases() -> None:
    """New inputs get three phases, and an older run must resume as it began. (JRN-4.1)"""
    assert StageInputs().phases is PhaseMode.FULL
    assert inputs_from_dict("dream", FIRST_EDITION).phases is None
    for inputs in (STAGE, REWRITE):
        stored = inputs_to_dict(inputs)
        stage = stored.get("written", stored)
        assert stage.pop("phases") == "full"
        read = inputs_from_dict("any", stored)
        assert getattr(read, "written", read).phases is None


@pytest.mark.parametrize(
    "wrong", [{"size": "huge"}, {"attempts": 0}, {"language": "?"}, {"unknown": 1}]
)
def test_inputs_that_nothing_could_be_made_of_are_no_inputs(wrong) -> None:
    with pytest.raises(ValidationError):
        StageInputs(**wrong)
