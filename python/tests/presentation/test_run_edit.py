"""Tests of the line with which an author changes a run that waits for approval."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.pending_approval import edit_run

SPEC = RunSpec(task="A name.", context="It has silted up.", agent_system_prompts={"ben": "Doubt."})


def test_each_field_of_a_run_is_changed_by_a_line() -> None:
    """Without the form of the application, the author must still reach every field."""
    spec = SPEC
    for line in (
        "task Name the quay.",
        "context",
        "agents ann, ben",
        "prompt ann Be brief.",
        "prompt ben",
        "refinement off",
        "rounds 3",
        "execute ON",
        "time 600",
        "budget 2.50usd",
    ):
        spec = edit_run(spec, line)
    limits = spec.coordination_overrides
    assert (spec.task, spec.context, spec.agents) == ("Name the quay.", None, ("ann", "ben"))
    assert spec.agent_system_prompts == {"ann": "Be brief."}
    assert (spec.refinement, spec.planning_mode, spec.execute_after_planning) == (False, True, True)
    assert (limits.max_rounds, limits.timeout, limits.budget) == (3, 600, "2.50usd")
    back = edit_run(edit_run(edit_run(spec, "plan no"), "time"), "rounds")
    assert (back.planning_mode, back.execute_after_planning) == (False, False)
    assert back.coordination_overrides.timeout is None
    assert back.coordination_overrides.max_rounds == 2


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("colour red", "no field 'colour'"),
        ("plan maybe", "neither on nor off"),
        ("rounds many", "max_rounds"),
        ("rounds 6", "max_rounds"),
        ("time -1", "timeout"),
        ("budget much", "is not a budget"),
        ("agents", "Choose at least one"),
        ("prompt", "The agent is missing"),
        ("task", "task"),
    ],
)
def test_a_change_that_cannot_be_is_an_error_in_words(line: str, problem: str) -> None:
    """A mistyped change must name the mistake and leave the run as it was."""
    with pytest.raises(InputError, match=problem):
        edit_run(SPEC, line)
