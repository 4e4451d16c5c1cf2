"""Decide requests for the author's approval by a fixed policy, or decline them after a stop."""

import asyncio

from attrs import frozen

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval

STOPPED = "The author stopped it."
NO_APPROVER = "Nobody is here who could approve it, and nothing was approved beforehand."


@frozen
class PolicyApproval(Approval):
    """An approval that gives every request the same answer, by default a refusal."""

    approves: bool = False

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the answer that the policy gives to every request."""
        del request
        return ApprovalAnswer(approved=self.approves, reason="" if self.approves else NO_APPROVER)


@frozen
class StoppableApproval(Approval):
    """An approval that declines requests if the author stops the session before an answer."""

    _inner: Approval
    _stop: asyncio.Event

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the wrapped approval's answer, or decline."""
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
