"""The pipeline: every stage from an idea to the shipped files, as far as it has to be done.

What is settled and fresh is kept, what is stale is made anew, and what was begun goes on.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from questfoundry.app.pipeline.pipeline_request import (
    PipelineRequest,
    PipelineResult,
    Redo,
    Reviewer,
    Verdict,
)
from questfoundry.app.pipeline.rules import (
    require_idea,
    require_settled,
    require_size,
    same_idea,
)
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_request import StageRequest, StageResult
from questfoundry.app.pipeline.status import (
    SHIP,
    ProjectStatusUseCase,
    StageState,
    StageStatus,
    unfinished_run,
)
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.run.redo import run_behind, words_of
from questfoundry.app.run.spend_meter import Purse
from questfoundry.app.shipping.ship import Shipped, ShipUseCase
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import StageTurn
from questfoundry.domain.protocols import Clock, EventSink


class RunPipelineUseCase:
    """Runs the stages of a project in their order; the first failure ends it, and nothing is lost.

    ``run_stage`` gives the use case for a new run, or for the one to be resumed, whose models
    are paid from ``purse``.
    """

    def __init__(
        self,
        *,
        registry: StageRegistry,
        store: ProjectStore,
        status: ProjectStatusUseCase,
        run_stage: Callable[[str | None], RunStageUseCase],
        sync_edits: SyncEditsUseCase,
        ship: ShipUseCase,
        purse: Purse,
        events: EventSink,
        clock: Clock,
    ) -> None:
        self._registry = registry
        self._store = store
        self._status = status
        self._run_stage = run_stage
        self._sync_edits = sync_edits
        self._ship = ship
        self._purse = purse
        self._events = events
        self._clock = clock
        self._stages = (*registry.names, SHIP)

    async def execute(self, request: PipelineRequest) -> PipelineResult:
        """Do what is to be done from one stage to another; called again, it goes on."""
        began = self._clock.monotonic()
        wanted = self._wanted(request)
        self._require(request)
        made: list[StageResult] = []
        shipped: Shipped | None = None
        for name in wanted:
            status = self._status_of(name)
            if not self._turn(status, anew=name == request.start):
                continue
            if name == SHIP:
                shipped = self._ship.execute()
            else:
                made.append(await self._settle(status, request))
        return PipelineResult(
            made=tuple(made),
            shipped=shipped,
            spent=self._purse.spent,
            seconds=self._clock.monotonic() - began,
            next_step=self._status.execute().next_step,
        )

    def _wanted(self, request: PipelineRequest) -> tuple[str, ...]:
        for name in (request.start, request.end):
            if name is not None and name not in self._stages:
                raise InputError(
                    f"There is no stage {name!r}. The stages are {', '.join(self._stages)}."
                )
        first = self._stages.index(request.start or self._stages[0])
        last = self._stages.index(request.end or SHIP)
        if first > last:
            raise InputError(
                f"{request.end} comes before {request.start}. Begin with the earlier one."
            )
        return self._stages[first : last + 1]

    def _require(self, request: PipelineRequest) -> None:
        require_settled(self._status.execute(), before=request.start)
        require_idea(self._registry, self._store, request.idea, start=request.start)
        require_size(self._registry, self._store, request.size, start=request.start)

    def _status_of(self, name: str) -> StageStatus:
        found = (each for each in self._status.execute().stages if each.stage == name)
        return next(found, StageStatus(stage=name, state=StageState.MISSING))

    def _turn(self, status: StageStatus, *, anew: bool) -> bool:
        """Tell of the stage's turn; whether there is something to do."""
        kept = status.state is StageState.READY and not status.unfinished and not anew
        self._events.emit(
            StageTurn(
                stage=status.stage,
                place=self._stages.index(status.stage) + 1,
                total=len(self._stages),
                kept=kept,
                changed=status.changed,
            )
        )
        return not kept

    async def _settle(self, status: StageStatus, request: PipelineRequest) -> StageResult:
        name = status.stage
        begun = evolve(
            request.each,
            user_prompt=self._words(name, request.idea),
            resume=self._resumable(name, request.idea),
            redo=None,
        )
        result = await self._run(name, begun)
        while request.reviewer is not None:
            match await request.reviewer.decide(result):
                case Redo(remark):
                    anew = evolve(begun, user_prompt="", resume=None, redo=remark)
                    result = await self._run(name, anew)
                case verdict:
                    edited = self._edited(result, request.reviewer)
                    if edited and verdict is Verdict.ACCEPT:
                        return edited
                    result = edited or result
        return result

    async def _run(self, name: str, request: StageRequest) -> StageResult:
        return await self._run_stage(request.resume).execute(name, request)

    def _words(self, name: str, idea: str) -> str:
        """The idea; to a stage that is made anew, what the author said to it before."""
        stage = self._registry.get(name)
        if idea and not stage.needs:
            return idea
        earlier = run_behind(stage, self._store)
        return words_of(stage, self._store, earlier) if earlier else ""

    def _resumable(self, name: str, idea: str) -> str | None:
        """The unfinished run of the stage, unless it is about another idea."""
        run = unfinished_run(self._store, name)
        stage = self._registry.get(name)
        if run is None or (
            idea and not stage.needs and not same_idea(idea, words_of(stage, self._store, run))
        ):
            return None
        return run.id

    def _edited(self, result: StageResult, reviewer: Reviewer) -> StageResult | None:
        """The result with the author's edits of its file; ``None`` where these are not valid."""
        try:
            edits = {version.stage: version for version in self._sync_edits.execute()}
        except InputError as problem:
            reviewer.refused(problem)
            return None
        version = edits.get(result.version.stage, result.version)
        stage = self._registry.get(version.stage)
        artifact = stage.artifact.model_validate(dict(version.data))
        return evolve(result, version=version, artifact=artifact)
