"""Where a project stands: each stage's artifact, what is stale, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from questfoundry.app.shipping.manifest import stored_manifest
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.protocols import ExportFolder
from questfoundry.domain.remedy import ResumeRun, RunStage
from questfoundry.domain.run import Run, RunStatus

SHIP = "ship"
"""The last stage, whose model decides nothing."""

_WRITES_PROSE = "fill"


class StageState(StrEnum):
    """What there is of a stage."""

    MISSING = "missing"
    UNFINISHED = "unfinished"
    READY = "ready"
    STALE = "stale"


@frozen(kw_only=True)
class StageStatus:
    """One stage of a project.

    ``changed`` names the stages whose artifact is no longer the one this was made from;
    ``unfinished`` the newest run that can be resumed.
    """

    stage: str
    state: StageState
    version: int | None = None
    origin: str = ""
    changed: tuple[str, ...] = ()
    unfinished: str | None = None
    problem: str = ""


@frozen(kw_only=True)
class ProjectStatus:
    """All stages in order, and what goes on from here: ``None`` where all are ready.

    SHIP, which has files and no artifact, stands among them once there is prose to ship.
    """

    stages: tuple[StageStatus, ...]
    next_step: RunStage | ResumeRun | None


class ProjectStatusUseCase:
    """Reads where a project stands; changes nothing."""

    def __init__(
        self, *, registry: StageRegistry, store: ProjectStore, exports: ExportFolder
    ) -> None:
        self._registry = registry
        self._store = store
        self._exports = exports

    def execute(self) -> ProjectStatus:
        """The status of every stage that this program knows."""
        stages: list[StageStatus] = []
        for name in self._registry.names:
            stale = {each.stage for each in stages if each.state is StageState.STALE}
            stages.append(self._stage(name, stale))
        if self._version(_WRITES_PROSE) is not None:
            stages.append(self._shipping(stages))
        return ProjectStatus(stages=tuple(stages), next_step=_next(stages))

    def _stage(self, name: str, stale: set[str]) -> StageStatus:
        current = self._store.artifacts.current(name)
        run = unfinished_run(self._store, name)
        if current is None:
            return StageStatus(
                stage=name,
                state=StageState.UNFINISHED if run else StageState.MISSING,
                unfinished=run.id if run else None,
                problem=run.problem if run else "",
            )
        changed = tuple(
            need
            for need, version in current.made_from.items()
            if need in stale or self._version(need) != version
        )
        return StageStatus(
            stage=name,
            state=StageState.STALE if changed else StageState.READY,
            version=current.version,
            origin=current.origin,
            changed=changed,
            unfinished=run.id if run else None,
            problem=run.problem if run else "",
        )

    def _shipping(self, stages: Sequence[StageStatus]) -> StageStatus:
        manifest = stored_manifest(self._exports)
        if manifest is None:
            return StageStatus(stage=SHIP, state=StageState.MISSING)
        changed = tuple(
            each.stage
            for each in stages
            if each.state is StageState.STALE or each.version != manifest.made_from.get(each.stage)
        )
        return StageStatus(
            stage=SHIP, state=StageState.STALE if changed else StageState.READY, changed=changed
        )

    def _version(self, name: str) -> int | None:
        current = self._store.artifacts.current(name)
        return current.version if current else None


def unfinished_run(store: ProjectStore, stage: str) -> Run | None:
    """The stage's newest run, if it can be resumed."""
    runs = store.runs.list(stage=stage)
    return runs[-1] if runs and runs[-1].status is not RunStatus.COMPLETED else None


def _next(stages: list[StageStatus]) -> RunStage | ResumeRun | None:
    """The first stage that wants something done."""
    for each in stages:
        if each.unfinished:
            return ResumeRun(each.stage)
        if each.state is not StageState.READY:
            return RunStage(each.stage)
    return None
