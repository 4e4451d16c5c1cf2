"""Run a stage: hold its conversation, keep its artifact, and lose nothing on the way.

Everything finished goes through the run's recorder, so a run that was interrupted goes
on where it stopped, and a run that failed in Serialize keeps its discussion and summary.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import evolve

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.pipeline.recorded_conversation import ROUNDS, SOURCE, RecordedConversation
from questfoundry.app.pipeline.stage_request import StageRequest, StageResult
from questfoundry.app.run.ledger import ledger_of
from questfoundry.app.run.models import RecordedModels
from questfoundry.app.run.recorder import RunRecorder
from questfoundry.app.run.redo import redo_inputs
from questfoundry.app.stages.completion import Completion
from questfoundry.app.stages.stage import Stage, StageRegistry
from questfoundry.app.stages.story_fold import load_story
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.events import StageCompleted, StageFailed
from questfoundry.domain.protocols import Clock, EventSink, PriceBook, PromptRepository
from questfoundry.domain.remedy import GiveIdea, RunStage
from questfoundry.domain.run import Run, RunStatus
from questfoundry.domain.story.story import Story

REUSES = "reuses"
"""Input of a run: earlier runs of its stage, newest first, whose equal calls are not made again."""


class RunStageUseCase:
    """Runs one stage of a project, from the first word to the accepted artifact.

    ``completions`` are, by stage, what is still done when a conversation is over.
    """

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        providers: PhaseProviders,
        prompts: PromptRepository,
        events: EventSink,
        clock: Clock,
        prices: PriceBook,
        completions: Mapping[str, Completion] = MappingProxyType({}),
    ) -> None:
        self._registry = registry
        self._store = store
        self._providers = providers
        self._prompts = prompts
        self._events = events
        self._clock = clock
        self._prices = prices
        self._completions = completions

    async def execute(self, stage_name: str, request: StageRequest) -> StageResult:
        """Run the stage, or resume a run of it; what it raises leaves a run to resume."""
        stage = self._registry.get(stage_name)
        with self._store.lock.hold(stage_name):
            self._require(stage)
            story = load_story(self._registry, self._store.artifacts, before=stage_name)
            stage.require(story)
            run = self._begin(stage, request)
            try:
                models = self._models(run)
                conversed = await self._conversation(stage, story, run, request, models).hold()
                artifact = await self._completed(stage, story, run, conversed.artifact, models)
                return self._accept(stage, run, artifact, resumed=request.resume is not None)
            except BaseException as problem:
                self._stop(run, problem)
                raise

    def _require(self, stage: Stage) -> None:
        for need in stage.needs:
            if self._store.artifacts.current(need) is None:
                raise InputError(
                    f"{stage.name} is made from {need}, which this project has not yet.",
                    remedies=(RunStage(need),),
                )

    def _begin(self, stage: Stage, request: StageRequest) -> Run:
        if request.resume is not None:
            return self._resumed(stage, request.resume)
        inputs = request.inputs()
        source = self._providers.recording
        if source is not None:
            inputs = {**self._find(stage, source).inputs, SOURCE: source}
        elif request.redo is not None:
            inputs = redo_inputs(stage, self._store, inputs, request.redo)
        elif not (inputs["user_prompt"] or stage.needs or request.author):
            raise InputError(f"{stage.name} needs an idea.", remedies=(GiveIdea(stage.name),))
        elif completion := self._completions.get(stage.name):
            inputs = {**inputs, **self._reused(stage), **completion.inputs()}
        return self._store.runs.begin(
            stage.name,
            inputs=inputs,
            models=self._providers.recorded(),
            started_at=self._clock.now(),
        )

    def _reused(self, stage: Stage) -> dict[str, Any]:
        """The earlier runs of the stage, and how often each section was begun in them.

        A section that failed there would fail here again with the same answers.
        """
        runs = self._store.runs.list(stage=stage.name)
        rounds: dict[str, int] = {}
        for run in runs:
            for section, times in run.inputs.get(ROUNDS, {}).items():
                rounds[section] = max(times, rounds.get(section, 1))
        return {REUSES: [run.id for run in reversed(runs)], ROUNDS: rounds}

    def _resumed(self, stage: Stage, run_id: str) -> Run:
        run = self._find(stage, run_id)
        if run.status is RunStatus.COMPLETED:
            raise InputError(f"Run {run_id!r} is complete; there is nothing to resume.")
        run = evolve(run, status=RunStatus.RUNNING, problem="", ended_at=None)
        self._store.runs.save(run)
        return run

    def _find(self, stage: Stage, run_id: str) -> Run:
        run = self._store.runs.get(run_id)
        if run is None or run.stage != stage.name:
            known = [each.id for each in self._store.runs.list(stage=stage.name)]
            raise InputError(
                f"There is no run {run_id!r} of {stage.name}. "
                f"Its runs are: {', '.join(known) or 'none yet'}."
            )
        return run

    def _models(self, run: Run) -> RecordedModels:
        return RecordedModels(
            providers=self._providers,
            recorder=RunRecorder(
                journal=self._store.journal,
                run_id=run.id,
                clock=self._clock,
                source=run.inputs.get(SOURCE),
                earlier=run.inputs.get(REUSES, ()),
            ),
            events=self._events,
            rounds=run.inputs.get(ROUNDS, {}),
        )

    async def _completed(
        self, stage: Stage, story: Story, run: Run, artifact: Artifact, models: RecordedModels
    ) -> Artifact:
        completion = self._completions.get(stage.name)
        if completion is None:
            return artifact
        return await completion.complete(artifact, story=story, inputs=run.inputs, models=models)

    def _conversation(
        self,
        stage: Stage,
        story: Story,
        run: Run,
        request: StageRequest,
        models: RecordedModels,
    ) -> RecordedConversation:
        return RecordedConversation(
            stage=stage,
            story=story,
            run=run,
            request=request,
            store=self._store,
            models=models,
            prompts=self._prompts,
            events=self._events,
        )

    def _accept(self, stage: Stage, run: Run, artifact: Artifact, *, resumed: bool) -> StageResult:
        version = self._stored_before(stage, run) if resumed else None
        if version is None:
            version = self._store_version(stage, run, artifact)
        path = self._store.files.write(stage.name, version.data)
        self._store.runs.save(evolve(run, status=RunStatus.COMPLETED, ended_at=self._clock.now()))
        ledger = ledger_of(self._store.journal.entries(run.id), self._prices)
        self._events.emit(
            StageCompleted(
                stage=stage.name,
                run=run.id,
                llm_calls=ledger.calls,
                tokens_used=ledger.usage.total_tokens,
            )
        )
        return StageResult(
            artifact=artifact,
            version=version,
            run=run.id,
            path=Path(path),
            ledger=ledger,
        )

    def _stored_before(self, stage: Stage, run: Run) -> ArtifactVersion | None:
        """The version that this run stored before it was cut off."""
        versions = self._store.artifacts.versions(stage.name)
        return next((version for version in versions if version.origin == run.id), None)

    def _store_version(self, stage: Stage, run: Run, artifact: Artifact) -> ArtifactVersion:
        current = {need: self._store.artifacts.current(need) for need in stage.needs}
        return self._store.artifacts.add(
            stage.name,
            artifact.model_dump(mode="json"),
            made_from={need: found.version for need, found in current.items() if found},
            origin=run.id,
            created_at=self._clock.now(),
        )

    def _stop(self, run: Run, problem: BaseException) -> None:
        """Leave a run that can be resumed; a section that failed is then asked afresh."""
        status, inputs = RunStatus.INTERRUPTED, dict(run.inputs)
        if isinstance(problem, ConversationError):
            status = RunStatus.FAILED
            rounds = inputs.get(ROUNDS, {})
            inputs[ROUNDS] = {**rounds, problem.section: rounds.get(problem.section, 1) + 1}
        words = str(problem) or type(problem).__name__
        now = self._clock.now()
        self._store.runs.save(
            evolve(run, status=status, inputs=inputs, problem=words, ended_at=now)
        )
        self._events.emit(StageFailed(stage=run.stage, run=run.id, problem=words))
