"""Ask the author for approval in words, record the answers, and guard tools with side effects.

Every user interface describes a request in the same words.
"""

import asyncio
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from attrs import frozen

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import ToolFailedError
from questfoundry.domain.protocols.runs import (
    Approval,
    ApprovalAnswer,
    RunApproval,
    RunEstimate,
    ToolApproval,
)
from questfoundry.domain.protocols.workspace import Tool, has_effects
from questfoundry.domain.run.spec import ROUNDS, RunMode, RunSpec
from questfoundry.domain.session import ApprovalDeclined

STOPPED = "The author stopped it."
NO_APPROVER = "Nobody is here who could approve it, and nothing was approved beforehand."
APPROVAL, _BEGUN = "approval", "begun"
_PIECE_LENGTH = 4_000


@frozen
class PolicyApproval(Approval):
    """An approval that gives every request the same answer, by default a refusal."""

    approves: bool = False

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the answer that the policy gives to every request."""
        del request
        return ApprovalAnswer(approved=self.approves, reason="" if self.approves else NO_APPROVER)


@frozen
class RecordedApproval:
    """An approval that records the author's answers, and declines once ``stop`` is set."""

    run: Run
    approval: Approval
    stop: asyncio.Event

    async def request_approval(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the recorded answer to the request, or ask the author and record the answer."""
        match request:
            case RunApproval():
                tool, document = "launch_run", request.spec.model_dump(mode="json")
            case ToolApproval():
                tool = request.tool
                document = {"tool": tool, "arguments": dict(request.arguments)}

        async def ask() -> Envelope:
            answer = await self._ask_until_stop(request)
            # The text is stored in pieces, since an envelope cuts long texts.
            text = answer.spec.model_dump_json() if answer.spec else ""
            pieces = [text[at : at + _PIECE_LENGTH] for at in range(0, len(text), _PIECE_LENGTH)]
            return success(
                {"approved": answer.approved, "spec": pieces, "reason": answer.reason}, action=""
            )

        try:
            envelope = await self.run.call_tool(APPROVAL, ask, document, scope=APPROVAL)
        except ToolFailedError as problem:
            return ApprovalAnswer(approved=False, reason=str(problem))
        stored = envelope.body["data"]
        text = "".join(stored["spec"])
        answer = ApprovalAnswer(
            approved=stored["approved"],
            spec=RunSpec.model_validate_json(text) if text else None,
            reason=stored["reason"],
        )
        if not answer.approved:
            self.run.events.emit(ApprovalDeclined(tool=tool, reason=answer.reason))
        return answer

    async def _ask_until_stop(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        asking = asyncio.ensure_future(self.approval.ask(request))
        stopping = asyncio.ensure_future(self.stop.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return (
                asking.result() if asking.done() else ApprovalAnswer(approved=False, reason=STOPPED)
            )
        finally:
            asking.cancel()
            stopping.cancel()


@frozen(kw_only=True)
class GuardedTool(Tool):
    """A tool that asks for approval before a call with lasting effects.

    A tool with ``at_most_once`` is not called again after an interruption.
    """

    inner: Tool
    run: Run
    approval: RecordedApproval | None
    words: Mapping[str, Any]
    declined_action: str

    @property
    def definition(self) -> ToolDefinition:
        """The definition of the wrapped tool."""
        return self.inner.definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Call the wrapped tool if the author approves the call.

        If the call cannot succeed, return an error without asking the author. If the journal shows
        that a tool with ``at_most_once`` was called before, return an error, too.
        """
        name = self.definition.name
        if self.approval is not None and has_effects(self.inner):
            find_problem = getattr(self.inner, "problem", None)
            if find_problem and (problem := find_problem(arguments)):
                return error(problem, action=self.words["cannot_be"]["action"])
            request = ToolApproval(tool=name, arguments=dict(arguments))
            answer = await self.approval.request_approval(request)
            if not answer.approved:
                return Envelope(
                    result=ToolStatus.CANCELLED,
                    body={"reason": answer.reason},
                    action=self.declined_action,
                )
        is_at_most_once = getattr(self.inner, "at_most_once", False)
        if is_at_most_once and not await self._begin(name, arguments):
            cut_off = self.words["cut_off"]
            return error(cut_off["error"], action=cut_off["action"])
        return await self.inner.execute(arguments)

    async def _begin(self, name: str, arguments: Mapping[str, Any]) -> bool:
        """Record in the journal that the call begins; return whether it was not recorded before."""
        is_new = False

        async def mark() -> Envelope:
            nonlocal is_new
            is_new = True
            return success(None, action="")

        document = {"tool": name, "arguments": dict(arguments)}
        await self.run.call_tool(_BEGUN, mark, document, scope=_BEGUN)
        return is_new


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
