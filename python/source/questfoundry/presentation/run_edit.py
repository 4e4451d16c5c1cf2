"""Change one field of a run that waits for approval, as the author's line says."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.session.launching import build_run_approval
from questfoundry.app.session.studio import Studio
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import RunApproval
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.pending_approval import PendingApproval

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
