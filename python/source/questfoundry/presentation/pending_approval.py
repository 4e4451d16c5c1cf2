"""Keep an approval that waits for the author, and change one field of the waiting run."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import attrs

from questfoundry.app.session.launching import build_run_approval
from questfoundry.app.session.studio import Studio
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import Approval, ApprovalAnswer, RunApproval, ToolApproval
from questfoundry.domain.run.spec import RunSpec

DECLINED = ApprovalAnswer(approved=False, reason="The author said no.")

ANSWERS = {
    **dict.fromkeys(("y", "yes"), "approve"),
    **dict.fromkeys(("n", "no"), "decline"),
    **dict.fromkeys(("e", "edit"), "edit_run"),
}
"""The lines that answer a pending approval, mapped to their actions."""


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


EDIT_HELP = """\
Change the run with /edit FIELD VALUE; an empty VALUE removes a context, a limit or a prompt:
  /edit task TEXT           what the agents do
  /edit context TEXT        what the agents must know
  /edit agents NAMES        the agents, such as: ann, ben
  /edit prompt AGENT TEXT   an additional prompt for one agent
  /edit refinement on|off   whether the agents improve their drafts
  /edit rounds NUMBER       the rounds of improvement, at most
  /edit plan on|off         whether the agents only write a plan
  /edit execute on|off      whether the winner carries out its plan
  /edit time SECONDS        the time limit of the run
  /edit budget AMOUNT       the budget of the run, such as 50000tokens or 2.50usd"""

_SWITCHES = {"on": True, "yes": True, "off": False, "no": False}


def edit_run(spec: RunSpec, line: str) -> RunSpec:
    """Return ``spec`` after the change ``FIELD VALUE``; raise ``InputError`` if it is invalid."""
    name, *rest = line.split(maxsplit=1)
    return spec.revise(**_read_change(spec, name, "".join(rest).strip()))


async def edit_pending(approval: PendingApproval, line: str, studio: Studio) -> None:
    """Change the run that waits for ``approval`` as ``line`` says, and estimate the run again.

    Raise ``InputError`` if no run waits, or if the changed run could not begin.
    """
    request = approval.request if approval.is_waiting else None
    if not isinstance(request, RunApproval):
        raise InputError("No run waits for your approval.")
    spec = edit_run(request.spec, line)
    await approval.change(build_run_approval(spec, studio, by_program=request.by_program))


def _read_change(spec: RunSpec, name: str, value: str) -> dict[str, Any]:
    match name:
        case "task" | "context" | "rounds" | "budget":
            return {name: value}
        case "time":
            return {"timeout": value}
        case "agents":
            return {"agents": value.replace(",", " ").split()}
        case "prompt":
            return {"prompts": _read_prompt(spec, value)}
        case "refinement":
            return {"refinement": _read_switch(value)}
        case "plan":
            plans = _read_switch(value)
            return {"planning_mode": plans, **({} if plans else {"execute_after_planning": False})}
        case "execute":
            executes = _read_switch(value)
            return {
                "execute_after_planning": executes,
                **({"planning_mode": True} if executes else {}),
            }
    raise InputError(f"A run has no field {name!r}.\n{EDIT_HELP}")


def _read_switch(value: str) -> bool:
    if value.lower() not in _SWITCHES:
        raise InputError(f"{value!r} is neither on nor off. Type one of the two.")
    return _SWITCHES[value.lower()]


def _read_prompt(spec: RunSpec, value: str) -> Mapping[str, str]:
    if not value:
        raise InputError("The agent is missing. Name it, for example: /edit prompt ann Be brief.")
    agent, *text = value.split(maxsplit=1)
    return {**spec.agent_system_prompts, agent: "".join(text)}
