"""Launching a run: checked, estimated, approved, followed, and told of to the agent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from attrs import frozen

from questfoundry.app.phases.finalization import add_descriptions
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.runs.coordinator import list_readable_paths
from questfoundry.app.runs.estimate import exceeds
from questfoundry.app.runs.team import Agent
from questfoundry.app.session.recorded_approval import RecordedApproval
from questfoundry.app.session.state_machine import Position
from questfoundry.domain.artifacts.base import json_schema_of
from questfoundry.domain.budget import Budget, BudgetUnit
from questfoundry.domain.chat.codec import digest, to_canonical_json
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, error, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols import (
    ProjectLock,
    ProjectWorkspace,
    PromptRepository,
    RunApproval,
    RunEstimate,
    RunExecutor,
    RunHandle,
    Tool,
)
from questfoundry.domain.session.result import ResultStatus, RunResult
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.session.state import SessionStep
from questfoundry.domain.task import DELEGATED

Estimator = Callable[[RunSpec, Sequence[Agent], str], RunEstimate]
"""What a run of those agents will take, who are given that text."""

LAUNCH = "launch_run"
MOST_LAUNCHES = 3
"""Runs that follow one message of the author's, whatever anybody else asks for."""

_STEPS = {
    ResultStatus.COMPLETE: SessionStep.COMPLETE,
    ResultStatus.CANCELLED: SessionStep.CANCEL,
    ResultStatus.PARTIAL: SessionStep.STOP,
    ResultStatus.FAILED: SessionStep.STOP,
}


@frozen(kw_only=True)
class Launched:
    """What became of a launch: a result, or why there is none."""

    result: RunResult | None = None
    refused: str = ""
    declined: str = ""


class Launcher:
    """Launches the runs of one turn, one after the other."""

    def __init__(
        self,
        *,
        session: str,
        lock: ProjectLock,
        run: Run,
        position: Position,
        executor: RunExecutor,
        agents: Sequence[Agent],
        workspace: ProjectWorkspace,
        approval: RecordedApproval | None,
        estimate: Estimator,
        meter: SpendMeter,
        words: Mapping[str, Any],
        tell: Callable[[Event], None],
        spent: Callable[[], None],
    ) -> None:
        """While a run works, ``lock`` is held.

        ``spent`` is called when it has ended, for its use to be counted.
        """
        self._session = session
        self._lock = lock
        self._run = run
        self._position = position
        self._executor = executor
        self._agents = {each.id: each for each in agents}
        self._workspace = workspace
        self._approval = approval
        self._estimate = estimate
        self._meter = meter
        self._words = words
        self._tell = tell
        self._spent = spent
        self._one = asyncio.Lock()
        self._launched = 0
        self._declined = ""
        self.handle: RunHandle | None = None

    async def launch(self, given: Mapping[str, Any]) -> Launched:
        """Launch it, where it can be and may be, and wait for its end."""
        async with self._one:
            if self._declined:
                return Launched(declined=self._declined)
            try:
                spec = RunSpec.from_dict(given)
                wanted = self._wanted(spec)
            except InputError as problem:
                return Launched(refused=problem.problem)
            if refused := self._refused(wanted.estimate):
                return Launched(refused=refused)
            self._position.ready_to_launch()
            self._position.take(SessionStep.LAUNCH)
            if self._approval is not None:
                answer = await self._approval.of(wanted)
                if not answer.approved:
                    self._position.take(SessionStep.DECLINE)
                    self._declined = answer.reason
                    return Launched(declined=answer.reason)
                spec = answer.spec or wanted.spec
            self._position.take(SessionStep.APPROVE)
            self._launched += 1
            return await self._followed(spec, digest(to_canonical_json(dict(given))))

    async def _followed(self, spec: RunSpec, asked: str) -> Launched:
        left = self._meter.get_remaining()
        with ExitStack() as held:
            try:
                held.enter_context(self._lock.hold(DELEGATED))
                self.handle = await self._executor.start(
                    spec,
                    key=f"{self._run.id}:{asked[:16]}",
                    session=self._session,
                    limits=() if left is None else (left,),
                )
            except QuestFoundryError as problem:
                self._position.take(SessionStep.STOP)
                return Launched(refused=str(problem))
            telling = asyncio.ensure_future(self._tell_of(self.handle))
            try:
                result = await self.handle.result()
                await telling
            finally:
                telling.cancel()
                self.handle = None
                self._spent()
        self._position.take(_STEPS[result.status])
        return Launched(result=result)

    async def _tell_of(self, handle: RunHandle) -> None:
        async for event in handle.events():
            self._tell(event)

    def _wanted(self, spec: RunSpec) -> RunApproval:
        return wanted_run(spec, self._agents, self._workspace, self._estimate)

    def _refused(self, estimate: RunEstimate) -> str:
        if self._launched >= MOST_LAUNCHES:
            return str(self._words["problems"]["enough"]).format(count=MOST_LAUNCHES)
        return above(estimate, self._meter.get_remaining(), self._words)


