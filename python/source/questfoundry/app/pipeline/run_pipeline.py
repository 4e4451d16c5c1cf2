"""The pipeline: every stage from an idea to the shipped files, as far as it has to be done.

What is settled and fresh is kept, what is stale is made anew, and what was begun goes on.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import evolve, frozen

from questfoundry.app.phases.rerun import idea_of, run_behind
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.plan import PlanPipelineUseCase, require_edits_kept
from questfoundry.app.pipeline.rules import (
    require_chapter,
    require_idea,
    require_range,
    require_settled,
    require_shape,
    require_size,
    same_idea,
)
from questfoundry.app.pipeline.run_stage import NOBODY, RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.project.status import (
    ProjectStatusUseCase,
    StageState,
    StageStatus,
    unfinished_run,
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
class Redo:
    """Make the stage anew, minding the remark."""

    remark: str


class Reviewer(Protocol):
    """The author between the stages; one who wants to stop raises ``AuthorLeft``."""

    @abstractmethod
    async def decide(self, result: StageResult) -> Decision | Redo:
        """What becomes of a stage that was just settled."""

    @abstractmethod
    def refused(self, problem: InputError) -> None:
        """The author's edit is not valid, and they are asked again."""


@frozen(kw_only=True)
class PipelineResult:
    """The stages that were made now, the files, and what this execution took.

    ``shipped`` is ``None`` where SHIP was not reached, or was done already.
    """

    made: tuple[StageResult, ...]
    shipped: Shipped | None
    spent: SpentAmount
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
        interaction: Interaction = NOBODY,
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
        began = self._clock.monotonic()
        wanted = require_range(self._registry, start, end)
        project = self._status.execute()
        require_settled(project, before=start)
        if not start:
            require_chapter(self._registry, project, inputs.chapter)
        require_idea(self._registry, self._store, inputs, start=start)
        require_size(self._registry, self._store, size, start=start)
        require_shape(self._registry, self._store, shape, start=start)
        retried = self._unfinished(wanted) if retry_last else ""
        asks = not (start or replace_edits)
        if asks:
            require_edits_kept(self._plan.execute(end=end, project=project))
        made: list[StageResult] = []
        shipped: Shipped | None = None
        span = f"{wanted[0]} to {wanted[-1]}" if start else ""
        done = self._done(wanted, span)
        asked = inputs.model_copy(update={"size": size or inputs.size, "span": span})
        for name in wanted:
            await yield_to_loop()
            project = self._status.execute(end=name)
            status = project.of(name)
            anew = bool(span) and name not in done
            if not self._turn(status, anew=anew or self._lacks(status, inputs.chapter)):
                continue
            stage = self._registry.find(name)
            if isinstance(stage, ArtifactStage):
                if asks:  # what was made just now may have changed what this is made from
                    require_edits_kept(self._plan.execute(end=name, project=project))
                made.append(
                    await self._settle(stage, asked, interaction, reviewer, name == retried)
                )
            else:
                shipped = await self._ship.execute_in_turns()
        return PipelineResult(
            made=tuple(made),
            shipped=shipped,
            spent=self._meter.total,
            seconds=self._clock.monotonic() - began,
            next_step=self._status.execute().next_step,
        )

    def _lacks(self, status: StageStatus, chapter: int | None) -> bool:
        """Whether chapters that are wanted are to be added by that stage."""
        chapters = chapters_planned(self._registry, self._store) if status.goes_on else None
        return chapters is not None and (
            chapters.lacks(chapter) or status.state is StageState.STALE
        )

    def _unfinished(self, wanted: Sequence[str]) -> str:
        """The first of the stages that has an unfinished run."""
        for name in wanted:
            if unfinished_run(self._store, name) is not None:
                return name
        raise InputError(
            "No run is unfinished, so there is no answer to ask for anew.",
            remedies=(RunPipeline(),),
        )

    def _done(self, wanted: Sequence[str], span: str) -> Sequence[str]:
        """What the same request made before it was cut off; nothing where it came to its end."""
        done: list[str] = []
        for name in wanted if span else ():
            if not isinstance(self._registry.find(name), ArtifactStage):
                return () if self._status.of(name).is_ready else done
            current = self._store.artifacts.current(name)
            run = self._store.runs.get(current.origin) if current else None
            if not current or not run or run.stage_inputs.span != span:
                return done
            needed = map(self._store.artifacts.current, current.made_from)
            if [each and each.version for each in needed] != [*current.made_from.values()]:
                return done
            done.append(name)
        return ()

    def _turn(self, status: StageStatus, *, anew: bool) -> bool:
        """Tell of the stage's turn; whether there is something to do."""
        names = self._registry.names
        kept = status.is_ready and not anew
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

    async def _settle(
        self,
        stage: ArtifactStage,
        inputs: StageInputs,
        interaction: Interaction,
        reviewer: Reviewer | None,
        retry_last: bool,
    ) -> StageResult:
        run_id = self._resumable(stage, inputs.idea)
        if run_id is not None:
            result = await self._run_stage.resume(
                stage.name, run_id, retry_last=retry_last, interaction=interaction
            )
        if run_id is None or self._lacks(self._status.of(stage.name), inputs.chapter):
            begun = self._inputs(stage, inputs)
            result = await self._run_stage.execute(
                stage.name, begun, anew=bool(begun.span), interaction=interaction
            )
        while reviewer is not None:
            match await reviewer.decide(result):
                case Redo(remark):
                    if self._edited(result, reviewer) is None:
                        continue
                    anew = inputs.model_copy(update={"idea": ""})
                    result = await self._run_stage.execute(
                        stage.name, anew, redo=remark, interaction=interaction
                    )
                case decision:
                    edited = self._edited(result, reviewer)
                    if edited and decision is Decision.ACCEPT:
                        return edited
                    result = edited or result
        return result

    def _inputs(self, stage: ArtifactStage, inputs: StageInputs) -> StageInputs:
        """With the idea for the first stage; to one made anew, what the author said before."""
        earlier = run_behind(stage.name, self._store)
        idea = inputs.idea if not stage.needs else ""
        if not idea and earlier is not None:
            idea = idea_of(stage, earlier, self._store)
        remark = earlier.stage_inputs.remark if earlier else ""
        return inputs.model_copy(update={"idea": idea, "remark": remark})

    def _resumable(self, stage: ArtifactStage, idea: str) -> str | None:
        """The unfinished run of the stage, unless it is about another idea."""
        run = unfinished_run(self._store, stage.name)
        if run is None or (
            idea and not stage.needs and not same_idea(idea, idea_of(stage, run, self._store))
        ):
            return None
        return run.id

    def _edited(self, result: StageResult, reviewer: Reviewer) -> StageResult | None:
        """The result with the author's edits of its file; ``None`` where these are not valid."""
        try:
            edits = {version.stage: version for version in self._sync_edits.execute().versions}
        except InputError as problem:
            reviewer.refused(problem)
            return None
        version = edits.get(result.version.stage, result.version)
        stage = self._registry.get(version.stage)
        artifact = stage.read(version.data)
        story = stage.apply(
            self._registry.story(self._store.artifacts, before=stage.name), artifact
        )
        gist = stage.gist(story, artifact)
        return evolve(result, version=version, artifact=artifact, gist=gist)
