"""Run all stages that need work, from the idea to the exported files."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from itertools import takewhile
from typing import Protocol

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import find_idea
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.plan import PlanPipelineUseCase, refuse_replaced_edits
from questfoundry.app.pipeline.rules import (
    ResumedRun,
    StageRequest,
    StartStageUseCase,
    require_chapter,
    require_finished,
    require_idea,
    require_range,
    require_shape,
    require_size,
)
from questfoundry.app.pipeline.run_stage import NO_AUTHOR, RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.project.status import (
    ProjectStatusUseCase,
    StageState,
    StageStatus,
    find_unfinished_run,
)
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.spend_meter import Ledger, SpendMeter
from questfoundry.app.shipping.ship import ShipResult, ShipUseCase
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.staleness import count_planned_chapters
from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.own_words import WritingProgress
from questfoundry.domain.errors import InputError
from questfoundry.domain.events.stages import StageTurn
from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import Remedy, RunPipeline
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.writing.request_change import DifferingPassage


class Decision(Enum):
    """The author's decision on a finished stage: accept it, or decide again after an edit."""

    ACCEPT = auto()
    EDITED = auto()


@frozen
class Rerun:
    """The author's decision to run a stage again, with a note to the model about what to change."""

    note: str


@former_names(refused="report_refused_edit")
class Reviewer(Protocol):
    """An author who decides after each stage how to continue, or raises ``AuthorLeft``."""

    @abstractmethod
    async def decide(self, result: StageResult) -> Decision | Rerun:
        """Return the author's decision on the stage that has just finished with ``result``."""

    @abstractmethod
    def report_refused_edit(self, problem: InputError) -> None:
        """Show the author that an edit is invalid; the pipeline then calls :meth:`decide` again."""


@former_names(made="stage_results", shipped="ship_result", spent="spending")
@frozen(kw_only=True)
class PipelineResult:
    """The result of one pipeline run: its stages, the exported files (if any) and the spending.

    ``differing`` are written passages that the run kept, though their request has changed.
    ``writing`` is the progress of an author who writes, and ``proposals`` the number of passages
    with new proposals of a model.
    """

    stage_results: tuple[StageResult, ...]
    ship_result: ShipResult | None
    spending: Ledger
    seconds: float
    next_step: Remedy | None
    differing: tuple[DifferingPassage, ...] = ()
    writing: WritingProgress | None = None
    proposals: int = 0


