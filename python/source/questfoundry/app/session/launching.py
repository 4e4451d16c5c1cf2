"""Check, estimate, approve and follow a run of agents that a session launches."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from attrs import define, field, frozen

from questfoundry.app.phases.finalization import add_descriptions
from questfoundry.app.run.cooperative import Emit
from questfoundry.app.run.run import Run
from questfoundry.app.runs.files import list_readable_paths
from questfoundry.app.session.approval import RecordedApproval
from questfoundry.app.session.studio import SessionLedger, Studio
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import InputError, QuestFoundryError, StoreLockedError
from questfoundry.domain.events import Event
from questfoundry.domain.field_types import json_schema_of
from questfoundry.domain.protocols.runs import RunApproval, RunHandle
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.result import ResultStatus, RunResult, average_points
from questfoundry.domain.run.spec import DELEGATED, Budget, BudgetUnit, RunSpec
from questfoundry.domain.session import SessionState, SessionStep, StateChanged, next_state
from questfoundry.domain.text.digest import digest, to_canonical_json

_STEPS_TO_IDLE = {
    SessionState.CHATTING: SessionStep.REPLY,
    SessionState.AWAITING_APPROVAL: SessionStep.DECLINE,
    SessionState.RUNNING: SessionStep.STOP,
    SessionState.PROCESSING_RESULTS: SessionStep.PROCESSED,
    SessionState.PROCESSING_PARTIAL: SessionStep.PROCESSED,
    SessionState.PROCESSING_CANCELLED: SessionStep.PROCESSED,
}


class SessionStateMachine:
    """A state machine with the current state of one session."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self.state = SessionState.IDLE
        self._emit = emit

    def apply_step(self, step: SessionStep) -> None:
        """Change the state by ``step``; raise ``UsageError`` if the state does not allow it."""
        before, self.state = self.state, next_state(self.state, step)
        self._emit(StateChanged(before=before, step=step, after=self.state))

    def return_to_idle(self) -> None:
        """Return the session to the state ``IDLE`` by all steps that are needed."""
        while self.state is not SessionState.IDLE:
            self.apply_step(_STEPS_TO_IDLE[self.state])

    def prepare_launch(self) -> None:
        """Bring the session into a state in which a run can be launched."""
        if self.state not in {SessionState.IDLE, SessionState.CHATTING}:
            self.return_to_idle()
        if self.state is SessionState.IDLE:
            self.apply_step(SessionStep.MESSAGE)


LAUNCH = "launch_run"
MAX_LAUNCHES = 3
"""The maximum number of runs that the agent may launch for one message of the author."""

_STEPS = {
    ResultStatus.COMPLETE: SessionStep.COMPLETE,
    ResultStatus.CANCELLED: SessionStep.CANCEL,
    ResultStatus.PARTIAL: SessionStep.STOP,
    ResultStatus.FAILED: SessionStep.STOP,
}


@frozen(kw_only=True)
class LaunchResult:
    """The outcome of a request to launch a run.

    ``result``: the result of the run, or ``None`` if the run did not take place.
    ``refusal``: why the program refused the run; empty if the author declined the run.
    ``decline_reason``: the author's reason for declining the run, which may be empty.
    """

    result: RunResult | None = None
    refusal: str = ""
    decline_reason: str = ""


@define(kw_only=True)
class Launcher:
    """A launcher of the runs that a turn of a session requests; only one run executes at a time."""

    studio: Studio
    session: str
    run: Run
    state_machine: SessionStateMachine
    approval: RecordedApproval | None
    ledger: SessionLedger
    emit: Emit
    by_program: bool = False
    handle: RunHandle | None = None
    last_result: RunResult | None = None
    _words: Mapping[str, Any] = field(init=False)
    _lock: asyncio.Lock = field(factory=asyncio.Lock, init=False)
    _launched: int = field(default=0, init=False)
    _decline_reason: str = field(default="", init=False)

    def __attrs_post_init__(self) -> None:
        self._words = self.studio.prompts.wording(f"tools/{LAUNCH}")

    async def launch(self, arguments: Mapping[str, Any]) -> LaunchResult:
        """Launch a run with these arguments if it is allowed, and return its result.

        After a declined launch, further launches in this turn are declined without asking the
        author.
        """
        async with self._lock:
            if self._decline_reason:
                return LaunchResult(decline_reason=self._decline_reason)
            key = f"{self.run.id}:{digest(to_canonical_json(dict(arguments)))[:16]}"
            try:
                approval = self._prepare_approval(RunSpec.from_dict(arguments), key)
            except InputError as problem:
                return LaunchResult(refusal=problem.problem)
            self.state_machine.prepare_launch()
            self.state_machine.apply_step(SessionStep.LAUNCH)
            if self.approval is not None:
                answer = await self.approval.request_approval(approval)
                if not answer.approved:
                    self.state_machine.apply_step(SessionStep.DECLINE)
                    self._decline_reason = answer.reason
                    return LaunchResult(decline_reason=answer.reason)
                try:
                    approval = self._prepare_approval(answer.spec or approval.spec, key)
                except InputError as problem:
                    self.state_machine.apply_step(SessionStep.DECLINE)
                    return LaunchResult(refusal=problem.problem)
            self.state_machine.apply_step(SessionStep.APPROVE)
            self._launched += 1
            return await self._follow_run(approval.spec, key)

    def _prepare_approval(self, spec: RunSpec, key: str) -> RunApproval:
        """Return the request to approve a run; raise ``InputError`` if the run must not start.

        The limits do not apply again to an interrupted run, which is found by its ``key``.
        """
        approval = build_run_approval(spec, self.studio, by_program=self.by_program)
        if self._launched >= MAX_LAUNCHES:
            raise InputError(str(self._words["problems"]["enough"]).format(count=MAX_LAUNCHES))
        runs, left = self.studio.runs, self.ledger.meter.get_remaining()
        if runs.find_first(DELEGATED, lambda each: getattr(each, "key", "") == key) is None and (
            excess := describe_excess(approval, left, self._words)
        ):
            raise InputError(excess)
        return approval

    async def _follow_run(self, spec: RunSpec, key: str) -> LaunchResult:
        with ExitStack() as held:
            try:
                held.enter_context(self.studio.runs.store.lock.hold(DELEGATED))
                self.handle = await self.studio.executor.start(
                    spec, key=key, session=self.session, limits=self.ledger.limits
                )
            except QuestFoundryError as problem:
                self.state_machine.apply_step(SessionStep.STOP)
                return LaunchResult(refusal=str(problem))
            telling = asyncio.ensure_future(self._forward_events(self.handle))
            try:
                result = self.last_result = await self.handle.result()
                await telling
            finally:
                telling.cancel()
                self.handle = None
                self.ledger.recount()
        self.state_machine.apply_step(_STEPS[result.status])
        return LaunchResult(result=result)

    async def _forward_events(self, handle: RunHandle) -> None:
        async for event in handle.events():
            self.emit(event)


