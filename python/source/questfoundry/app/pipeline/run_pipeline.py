"""The pipeline: every stage from an idea to the shipped files, as far as it has to be done.

What is settled and fresh is kept, what is stale is made anew, and what was begun goes on.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import find_idea, find_source_run
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.plan import PlanPipelineUseCase, refuse_replaced_edits
from questfoundry.app.pipeline.rules import (
    is_same_idea,
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
from questfoundry.app.run.spend_meter import SpendMeter, SpentAmount
from questfoundry.app.shipping.ship import Shipped, ShipUseCase
from questfoundry.app.stages.chapter_append import chapters_planned
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import StageTurn
from questfoundry.domain.protocols import Clock, EventSink
from questfoundry.domain.remedy import Remedy, RunPipeline
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size


class Decision(Enum):
    """What the author may say of a stage; an edit of its file is taken in with either."""

    ACCEPT = auto()
    EDITED = auto()


@frozen
class Rerun:
    """Make the stage anew, minding the remark."""

    note: str


class Reviewer(Protocol):
    """The author between the stages; one who wants to stop raises ``AuthorLeft``."""

    @abstractmethod
    async def decide(self, result: StageResult) -> Decision | Rerun:
        """What becomes of a stage that was just settled."""

    @abstractmethod
    def report_refused_edit(self, problem: InputError) -> None:
        """The author's edit is not valid, and they are asked again."""


@frozen(kw_only=True)
class PipelineResult:
    """The stages that were made now, the files, and what this execution took.

    ``shipped`` is ``None`` where SHIP was not reached, or was done already.
    """

    stage_results: tuple[StageResult, ...]
    ship_result: Shipped | None
    spending: SpentAmount
    seconds: float
    next_step: Remedy | None


