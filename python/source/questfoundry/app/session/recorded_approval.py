"""Record the author's approvals in the journal, so that a resumed turn does not ask twice."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import ToolFailedError
from questfoundry.domain.protocols import (
    Approval,
    ApprovalAnswer,
    RunApproval,
    Tool,
    ToolApproval,
)
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session.events import ApprovalDeclined

_SCOPE = "approval"
_RUN = "launch_run"
_PIECE_LENGTH = 4_000


@frozen
class RecordedApproval:
    """An approval that asks the author once and records the answer in the turn's journal."""

    run: Run
    approval: Approval

    async def request_approval(
        self, approval_request: RunApproval | ToolApproval
    ) -> ApprovalAnswer:
        """Return the journal's answer to the request, or ask the author and record the answer."""
        match approval_request:
            case RunApproval():
                tool = _RUN
                request = approval_request.spec.model_dump(mode="json")
            case ToolApproval():
                tool = approval_request.tool
                request = {
                    "tool": approval_request.tool,
                    "arguments": dict(approval_request.arguments),
                }
        try:
            envelope = await self.run.call_tool(
                _ApprovalRequest(self.approval, approval_request), request, scope=_SCOPE
            )
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


@frozen
class _ApprovalRequest(Tool):
    _approval: Approval
    _request: RunApproval | ToolApproval

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(name=_SCOPE, description="")

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        answer = await self._approval.ask(self._request)
        # The text is stored in pieces, since an envelope cuts long texts.
        text = answer.spec.model_dump_json() if answer.spec else ""
        pieces = [text[at : at + _PIECE_LENGTH] for at in range(0, len(text), _PIECE_LENGTH)]
        return success(
            {"approved": answer.approved, "spec": pieces, "reason": answer.reason}, action=""
        )


class ApprovedTool(Tool):
    """A tool that calls a wrapped tool with side effects only after the author's approval."""

    effects = True

    def __init__(
        self, inner: Tool, approval: RecordedApproval, *, declined_action: str, problem_action: str
    ) -> None:
        self._inner = inner
        self._approval = approval
        self._declined_action = declined_action
        self._problem_action = problem_action

    @property
    def definition(self) -> ToolDefinition:
        """The definition of the wrapped tool."""
        return self._inner.definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Call the wrapped tool if the author approves; report a problem without asking."""
        if problem := self._inner.problem(arguments):
            return error(problem, action=self._problem_action)
        approval_request = ToolApproval(tool=self._inner.definition.name, arguments=dict(arguments))
        answer = await self._approval.request_approval(approval_request)
        if answer.approved:
            return await self._inner.execute(arguments)
        return Envelope(
            result=ToolStatus.CANCELLED,
            body={"reason": answer.reason},
            action=self._declined_action,
        )
