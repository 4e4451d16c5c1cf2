"""Carry out a delegated run of agents, for a text or for the artifact of a stage."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from questfoundry.app.agent import ToolOffer
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.models import FixedModels
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.runs.cost import RunSpending, compute_run_spending
from questfoundry.app.runs.files import (
    ListFilesTool,
    ReadFileTool,
    WriteFileTool,
    list_readable_paths,
)
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.app.runs.teamwork import Team, Worker, refine
from questfoundry.app.runs.voting import Vote
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import ProjectWorkspace, Tool
from questfoundry.domain.run.inputs import CandidateInputs, DelegatedInputs, StageInputs
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.run.result import Candidate
from questfoundry.domain.run.spec import CANDIDATE, RunMode, RunSpec
from questfoundry.domain.text.digest import to_canonical_json
from questfoundry.domain.text.suggestion import suggest_words

RUNS = "runs"
"""The folder of the workspace with the files of all runs."""

StageWork = Callable[[RunOpener], RunStageUseCase]
"""A function that builds a use case to run stages, with the models of the given opener."""


@frozen(kw_only=True)
class StageTask:
    """A stage as a task for agents, who make candidates for the stage's artifact."""

    registry: StageRegistry
    work: StageWork
    inputs: Callable[[], StageInputs]
    research: Callable[[], ToolOffer]

    def require_stage(self, name: str) -> None:
        """Raise ``InputError`` unless ``name`` is the name of a stage that produces an artifact."""
        names = [each.name for each in self.registry.artifacts]
        if name not in names:
            raise InputError(
                f"There is no stage {name!r} to be made.{suggest_words(name, names)} "
                f"They are: {', '.join(names)}."
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
            self._build_inputs(spec).model_copy(
                update={"source": record.id, "phases": record.stage_inputs.phases}
            ),
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
class Assignment:
    """A delegated run: its stored record, its inputs, and the agents that work on its task."""

    environment: RunEnvironment
    record: RunRecord
    inputs: DelegatedInputs
    agents: tuple[Agent, ...]

    @property
    def spec(self) -> RunSpec:
        """The description of the run."""
        return self.inputs.spec

    @property
    def number(self) -> str:
        """The number of the run with three digits, as in the names of its folder and files."""
        return f"{int(self.record.id.rpartition('-')[2]):03}"

    @property
    def folder(self) -> str:
        """The path of the run's folder in the workspace."""
        return f"{RUNS}/{self.number}"

    def compute_spending(self) -> RunSpending:
        """Return the spending of the run so far, including the runs that make candidates."""
        runs, names = self.environment.runs, [each.id for each in self.agents]
        return compute_run_spending(self.record.id, names, runs.store, runs.prices)


async def carry_out(assignment: Assignment, run: Run, state: RunState) -> None:
    """Let the agents draft, refine and vote, and possibly execute the winning plan.

    If the run is stopped, ``state`` holds the results of the finished steps.
    """
    environment, spec = assignment.environment, assignment.spec
    team = _build_team(assignment, run, state)

    async def propose(worker: Worker) -> None:
        state.candidates[worker.agent.id] = await environment.stage_task.propose(
            run.id, spec, worker.agent, environment.runs
        )

    vote = Vote(team=team, prompts=environment.prompts)
    async with vote.prepare_criteria():
        if spec.stage:
            await team.run_part("propose", propose)
        else:
            await team.draft()
            if spec.has_refinement:
                await refine(team, spec.coordination_overrides.max_rounds)
        await vote.hold_vote()
    winner = state.choose_best(assignment.compute_spending().by_agent)
    if winner is not None and spec.mode is RunMode.PLAN_AND_EXECUTE:
        await team.execute(winner)


def _build_team(assignment: Assignment, run: Run, state: RunState) -> Team:
    environment, spec = assignment.environment, assignment.spec
    inputs, workspace = assignment.inputs, environment.workspace
    files, knowledge = inputs.files, inputs.knowledge
    if files is None or knowledge is None:
        files = list_readable_paths(workspace, spec.context_paths)
        knowledge = workspace.context()
    allowed = tuple(each.path for each in files)
    workers = tuple(
        Worker(
            agent=each,
            run=run,
            spec=spec,
            knowledge=knowledge,
            files=files,
            prompts=environment.prompts,
            tools=_build_tools(environment, allowed, f"{assignment.folder}/{each.id}"),
        )
        for each in assignment.agents
    )
    replays = environment.runs.replays
    return Team(run=run, spec=spec, workers=workers, state=state, replays=replays)


def _build_tools(
    environment: RunEnvironment, allowed: Sequence[str], own_folder: str
) -> tuple[Tool, ...]:
    workspace, prompts, reach = environment.workspace, environment.prompts, (*allowed, own_folder)
    return (
        *environment.research,
        ListFilesTool(workspace, prompts, lambda: reach),
        ReadFileTool(workspace, prompts, lambda: reach),
        WriteFileTool(workspace, prompts, own_folder),
    )
