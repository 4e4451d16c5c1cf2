"""Carry out a delegated run of agents, from their first drafts to the winning draft."""

from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.runs.files import ListFilesTool, ReadFileTool, WriteFileTool
from questfoundry.app.runs.refining import refine
from questfoundry.app.runs.run_state import RunState
from questfoundry.app.runs.spending import RunSpending, compute_run_spending
from questfoundry.app.runs.stage_task import StageTask
from questfoundry.app.runs.team import Agent
from questfoundry.app.runs.teamwork import Team
from questfoundry.app.runs.voting import Vote
from questfoundry.app.runs.worker import Worker
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool
from questfoundry.domain.run.spec import RunMode, RunSpec


@frozen(kw_only=True)
class RunEnvironment:
    """The repositories, workspace, prompts and tools that all delegated runs of a project share."""

    runs: RunOpener
    workspace: ProjectWorkspace
    prompts: PromptRepository
    research: Sequence[Tool] = ()
    stages: StageTask | None = None

    @property
    def stage_task(self) -> StageTask:
        """The stages as tasks; raise ``InputError`` if this environment cannot run stages."""
        if self.stages is None:
            raise InputError("Stages cannot be made here. Leave `stage` out.")
        return self.stages


@frozen(kw_only=True)
class Coordinator:
    """A coordinator of one delegated run, in which agents work on the same task."""

    environment: RunEnvironment
    run: Run
    spec: RunSpec
    agents: Sequence[Agent]
    state: RunState
    folder: str

    async def carry_out(self) -> None:
        """Let the agents draft, refine and vote, and possibly execute the winning plan.

        If the run is stopped, ``state`` holds the results of the finished steps.
        """
        team = self._build_team()
        vote = Vote(team=team, prompts=self.environment.prompts)
        async with vote.prepare_criteria():
            if self.spec.stage:
                await team.run_part("propose", self._propose)
            else:
                await team.draft()
                if self.spec.has_refinement:
                    await refine(team, self.spec.coordination_overrides.max_rounds)
            await vote.hold_vote()
        winner = self.state.choose_best(self.compute_spending().by_agent)
        if winner is not None and self.spec.mode is RunMode.PLAN_AND_EXECUTE:
            await team.execute(winner)

    def compute_spending(self) -> RunSpending:
        """Return the spending of the run so far, including the runs that make candidates."""
        runs = self.environment.runs
        return compute_run_spending(
            self.run.id, [each.id for each in self.agents], runs.store, runs.prices
        )

    async def _propose(self, worker: Worker) -> None:
        self.state.candidates[worker.agent.id] = await self.environment.stage_task.propose(
            self.run.id, self.spec, worker.agent, self.environment.runs
        )

    def _build_team(self) -> Team:
        workspace = self.environment.workspace
        allowed = list_readable_paths(workspace, self.spec)
        knowledge, files = workspace.context(), tuple(workspace.files(allowed))
        return Team(
            run=self.run,
            spec=self.spec,
            workers=tuple(
                Worker(
                    agent=each,
                    run=self.run,
                    spec=self.spec,
                    knowledge=knowledge,
                    files=files,
                    prompts=self.environment.prompts,
                    tools=self._build_tools(each, allowed),
                    planning=self.spec.planning_mode,
                )
                for each in self.agents
            ),
            state=self.state,
        )

    def _build_tools(self, agent: Agent, allowed: Sequence[str]) -> tuple[Tool, ...]:
        workspace, prompts = self.environment.workspace, self.environment.prompts
        own = f"{self.folder}/{agent.id}"
        reach = (*allowed, own)
        return (
            *self.environment.research,
            ListFilesTool(workspace, prompts, lambda: reach),
            ReadFileTool(workspace, prompts, lambda: reach),
            WriteFileTool(workspace, prompts, own),
        )


def list_readable_paths(workspace: ProjectWorkspace, spec: RunSpec) -> tuple[str, ...]:
    """Return the shared paths and those in ``spec``, which the agents of a run may read."""
    return tuple(dict.fromkeys((*(each.path for each in workspace.paths()), *spec.context_paths)))