@frozen(kw_only=True)
class RunPipelineUseCase:
    """Runs the stages of a project in their order; the first failure ends it, and nothing is lost.

    ``meter`` is the one that the calls of ``run_stage`` are counted by.
    """

    _registry: StageRegistry
    _store: ProjectStore
    _status: ProjectStatusUseCase
    _plan: PlanPipelineUseCase
    _run_stage: RunStageUseCase
    _sync_edits: SyncEditsUseCase
    _ship: ShipUseCase
    _meter: SpendMeter
    _events: EventSink
    _clock: Clock

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
        """Do what is to be done from one stage to another; called again, it goes on.

        From the stage ``start`` on all is made anew, ``end`` is the last one that is looked at;
        the same asked again goes on where that was cut off.
        Of a story with chapters all are made, or those up to the one that the inputs name.
        ``inputs`` count for every stage, the idea for the first; ``size`` and
        ``shape`` are asked for now; a story that is planned already may not have others.
        ``InputError`` where what the author edited would be made anew, unless ``replace_edits``.
        ``retry_last`` asks anew for the
        last answer of the unfinished run that it goes on with.
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
        ship_result: Shipped | None = None
        span = f"{stage_names[0]} to {stage_names[-1]}" if start else ""
        done = self._list_finished_stages(stage_names, span)
        stage_inputs = inputs.model_copy(update={"size": size or inputs.size, "span": span})
        for name in stage_names:
            await yield_to_loop()
            project = self._status.execute(end=name)
            status = project.get_stage(name)
            is_rerun = bool(span) and name not in done
            if not self._announce_turn(
                status, is_rerun=is_rerun or self._lacks_chapters(status, inputs.chapter)
            ):
                continue
            stage = self._registry.find(name)
            if isinstance(stage, ArtifactStage):
                if protects_edits:  # what was made just now may have changed what this is made from
                    refuse_replaced_edits(self._plan.execute(end=name, project=project))
                stage_results.append(
                    await self._finish_stage(
                        stage, stage_inputs, interaction, reviewer, name == retried_stage
                    )
                )
            else:
                ship_result = await self._ship.execute_in_turns()
        return PipelineResult(
            stage_results=tuple(stage_results),
            ship_result=ship_result,
            spending=self._meter.total,
            seconds=self._clock.monotonic() - started,
            next_step=self._status.execute().next_step,
        )

    def _lacks_chapters(self, status: StageStatus, chapter: int | None) -> bool:
        """Whether chapters that are wanted are to be added by that stage."""
        chapters = chapters_planned(self._registry, self._store) if status.goes_on else None
        return chapters is not None and (
            chapters.lacks(chapter) or status.state is StageState.STALE
        )

    def _find_unfinished_stage(self, stage_names: Sequence[str]) -> str:
        """The first of the stages that has an unfinished run."""
        for name in stage_names:
            if find_unfinished_run(self._store, name) is not None:
                return name
        raise InputError(
            "No run is unfinished, so there is no answer to ask for anew.",
            remedies=(RunPipeline(),),
        )

    def _list_finished_stages(self, stage_names: Sequence[str], span: str) -> Sequence[str]:
        """What the same request made before it was cut off; nothing where it came to its end."""
        done: list[str] = []
        for name in stage_names if span else ():
            if not isinstance(self._registry.find(name), ArtifactStage):
                return () if self._status.get_stage(name).is_ready else done
            current = self._store.artifacts.current(name)
            run = self._store.runs.get(current.origin) if current else None
            if not current or not run or run.stage_inputs.span != span:
                return done
            needed = map(self._store.artifacts.current, current.made_from)
            if [each and each.version for each in needed] != [*current.made_from.values()]:
                return done
            done.append(name)
        return ()

    def _announce_turn(self, status: StageStatus, *, is_rerun: bool) -> bool:
        """Tell of the stage's turn; whether there is something to do."""
        names = self._registry.names
        kept = status.is_ready and not is_rerun
        self._events.emit(
            StageTurn(
                stage=status.stage,
                place=names.index(status.stage) + 1,
                total=len(names),
                kept=kept,
                changed=status.changed,
            )
        )
        return not kept

    async def _finish_stage(
        self,
        stage: ArtifactStage,
        inputs: StageInputs,
        interaction: Interaction,
        reviewer: Reviewer | None,
        retry_last: bool,
    ) -> StageResult:
        run_id = self._find_resumable_run(stage, inputs.idea)
        if run_id is not None:
            result = await self._run_stage.resume(
                stage.name, run_id, retry_last=retry_last, interaction=interaction
            )
        if run_id is None or self._lacks_chapters(
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
                case Rerun(remark):
                    if self._apply_edits(result, reviewer) is None:
                        continue
                    rerun_inputs = inputs.model_copy(update={"idea": ""})
                    result = await self._run_stage.execute(
                        stage.name, rerun_inputs, rerun_note=remark, interaction=interaction
                    )
                case decision:
                    edited = self._apply_edits(result, reviewer)
                    if edited and decision is Decision.ACCEPT:
                        return edited
                    result = edited or result
        return result

    def _build_inputs(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        """With the idea for the first stage; to one made anew, what the author said before."""
        earlier = find_source_run(stage.name, self._store)
        idea = inputs.idea if not stage.needs else ""
        if not idea and earlier is not None:
            idea = find_idea(stage, earlier, self._store)
        note = earlier.stage_inputs.remark if earlier else ""
        return inputs.model_copy(update={"idea": idea, "remark": note})

    def _find_resumable_run(self, stage: ArtifactStage, idea: str) -> str | None:
        """The unfinished run of the stage, unless it is about another idea."""
        run = find_unfinished_run(self._store, stage.name)
        if run is None or (
            idea and not stage.needs and not is_same_idea(idea, find_idea(stage, run, self._store))
        ):
            return None
        return run.id

    def _apply_edits(self, result: StageResult, reviewer: Reviewer) -> StageResult | None:
        """The result with the author's edits of its file; ``None`` where these are not valid."""
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
        summary = stage.gist(story, artifact)
        return evolve(result, version=version, artifact=artifact, gist=summary)
