"""Answering for an author who is not there: by a policy that was chosen before."""

from __future__ import annotations

import asyncio

from attrs import frozen

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval

STOPPED = "The author stopped it."
NO_APPROVER = "Nobody is here who could approve it, and nothing was approved beforehand."


@frozen
class PolicyApproval(Approval):
    """The same answer to everything, at once; without being told otherwise, no."""

    approves: bool = False

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """As the policy is."""
        del request
        return ApprovalAnswer(approved=self.approves, reason="" if self.approves else NO_APPROVER)


@frozen
class StoppableApproval(Approval):
    """Asks another one, and takes the author's stop for a no."""

    _inner: Approval
    _stop: asyncio.Event

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """The answer that comes first."""
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