@frozen(kw_only=True)
class RunPipelineUseCase:
    """A use case that runs the stages in order; ``run_stage`` must charge costs to ``meter``."""

    _registry: StageRegistry
    _store: ProjectStore
    _status: ProjectStatusUseCase
    _plan: PlanPipelineUseCase
    _start_stage: StartStageUseCase
    _run_stage: RunStageUseCase
    _sync_edits: SyncEditsUseCase
    _ship: ShipUseCase
    _meter: SpendMeter
    _events: EventSink
    _clock: Clock
    _propose_changes: Callable[[], Awaitable[int]] | None = None

    async def execute(
        self,
        inputs: StageInputs,
        *,
        start: str | None = None,
        end: str | None = None,
        size: Size | None = None,
        shape: StoryShape | None = None,
        interaction: Interaction = NO_AUTHOR,
        reviewer: Reviewer | None = None,
        replace_edits: bool = False,
        retry_last: bool = False,
    ) -> PipelineResult:
        """Run or resume the stages from ``start`` to ``end`` that are not up to date.

        If ``start`` is given, all these stages run from scratch. ``inputs`` apply to every stage,
        but only the first stage uses the idea in ``inputs``, and ``inputs.chapter`` is the last
        chapter to create. With ``retry_last``, the last answer of the unfinished run is requested
        again. Raise ``InputError`` if edits would be replaced without ``replace_edits``, or if
        ``size`` or ``shape`` contradicts the planned story.
        """
        started = self._clock.monotonic()
        stage_names = require_range(self._registry, start, end)
        project = self._status.execute()
        require_finished(project, before=start)
        if not start:
            require_chapter(self._registry, project, inputs.chapter)
        require_idea(self._registry, self._store, inputs, start=start)
        require_size(self._registry, self._store, size, start=start)
        require_shape(self._registry, self._store, shape, start=start)
        retried_stage = self._find_unfinished_stage(stage_names) if retry_last else ""
        protects_edits = not (start or replace_edits)
        if protects_edits:
            refuse_replaced_edits(self._plan.execute(end=end, project=project))
        stage_results: list[StageResult] = []
        ship_result: ShipResult | None = None
        proposals = 0
        span = f"{stage_names[0]}..{stage_names[-1]}" if start else ""
        stage_inputs = inputs.model_copy(update={"size": size or inputs.size, "span": span})
        done = self._list_finished_stages(stage_names, stage_inputs)
        for name in stage_names:
            await yield_to_loop()
            project = self._status.execute(end=name)
            if not self._registry.find(name).makes_artifact:
                if project.awaits_author:
                    continue
                proposals = await self._propose_changes() if self._propose_changes else 0
            status = project.get_stage(name)
            is_rerun = bool(span) and name not in done
            if not self._announce_turn(
                status, is_rerun=is_rerun or self._lacks_chapters(status, inputs.chapter)
            ):
                continue
            stage = self._registry.find(name)
            if isinstance(stage, ArtifactStage):
                if protects_edits:  # an earlier stage of this run may have made this one stale
                    refuse_replaced_edits(self._plan.execute(end=name, project=project))
                stage_results.append(
                    await self._finish_stage(
                        stage, stage_inputs, interaction, reviewer, name == retried_stage
                    )
                )
            else:
                ship_result = await self._ship.execute_cooperatively()
        self._close_spans(stage_names)
        project = self._status.execute()
        return PipelineResult(
            stage_results=tuple(stage_results),
            ship_result=ship_result,
            spending=self._meter.total,
            seconds=self._clock.monotonic() - started,
            next_step=project.next_step,
            differing=project.differing,
            writing=project.writing,
            proposals=proposals,
        )

    def _lacks_chapters(self, status: StageStatus, chapter: int | None) -> bool:
        chapters = (
            count_planned_chapters(self._registry, self._store) if status.can_extend else None
        )
        return chapters is not None and (
            chapters.has_unplanned_chapters(chapter) or status.state is StageState.STALE
        )

    def _find_unfinished_stage(self, stage_names: Sequence[str]) -> str:
        for name in stage_names:
            if find_unfinished_run(self._store, name) is not None:
                return name
        raise InputError(
            "No run is unfinished, so there is no last answer to request again.",
            remedies=(RunPipeline(),),
        )

    def _list_finished_stages(self, names: Sequence[str], inputs: StageInputs) -> Sequence[str]:
        """Return the first stages of ``names`` that the same command made before it stopped."""
        artifacts = [name for name in names if self._registry.find(name).makes_artifact]
        return list(takewhile(lambda name: self._start_stage.has_finished(name, inputs), artifacts))

    def _close_spans(self, stage_names: Sequence[str]) -> None:
        """Record that the command has finished, so that repeating it regenerates the stages."""
        with self._store.artifacts.transaction():
            for run in (run for name in stage_names for run in self._store.runs.list(task=name)):
                if run.stage_inputs.span:
                    inputs = run.stage_inputs.model_copy(update={"span": ""})
                    self._store.runs.save(evolve(run, inputs=inputs))

    def _announce_turn(self, status: StageStatus, *, is_rerun: bool) -> bool:
        names = self._registry.names
        is_up_to_date = status.is_ready and not is_rerun
        current = self._store.artifacts.current(status.stage)
        self._events.emit(
            StageTurn(
                stage=status.stage,
                place=names.index(status.stage) + 1,
                total=len(names),
                kept=is_up_to_date,
                changed=status.changed,
                earlier_version=current.version if current and is_rerun else None,
            )
        )
        return not is_up_to_date

    async def _finish_stage(
        self,
        stage: ArtifactStage,
        inputs: StageInputs,
        interaction: Interaction,
        reviewer: Reviewer | None,
        retry_last: bool,
    ) -> StageResult:
        idea = "" if stage.needs else inputs.idea
        asked = inputs.model_copy(update={"idea": idea})
        start = self._start_stage.execute(StageRequest(stage=stage.name, inputs=asked))
        if isinstance(start, ResumedRun):
            result = await self._run_stage.resume(
                stage.name, start.run, retry_last=retry_last, interaction=interaction
            )
        if not isinstance(start, ResumedRun) or self._lacks_chapters(
            self._status.get_stage(stage.name), inputs.chapter
        ):
            stage_inputs = self._build_inputs(stage, inputs)
            result = await self._run_stage.execute(
                stage.name,
                stage_inputs,
                from_scratch=bool(stage_inputs.span),
                interaction=interaction,
            )
        while reviewer is not None:
            match await reviewer.decide(result):
                case Rerun(note):
                    if self._apply_edits(result, reviewer) is None:
                        continue
                    rerun_inputs = inputs.model_copy(update={"idea": ""})
                    result = await self._run_stage.execute(
                        stage.name, rerun_inputs, rerun_note=note, interaction=interaction
                    )
                case decision:
                    edited = self._apply_edits(result, reviewer)
                    if edited and decision is Decision.ACCEPT:
                        return edited
                    result = edited or result
        return result

    def _build_inputs(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        earlier = self._store.find_source_run(stage.name)
        idea = inputs.idea if not stage.needs else ""
        if not idea and earlier is not None:
            idea = find_idea(stage, earlier, self._store)
        note = earlier.stage_inputs.remark if earlier else ""
        return inputs.model_copy(update={"idea": idea, "remark": note})

    def _apply_edits(self, result: StageResult, reviewer: Reviewer) -> StageResult | None:
        try:
            edits = {version.stage: version for version in self._sync_edits.execute().versions}
        except InputError as problem:
            reviewer.report_refused_edit(problem)
            return None
        version = edits.get(result.version.stage, result.version)
        stage = self._registry.get(version.stage)
        artifact = stage.read(version.data)
        story = stage.apply(
            self._registry.story(self._store.artifacts, before=stage.name), artifact
        )
        summary = stage.build_summary(story, artifact)
        return evolve(result, version=version, artifact=artifact, summary=summary)
