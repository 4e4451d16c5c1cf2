"""Answering for an author who is not there: by a policy that was chosen before."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval

NOBODY = "Nobody is here who could approve it, and nothing was approved beforehand."


@frozen
class PolicyApproval(Approval):
    """The same answer to everything, at once; without being told otherwise, no."""

    approves: bool = False

    async def ask(self, wanted: RunApproval | ToolApproval) -> ApprovalAnswer:
        """As the policy is."""
        del wanted
        return ApprovalAnswer(approved=self.approves, reason="" if self.approves else NOBODY)
