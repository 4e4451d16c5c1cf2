"""Tests for the parameters of a delegated run."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import InputError
from questfoundry.domain.run.inputs import (
    CandidateInputs,
    DelegatedInputs,
    StageInputs,
    inputs_from_dict,
    inputs_to_dict,
)
from questfoundry.domain.run.spec import CANDIDATE, DELEGATED, LONGEST_TASK, RunMode, RunSpec

KNOWN = ("ann", "ben", "cid")


@pytest.mark.parametrize(
    ("given", "mode", "refines"),
    [
        ({"agent_mode": "single"}, RunMode.QUICK, False),
        ({"agent_mode": "single", "refinement": True}, RunMode.SELF_REFINED, True),
        ({"refinement": False}, RunMode.BEST_FIRST, False),
        ({}, RunMode.REFINED, True),
        ({"planning_mode": True}, RunMode.PLAN, True),
        (
            {"planning_mode": True, "execute_after_planning": True, "agent_mode": "single"},
            RunMode.PLAN_AND_EXECUTE,
            False,
        ),
    ],
)
def test_the_parameters_make_six_modes(given: dict[str, Any], mode: RunMode, refines: bool) -> None:
    """A wrong mode would run more agents, and cost more, than the author chose. (STU-2.1)"""
    spec = RunSpec.from_dict({"task": "Find a name.", **given})
    assert (spec.mode, spec.has_refinement) == (mode, refines)


@pytest.mark.parametrize(
    "given",
    [
        {"task": "  "},
        {"task": "x" * (LONGEST_TASK + 1)},
        {"agent_mode": "many"},
        {"agents": []},
        {"agents": ["a", "a"]},
        {"agents": list("abcdef")},
        {"agent_mode": "single", "agents": ["a", "b"]},
        {"execute_after_planning": True},
        {"stage": "seed", "planning_mode": True},
        {"context_paths": ["../secrets"]},
        {"context_paths": ["/etc/passwd"]},
        {"context_paths": ["C:\\windows"]},
        {"context_paths": ["."]},
        {"context_paths": [" ./ "]},
        {"context_paths": ["notes", ""]},
        {"context_paths": [None]},
        {"coordination_overrides": {"rounds": 3}},
        {"coordination_overrides": {"budget": "much"}},
        {"coordination_overrides": {"timeout": 0}},
        {"max_rounds": 2},
    ],
)
def test_what_cannot_be_asked_for_is_refused(given: dict[str, Any]) -> None:
    """A contradictory parameter must fail before any model is paid."""
    with pytest.raises(InputError):
        RunSpec.from_dict({"task": "Find a name.", **given})


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({}, KNOWN),
        ({"agent_mode": "single"}, ("ann",)),
        ({"agents": ["cid", "ann"]}, ("cid", "ann")),
        ({"agent_mode": "single", "agents": ["ben"]}, ("ben",)),
    ],
)
def test_agents_are_all_unless_named(given: dict[str, Any], chosen: tuple[str, ...]) -> None:
    """A run without named agents uses all of them."""
    assert RunSpec.from_dict({"task": "Go.", **given}).choose_agents(KNOWN) == chosen


def test_a_sixth_agent_is_refused_and_not_left_out() -> None:
    """An agent that silently does nothing surprises its author."""
    spec = RunSpec.from_dict({"task": "Go."})
    with pytest.raises(InputError, match="At most 5 agents"):
        spec.choose_agents(tuple("abcdef"))
    named = spec.model_copy(update={"agents": ("f", "a")})
    assert named.choose_agents(tuple("abcdef")) == ("f", "a")


@pytest.mark.parametrize("given", [{"agents": ["dan"]}, {"agent_system_prompts": {"dan": "Be."}}])
def test_an_unknown_agent_is_named_with_those_that_there_are(given: dict[str, Any]) -> None:
    """A misspelt agent is easiest to correct when the error lists the known agents."""
    with pytest.raises(InputError, match=r"dan.*ann, ben, cid"):
        RunSpec.from_dict({"task": "Go.", **given}).choose_agents(KNOWN)


@given(
    spec=st.builds(
        lambda task, rounds, single: RunSpec.from_dict(
            {
                "task": task,
                "agent_mode": "single" if single else "multi",
                "coordination_overrides": {"max_rounds": rounds},
                "agent_system_prompts": {"ann": task},
            }
        ),
        st.text(min_size=1, max_size=40).filter(str.strip),
        st.integers(1, 5),
        st.booleans(),
    )
)
def test_inputs_come_back_as_they_were_stored(spec: RunSpec) -> None:
    for task, inputs in (
        (DELEGATED, DelegatedInputs(spec=spec, key="studio-1:x", stopped="cancelled")),
        (
            CANDIDATE,
            CandidateInputs(
                run="delegated-1", agent="ann", stage="seed", written=StageInputs(remark="Dark.")
            ),
        ),
    ):
        assert inputs_from_dict(task, inputs_to_dict(inputs)) == inputs
