"""An approval that waits for the author at a terminal, in the application or on a page."""

import asyncio
from collections.abc import Awaitable, Callable

import attrs

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval
from questfoundry.domain.run.spec import RunSpec

DECLINED = ApprovalAnswer(approved=False, reason="The author said no.")


@attrs.define(eq=False)
class PendingApproval(Approval):
    """An approval that a window or a page shows until the author decides.

    ``request`` is the request that waits. ``on_change`` is called when there is a new one, when the
    author changes it, and when it no longer waits.
    """

    request: RunApproval | ToolApproval | None = None
    on_change: Callable[[], Awaitable[None]] = attrs.field(init=False)
    _answer: asyncio.Future[ApprovalAnswer] | None = attrs.field(init=False, default=None)
    _lock: asyncio.Lock = attrs.field(init=False, factory=asyncio.Lock)
    _changed: RunSpec | None = attrs.field(init=False, default=None)

    @property
    def is_waiting(self) -> bool:
        """Return whether a request waits for the author's answer."""
        return self._answer is not None and not self._answer.done()

    def decide(self, answer: ApprovalAnswer) -> None:
        """Answer the pending request; do nothing if no request is pending."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def approve(self) -> None:
        """Approve the pending request with the author's changes, if any."""
        self.decide(ApprovalAnswer(approved=True, spec=self._changed))

    async def change(self, request: RunApproval) -> None:
        """Show ``request``, which the author made from the pending one, in its place."""
        self.request, self._changed = request, request.spec
        await self.on_change()

    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Wait until earlier requests are answered, show ``request``, and return the answer."""
        async with self._lock:
            self._changed = None
            self.request, self._answer = request, asyncio.get_running_loop().create_future()
            await self.on_change()
            try:
                return await self._answer
            finally:
                self.request = self._answer = None
                await self.on_change()
