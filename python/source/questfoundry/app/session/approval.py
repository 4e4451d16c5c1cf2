"""Approve calls by a policy chosen in advance, or let a stop decline a pending request."""

from __future__ import annotations

import asyncio

from attrs import frozen

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval

STOPPED = "The author stopped it."
NO_APPROVER = "Nobody is here who could approve it, and nothing was approved beforehand."


@frozen
class PolicyApproval(Approval):
    """An approval that always gives the same answer at once; by default it declines."""

    approves: bool = False

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the policy's answer."""
        del request
        return ApprovalAnswer(approved=self.approves, reason="" if self.approves else NO_APPROVER)


@frozen
class StoppableApproval(Approval):
    """An approval that asks another one, and declines if the author first stops the session."""

    _inner: Approval
    _stop: asyncio.Event

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the other approval's answer, or decline if the author stops the session first."""
        asking = asyncio.ensure_future(self._inner.ask(request))
        stopping = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return (
                asking.result() if asking.done() else ApprovalAnswer(approved=False, reason=STOPPED)
            )
        finally:
            asking.cancel()
            stopping.cancel()
