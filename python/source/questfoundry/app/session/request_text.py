"""Describe a request for approval in words, the same for every user interface."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from questfoundry.domain.protocols.runs import RunApproval, RunEstimate, ToolApproval
from questfoundry.domain.run.spec import ROUNDS, RunMode, RunSpec

MODES = {
    RunMode.QUICK: "one agent",
    RunMode.SELF_REFINED: "one agent, which improves its draft",
    RunMode.BEST_FIRST: "drafts and a vote",
    RunMode.REFINED: "drafts, rounds of improvement, and a vote",
    RunMode.PLAN: "a plan only",
    RunMode.PLAN_AND_EXECUTE: "plans; the winner executes its plan",
}
"""The run modes, in words for the author."""


def describe_request(request: RunApproval | ToolApproval) -> str:
    """Return lines with everything that ``request`` would do: call a tool, or launch a run."""
    if isinstance(request, ToolApproval):
        return "\n".join(_describe_tool_call(request))
    return "\n".join(_describe_run(request))


def _name_asker(request: RunApproval | ToolApproval) -> str:
    return "Another program" if request.by_program else "The studio"


def _describe_tool_call(request: ToolApproval) -> Iterator[str]:
    yield f"{_name_asker(request)} wants to use {request.tool}{':' if request.arguments else '.'}"
    for name, value in request.arguments.items():
        parts: dict[str, Any] = value if isinstance(value, dict) else {name: value}
        for part, text in parts.items():
            yield _indent(f"{part}: {text!s}")


def _describe_run(request: RunApproval) -> Iterator[str]:
    spec = request.spec
    models = ", ".join(f"{name} ({model})" for name, model in request.models.items())
    yield f"{_name_asker(request)} wants to launch a run ({MODES[spec.mode]}):"
    yield _indent(spec.task)
    if spec.context:
        yield _indent(f"Context: {spec.context}")
    if spec.stage:
        yield f"  Stage: {spec.stage}"
    yield f"  Agents: {models}"
    yield from _describe_unusual(spec)
    yield f"  Available files: {', '.join(request.files) or 'none'}"
    yield f"  About {format_estimate(request.estimate)}"


def _describe_unusual(spec: RunSpec) -> Iterator[str]:
    for agent, prompt in spec.agent_system_prompts.items():
        yield _indent(f"Prompt for {agent}: {prompt}")
    limits = spec.coordination_overrides
    if spec.has_refinement and limits.max_rounds != ROUNDS:
        yield f"  Rounds of improvement: at most {limits.max_rounds} (usually {ROUNDS})"
    if limits.budget:
        yield f"  Budget of this run: {spec.budget}"
    if limits.timeout is not None:
        yield f"  Time limit of this run: {limits.timeout:g} seconds"


def format_estimate(estimate: RunEstimate) -> str:
    """Return the calls, tokens and cost that a run is expected to need."""
    calls = f"{estimate.calls:,} call{'' if estimate.calls == 1 else 's'}"
    return f"{calls}, {estimate.tokens:,} tokens, {_format_cost(estimate.cost)}"


def _format_cost(cost: Decimal | None) -> str:
    if cost is None:
        return "cost unknown"
    return f"${cost:.2f}" if cost >= 1 else f"${cost:.4f}" if cost else "no cost"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())