def wanted_run(
    spec: RunSpec,
    agents: Mapping[str, Agent],
    workspace: ProjectWorkspace,
    estimate: Estimator,
) -> RunApproval:
    """What is asked before that run begins; ``InputError`` where there is no such agent.

    Of agents that do not comprehend, nothing is said to improve.
    """
    chosen = [agents[name] for name in spec.choose_agents(tuple(agents))]
    if spec.has_refinement and not any(each.can_comprehend for each in chosen):
        spec = spec.model_copy(update={"refinement": False})
    files = tuple(workspace.files(list_readable_paths(workspace, spec)))
    packed = "\n".join((spec.task, spec.context or "", workspace.context()))
    return RunApproval(
        spec=spec,
        models={each.id: each.model for each in chosen},
        files=files,
        estimate=estimate(spec, chosen, packed),
    )


def above(estimate: RunEstimate, left: Budget | None, words: Mapping[str, Any]) -> str:
    """Why a run is not begun that is estimated above what is left; empty where it is not."""
    if left is None or not exceeds(estimate, left):
        return ""
    in_tokens = left.unit is BudgetUnit.TOKENS
    amount = f"{estimate.tokens:,} tokens" if in_tokens else f"${estimate.cost}"
    return str(words["problems"]["estimate"]).format(estimate=amount, left=left)


class LaunchRunTool(Tool):
    """``launch_run``: the only way from the studio's agent to a run."""

    effects = True

    def __init__(
        self, launcher: Launcher, prompts: PromptRepository, agents: Sequence[str]
    ) -> None:
        self._launcher = launcher
        self._words = prompts.wording(f"tools/{LAUNCH}")
        self._agents = list(agents)

    @property
    def definition(self) -> ToolDefinition:
        """The parameters of a :class:`RunSpec`, with the agents that there are."""
        return launch_definition(self._words, self._agents)

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Launch it, and tell what came of it."""
        actions = self._words["actions"]
        launched = await self._launcher.launch(arguments)
        if launched.refused:
            return error(launched.refused, action=actions["refused"])
        if launched.result is None:
            return Envelope(
                result=ToolStatus.CANCELLED,
                body={"reason": launched.declined},
                action=actions["declined"],
                ends_turn=True,
            )
        told = told_to_agent(launched.result)
        return success(told, action=actions[launched.result.status.value])


def launch_definition(words: Mapping[str, Any], agents: Sequence[str]) -> ToolDefinition:
    """The tool as a model, or a client of a protocol, sees it."""
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


def told_to_agent(result: RunResult) -> dict[str, Any]:
    """A result without what would only fill a window: drafts that did not win, and reasons."""
    told = result.to_dict()
    kept = ("run", "status", "answer", "agent", "problem", "rounds", "spent", "files", "version")
    votes = {
        each.agent: sum(ballot.total(each.agent) for ballot in result.votes)
        for each in result.candidates
    }
    return {
        **{name: told[name] for name in kept if told[name] not in ("", None)},
        **({"votes": votes} if result.votes else {}),
        "cost_by_agent": {name: str(each.cost) for name, each in result.by_agent.items()},
        **({"cost_of_vote": str(result.on_vote.cost)} if result.on_vote.calls else {}),
    }
