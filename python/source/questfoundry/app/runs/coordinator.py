"""A delegated run from its first draft to its winner, in the way that its mode says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.runs.call_barrier import Gate
from questfoundry.app.runs.files import ListFilesTool, ReadFileTool, WriteFileTool
from questfoundry.app.runs.refining import refine
from questfoundry.app.runs.run_state import Board
from questfoundry.app.runs.spending import PartsSpent, run_spent
from questfoundry.app.runs.stage_task import StageTask
from questfoundry.app.runs.team import Agent
from questfoundry.app.runs.teamwork import Team
from questfoundry.app.runs.voting import Vote
from questfoundry.app.runs.worker import Assignment, Worker
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool
from questfoundry.domain.session.result import Spending
from questfoundry.domain.session.spec import RunMode, RunSpec


@frozen(kw_only=True)
class Workplace:
    """What every delegated run of a project works with."""

    runs: RunOpener
    workspace: ProjectWorkspace
    prompts: PromptRepository
    research: Sequence[Tool] = ()
    stages: StageTask | None = None

    @property
    def stage_task(self) -> StageTask:
        """How stages are made; ``InputError`` where none are."""
        if self.stages is None:
            raise InputError("Stages cannot be made here. Leave `stage` out.")
        return self.stages


@frozen(kw_only=True)
class Conduct:
    """One run on its way; the board says at any moment what it has come to."""

    place: Workplace
    run: Run
    spec: RunSpec
    agents: Sequence[Agent]
    board: Board
    folder: str
    gate: Gate

    async def carry_out(self) -> None:
        """Draft, refine, vote, and execute what was planned, as far as the mode wants it.

        Stopped anywhere, what was finished stands on the board.
        """
        team = self._team()
        vote = Vote(
            team=team,
            prompts=self.place.prompts,
            context=self.spec.context or "",
            gate=self.gate,
        )
        async with vote.prepared():
            if self.spec.stage:
                await team.each("propose", self._propose)
            else:
                await team.draft()
                if self.spec.has_refinement:
                    await refine(team, self.spec.coordination_overrides.max_rounds)
            await vote.hold()
        winner = self.board.best(self.costs())
        if winner is not None and self.spec.mode is RunMode.PLAN_AND_EXECUTE:
            await team.execute(winner)

    def costs(self) -> Mapping[str, Spending]:
        """What the drafts of each agent cost so far."""
        return self.spent().by_agent

    def spent(self) -> PartsSpent:
        """What the run used so far, candidates for artifacts included."""
        runs = self.place.runs
        return run_spent(self.run.id, [each.id for each in self.agents], runs.store, runs.prices)

    async def _propose(self, worker: Worker) -> None:
        self.board.candidates[worker.agent.id] = await self.place.stage_task.propose(
            self.run.id, self.spec, worker.agent, self.place.runs, self.gate
        )

    def _team(self) -> Team:
        workspace = self.place.workspace
        allowed = in_reach(workspace, self.spec)
        assignment = Assignment(
            spec=self.spec, knowledge=workspace.context(), files=tuple(workspace.files(allowed))
        )
        planning = self.spec.planning_mode
        return Team(
            run=self.run,
            spec=self.spec,
            workers=tuple(
                Worker(
                    agent=each,
                    run=self.run,
                    assignment=assignment,
                    prompts=self.place.prompts,
                    tools=self._tools(each, allowed),
                    planning=planning,
                    gate=self.gate,
                )
                for each in self.agents
            ),
            board=self.board,
        )

    def _tools(self, agent: Agent, allowed: Sequence[str]) -> tuple[Tool, ...]:
        workspace, prompts = self.place.workspace, self.place.prompts
        own = f"{self.folder}/{agent.id}"
        reach = (*allowed, own)
        return (
            *self.place.research,
            ListFilesTool(workspace, prompts, lambda: reach),
            ReadFileTool(workspace, prompts, lambda: reach),
            WriteFileTool(workspace, prompts, own),
        )


def in_reach(workspace: ProjectWorkspace, spec: RunSpec) -> tuple[str, ...]:
    """The paths that a run's agents may read: those of the workspace, and those of the run."""
    return tuple(dict.fromkeys((*(each.path for each in workspace.paths()), *spec.context_paths)))
