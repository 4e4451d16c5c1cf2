"""Carry out a delegated run of agents, for a text or for the artifact of a stage."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.models import FixedModels
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.runs.files import ListFilesTool, ReadFileTool, WriteFileTool
from questfoundry.app.runs.spending import RunSpending, compute_run_spending
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.app.runs.teamwork import Team, Worker, refine
from questfoundry.app.runs.voting import Vote
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool
from questfoundry.domain.run.inputs import CandidateInputs, StageInputs
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.run.result import Candidate
from questfoundry.domain.run.spec import CANDIDATE, RunMode, RunSpec
from questfoundry.domain.text.digest import to_canonical_json

StageWork = Callable[[RunOpener], RunStageUseCase]
"""A function that builds a use case to run stages, with the models of the given opener."""


@frozen(kw_only=True)
class StageTask:
    """A stage as a task for agents, who make candidates for the stage's artifact."""

    registry: StageRegistry
    work: StageWork
    inputs: Callable[[], StageInputs]
    research: Callable[[], Sequence[Tool]]

    def require_stage(self, name: str) -> None:
        """Raise ``InputError`` unless ``name`` is the name of a stage that produces an artifact."""
        names = [each.name for each in self.registry.artifacts]
        if name not in names:
            raise InputError(
                f"There is no stage {name!r} to be made. They are: {', '.join(names)}."
            )

    async def propose(self, run: str, spec: RunSpec, agent: Agent, runs: RunOpener) -> Candidate:
        """Let the agent make or resume an artifact for the stage in ``spec``, and return it."""
        name = spec.stage or ""
        opener = evolve(runs, models=FixedModels(agent.providers))
        earlier = find_candidate_run(runs, run, agent.id)
        record = earlier or opener.begin(
            CANDIDATE,
            CandidateInputs(run=run, agent=agent.id, stage=name, written=self._build_inputs(spec)),
            agent.providers,
        )
        with opener.open(
            record, opener.choose_providers(), resumed=earlier is not None
        ) as candidate:
            artifact = await self.work(opener).propose(
                name, candidate, Interaction(research=self.research())
            )
        return Candidate(agent=agent.id, text=to_canonical_json(artifact.model_dump(mode="json")))

    async def accept(
        self, run: str, spec: RunSpec, winner: Candidate, agent: Agent, runs: RunOpener
    ) -> ArtifactVersion:
        """Make the winning candidate the stage's artifact, by a run with its recorded answers.

        Return the new version.
        """
        name = spec.stage or ""
        current = runs.store.artifacts.current(name)
        if current is not None and to_canonical_json(current.data) == winner.text:
            return current
        record = find_candidate_run(runs, run, agent.id)
        if record is None:
            raise UsageError(f"{agent.id!r} has no candidate in {run!r}. Propose one first.")
        opener = evolve(runs, models=FixedModels(agent.providers))
        result: StageResult = await self.work(opener).execute(
            name,
            self._build_inputs(spec).model_copy(update={"source": record.id}),
            from_scratch=True,
            interaction=Interaction(research=self.research()),
        )
        return result.version

    def _build_inputs(self, spec: RunSpec) -> StageInputs:
        text = "\n\n".join(filter(None, (spec.context, spec.task)))
        stage = self.registry.get(spec.stage or "")
        return self.inputs().model_copy(update={"remark" if stage.needs else "idea": text})


def find_candidate_run(runs: RunOpener, run: str, agent: str) -> RunRecord | None:
    """Return the run in which ``agent`` made its candidate for ``run``, or ``None``."""
    return runs.find_first(
        CANDIDATE,
        lambda made: isinstance(made, CandidateInputs) and (made.run, made.agent) == (run, agent),
    )


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
