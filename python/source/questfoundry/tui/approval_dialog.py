"""Ask for approval in the application: show a request above the input, answered with one key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from questfoundry.domain.protocols import Approval, ApprovalAnswer, RunApproval, ToolApproval
from questfoundry.presentation.studio_view import describe_request
from questfoundry.presentation.text import clean

ApprovalRequest = RunApproval | ToolApproval
DECLINED = ApprovalAnswer(approved=False, reason="The author said no.")


class ApprovalInApp(Approval):
    """An approval that shows its request in the application and waits for the author's answer.

    The application sets the functions ``show`` and ``hide`` before the first request.
    """

    def __init__(self) -> None:
        self.show: Callable[[ApprovalRequest], Awaitable[None]]
        self.hide: Callable[[], Awaitable[None]]
        self._answer: asyncio.Future[ApprovalAnswer] | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether a request waits for the author's answer."""
        return self._answer is not None and not self._answer.done()

    def decide(self, answer: ApprovalAnswer) -> None:
        """Answer the pending request; do nothing if no request is pending."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    async def ask(self, request: ApprovalRequest) -> ApprovalAnswer:
        """Show ``request``, wait for the author's answer, and hide the request afterwards."""
        self._answer = asyncio.get_running_loop().create_future()
        await self.show(request)
        try:
            return await self._answer
        finally:
            self._answer = None
            await self.hide()


class ApprovalCard(VerticalScroll, can_focus=True):
    """The card above the input that shows a request for approval with its estimated cost."""

    DEFAULT_CSS = """
    ApprovalCard {
        height: auto; max-height: 60%; margin: 0 1; padding: 0 1;
        border: heavy $warning; border-title-color: $text; border-subtitle-color: $text;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # The border of the card lists these keys.
        Binding("y", "answer(True)", show=False),
        Binding("n", "answer(False)", show=False),
        Binding("e", "edit", show=False),
    ]

    class Answered(Message):
        """The event posted when the author approves or declines the request."""

        def __init__(self, answer: ApprovalAnswer) -> None:
            super().__init__()
            self.answer = answer

    class Edited(Message):
        """The event posted when the author wants to edit the run before approving it."""

        def __init__(self, request: RunApproval) -> None:
            super().__init__()
            self.request = request

    def __init__(self, request: ApprovalRequest) -> None:
        super().__init__()
        self.request = request
        self.border_title = "Approve this?"
        edits = "   e: edit first" if isinstance(request, RunApproval) else ""
        self.border_subtitle = f"y: approve   n: decline{edits}   (while typing: Ctrl-Y)"

    def compose(self) -> ComposeResult:
        """Yield the description of the request as plain text."""
        yield Static(Content(clean(describe_request(self.request))))

    def action_answer(self, approved: bool) -> None:
        """Approve or decline the request."""
        self.post_message(self.Answered(ApprovalAnswer(approved=True) if approved else DECLINED))

    def action_edit(self) -> None:
        """Edit the run before approving it."""
        if isinstance(self.request, RunApproval):
            self.post_message(self.Edited(self.request))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable editing for requests that are not runs."""
        del parameters
        return action != "edit" or isinstance(self.request, RunApproval)