def build_run_approval(spec: RunSpec, studio: Studio, *, by_program: bool = False) -> RunApproval:
    """Return a request to the author for approval of a run, perhaps ``by_program``.

    If none of the chosen agents understands texts, refinement is switched off. Raise ``InputError``
    if the run could not begin.
    """
    _require_startable(spec, studio)
    agents = {each.id: each for each in studio.agents()}
    chosen = [agents[name] for name in spec.choose_agents(tuple(agents))]
    if spec.has_refinement and not any(each.can_comprehend for each in chosen):
        spec = spec.model_copy(update={"refinement": False})
    workspace = studio.workspace
    files = list_readable_paths(workspace, spec.context_paths)
    listed = (f"{each} {each.description}" for each in files)
    briefing = "\n".join((spec.task, spec.context or "", workspace.context(), *listed))
    return RunApproval(
        spec=spec,
        models={each.id: each.model for each in chosen},
        files=tuple(map(str, files)),
        estimate=studio.estimator.estimate(spec, chosen, briefing),
        by_program=by_program,
    )


def _require_startable(spec: RunSpec, studio: Studio) -> None:
    studio.executor.check(spec)
    try:
        with studio.runs.store.lock.hold(DELEGATED):
            return
    except StoreLockedError as problem:
        raise InputError(str(problem)) from problem


def describe_excess(
    approval: RunApproval, remaining: Budget | None, words: Mapping[str, Any]
) -> str:
    """Return a message if the run is estimated above ``remaining`` or above its own budget.

    ``remaining`` is the rest of the session's budget, or ``None`` without one. The message is empty
    if the run stays within both.
    """
    estimate, problems = approval.estimate, words["problems"]
    for kind, budget in (("estimate", remaining), ("own_budget", approval.spec.budget)):
        if budget is not None and not budget.can_cover(estimate.tokens, estimate.cost):
            in_tokens = budget.unit is BudgetUnit.TOKENS
            amount = f"{estimate.tokens:,} tokens" if in_tokens else f"${estimate.cost:.2f}"
            return str(problems[kind]).format(estimate=amount, left=budget)
    return ""


class LaunchRunTool(Tool):
    """The tool ``launch_run``, with which the studio's agent launches a run."""

    effects = True

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._words = launcher.studio.prompts.wording(f"tools/{LAUNCH}")
        self._agents = [each.id for each in launcher.studio.agents()]

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, whose parameters are the fields of a :class:`RunSpec`."""
        return build_launch_definition(self._words, self._agents)

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Launch a run, and return its result; if the author declines, end the turn."""
        actions = self._words["actions"]
        launch_result = await self._launcher.launch(arguments)
        if launch_result.refusal:
            return error(launch_result.refusal, action=actions["refused"])
        if launch_result.result is None:
            return Envelope(
                result=ToolStatus.CANCELLED,
                body={"reason": launch_result.decline_reason},
                action=actions["declined"],
                ends_turn=True,
            )
        result = launch_result.result
        action = actions[result.status.value]
        return success(shorten_result(result), query=result.label, action=action)


def build_launch_definition(words: Mapping[str, Any], agents: Sequence[str]) -> ToolDefinition:
    """Return the definition of the tool ``launch_run``, which accepts the ids ``agents``."""
    schema = add_descriptions(json_schema_of(RunSpec), words["parameters"])
    properties = dict(schema["properties"])
    if agents:
        named = {"type": "array", "items": {"type": "string", "enum": list(agents)}}
        properties["agents"] = {**named, "description": properties["agents"]["description"]}
    return ToolDefinition(
        name=LAUNCH,
        description=words["description"],
        parameters={**schema, "properties": properties},
    )


def shorten_result(result: RunResult) -> dict[str, Any]:
    """Return the result of a run as a short dictionary without losing drafts and reasons."""
    document = result.to_dict()
    names = ["run", "status", "answer", "agent", "problem", "rounds", "spent"]
    names += ["answer_file", "files", "version"]
    votes = {each.agent: average_points(result.votes, each.agent) for each in result.candidates}
    return {
        **{name: document[name] for name in names if document[name] not in ("", None)},
        **({"votes": votes} if result.votes else {}),
        "cost_by_agent": {name: each["cost"] for name, each in document["by_agent"].items()},
        **({"cost_of_vote": document["on_vote"]["cost"]} if result.on_vote.calls else {}),
    }
