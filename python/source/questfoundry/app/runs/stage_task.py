"""Let agents propose artifacts for a stage, and accept the best of these artifacts."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.models import FixedModels
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.runs.team import Agent
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.chat.codec import to_canonical_json
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.protocols import Tool
from questfoundry.domain.run.inputs import CandidateInputs, StageInputs
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.run.result import Candidate
from questfoundry.domain.run.spec import CANDIDATE, RunSpec

StageWork = Callable[[RunOpener], RunStageUseCase]
"""Builds the use case that runs stages with the models of an opener."""


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
        """Make the winning candidate the stage's artifact, and return the artifact's version.

        The stage runs with the agent's recorded answers, so all checks apply without a model call.
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
    for record in runs.store.runs.list(task=CANDIDATE):
        inputs = record.inputs
        if isinstance(inputs, CandidateInputs) and (inputs.run, inputs.agent) == (run, agent):
            return record
    return None
