"""Approvals that are asked for once: the answer is written down before it is used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.errors import ToolFailedError
from questfoundry.domain.protocols import (
    Approval,
    ApprovalAnswer,
    RunApproval,
    Tool,
    ToolApproval,
)
from questfoundry.domain.session.events import ApprovalDeclined
from questfoundry.domain.session.spec import RunSpec

_SCOPE = "approval"
_RUN = "launch_run"
_PIECE = 4_000


@frozen
class RecordedApproval:
    """Asks through the run of a turn, whose journal answers where it was asked before."""

    run: Run
    approval: Approval

    async def of(self, wanted: RunApproval | ToolApproval) -> ApprovalAnswer:
        """The answer, now or from before the turn was cut off."""
        match wanted:
            case RunApproval():
                tool = _RUN
                asked = wanted.spec.model_dump(mode="json")
            case ToolApproval():
                tool = wanted.tool
                asked = {"tool": wanted.tool, "arguments": dict(wanted.arguments)}
        try:
            envelope = await self.run.call_tool(_Asking(self.approval, wanted), asked, scope=_SCOPE)
        except ToolFailedError as problem:
            return ApprovalAnswer(approved=False, reason=str(problem))
        known = envelope.body["data"]
        text = "".join(known["spec"])
        answer = ApprovalAnswer(
            approved=known["approved"],
            spec=RunSpec.model_validate_json(text) if text else None,
            reason=known["reason"],
        )
        if not answer.approved:
            self.run.events.emit(ApprovalDeclined(tool=tool, reason=answer.reason))
        return answer


@frozen
class _Asking(Tool):
    _approval: Approval
    _wanted: RunApproval | ToolApproval

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(name=_SCOPE, description="")

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        answer = await self._approval.ask(self._wanted)
        # In pieces, since an envelope cuts long texts.
        text = answer.spec.model_dump_json() if answer.spec else ""
        pieces = [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
        return success(
            {"approved": answer.approved, "spec": pieces, "reason": answer.reason}, action=""
        )


class ApprovedTool(Tool):
    """A tool with effects that is run where it is approved."""

    effects = True

    def __init__(
        self, inner: Tool, approval: RecordedApproval, *, declined: str, cannot_be: str
    ) -> None:
        self._inner = inner
        self._approval = approval
        self._declined = declined
        self._cannot_be = cannot_be

    @property
    def definition(self) -> ToolDefinition:
        """The tool's own."""
        return self._inner.definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Ask, then run it; a tool that is declined ends nothing. What cannot be is not asked."""
        if problem := self._inner.problem(arguments):
            return error(problem, action=self._cannot_be)
        wanted = ToolApproval(tool=self._inner.definition.name, arguments=dict(arguments))
        answer = await self._approval.of(wanted)
        if answer.approved:
            return await self._inner.execute(arguments)
        return Envelope(
            result=ToolStatus.CANCELLED, body={"reason": answer.reason}, action=self._declined
        )
