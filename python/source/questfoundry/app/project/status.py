"""Find out the status of a project: the state of each stage, and the next step of the author."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from questfoundry.app.shipping.manifest import digests_of, read_manifest
from questfoundry.app.stages.staleness import (
    artifact_to_extend,
    count_planned_chapters,
    staleness_of,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.outline.material_parts import NO_MATERIAL
from questfoundry.domain.remedy import (
    Remedy,
    ResumeRun,
    RunPipeline,
    RunStage,
    ShowBrief,
    SimpleAction,
)
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.unmet_request import UnmetRequest

if TYPE_CHECKING:
    from questfoundry.app.stages.descriptions import Stage
    from questfoundry.app.stages.registry import StageRegistry
    from questfoundry.app.store import ProjectStore
    from questfoundry.app.structure.own_words import OwnWords, WritingProgress
    from questfoundry.domain.outline.material_parts import Material
    from questfoundry.domain.protocols.exporter import ExportFolder
    from questfoundry.domain.run.record import RunRecord
    from questfoundry.domain.story.beat import ChapterCount
    from questfoundry.domain.writing.request_change import DifferingPassage


FILL, SHIP = "fill", "ship"


class StageState(StrEnum):
    """The state of a stage's artifact; stale means that the artifact's inputs have changed."""

    MISSING = "missing"
    UNFINISHED = "unfinished"
    READY = "ready"
    STALE = "stale"


@former_names(is_settled="is_finished", goes_on="can_extend")
@frozen(kw_only=True)
class StageStatus:
    """The status of one stage and of its artifact.

    ``changed``: the stages whose artifacts have changed since this artifact was made from them.
    ``passages``: the passages that have no prose yet; ``None`` if unknown.
    ``differing``: the written passages whose request has changed, for the author to judge.
    ``unfinished``: the id of the stage's newest run if it can be resumed.
    ``problem``: the reason why that run stopped.
    ``unmet``: the author's requests that the artifact does not follow.
    """

    stage: str
    state: StageState
    version: int | None = None
    origin: str = ""
    changed: tuple[str, ...] = ()
    material_changed: bool = False
    passages: tuple[str, ...] | None = None
    differing: tuple[DifferingPassage, ...] = ()
    can_extend: bool = False
    edited: bool = False
    unfinished: str | None = None
    problem: str = ""
    unmet: tuple[UnmetRequest, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Return whether the artifact exists and is up to date."""
        return self.state is StageState.READY

    @property
    def is_ready(self) -> bool:
        """Return whether the artifact is up to date and no run is unfinished."""
        return self.is_finished and self.unfinished is None


@former_names(of="get_stage")
@frozen(kw_only=True)
class ProjectStatus:
    """The status of all stages in order, and the next step.

    A stage that exports files is not listed until there is an artifact to export. ``chapters`` is
    ``None`` for a story without chapters. ``writing`` is the progress of an author who writes; it
    is ``None`` before the story is planned, and if a model writes.
    """

    stages: tuple[StageStatus, ...]
    next_step: Remedy | None
    chapters: ChapterCount | None = None
    writing: WritingProgress | None = None

    @property
    def awaits_author(self) -> bool:
        """Return whether the author has yet to write words that players read."""
        return self.writing is not None and not self.writing.is_finished

    @property
    def differing(self) -> tuple[DifferingPassage, ...]:
        """The written passages whose request has changed since they were written."""
        return tuple(each for stage in self.stages for each in stage.differing)

    def get_stage(self, name: str) -> StageStatus:
        """Return the status of the stage ``name``; the state of an unlisted stage is "missing"."""
        found = (each for each in self.stages if each.stage == name)
        return next(found, StageStatus(stage=name, state=StageState.MISSING))


@frozen(kw_only=True)
class ProjectStatusUseCase:
    """A use case that computes the project's status and changes nothing."""

    _registry: StageRegistry
    _store: ProjectStore
    _exports: ExportFolder
    _material: Callable[[], Material] = lambda: NO_MATERIAL
    _own_words: OwnWords | None = None

    def execute(self, *, end: str | None = None) -> ProjectStatus:
        """Return the status of all stages, or only of the stages up to ``end``.

        With ``end``, the next step in the result is meaningless.
        """
        stages: list[StageStatus] = []
        for stage in self._registry.descriptions:
            if end is not None and any(each.stage == end for each in stages):
                break
            if stage.makes_artifact:
                stale = {
                    each.stage
                    for each in stages
                    if each.state is StageState.STALE and not each.can_extend
                }
                stages.append(self._compute_artifact_status(stage, stale))
            elif self._store.artifacts.current(stage.needs[-1]) is not None:
                stages.append(self._compute_shipping_status(stage, stages))
        chapters = count_planned_chapters(self._registry, self._store)
        writing = self._measure_writing() if end in (None, SHIP) else None
        return ProjectStatus(
            stages=tuple(stages),
            next_step=_find_next_step(stages, chapters, writing),
            chapters=chapters,
            writing=writing,
        )

    def _measure_writing(self) -> WritingProgress | None:
        if self._own_words is None or self._store.artifacts.current(FILL) is None:
            return None
        try:
            return self._own_words.measure_progress()
        except InputError:  # the artifacts contradict each other
            return None

    def get_stage(self, name: str) -> StageStatus:
        """Return the status of the stage ``name``."""
        return self.execute(end=name).get_stage(name)

    def _compute_artifact_status(self, stage: Stage, stale: set[str]) -> StageStatus:
        name = stage.name
        current = self._store.artifacts.current(name)
        run = find_unfinished_run(self._store, name)
        unfinished, problem = (run.id, run.problem) if run else (None, "")
        if current is None:
            state = StageState.UNFINISHED if run else StageState.MISSING
            return StageStatus(stage=name, state=state, unfinished=unfinished, problem=problem)
        found = staleness_of(stage, self._registry, self._store, stale)
        if stage.writes_prose and self._own_words:  # a run would write nothing
            found = evolve(found, changed=())
        return StageStatus(
            stage=name,
            state=StageState.STALE if found.changed else StageState.READY,
            version=current.version,
            origin=current.origin,
            changed=found.changed,
            material_changed=self._has_other_material(name),
            passages=found.passages,
            differing=found.differing,
            can_extend=bool(artifact_to_extend(stage, self._registry, self._store)),
            edited=self._store.is_edited(name),
            unfinished=unfinished,
            problem=problem,
            unmet=() if found.changed else self._list_unmet_requests(stage),
        )

    def _list_unmet_requests(self, stage: Stage) -> tuple[UnmetRequest, ...]:
        run = self._store.find_source_run(stage.name)
        if run is None or self._store.artifacts.current(stage.name) is None:
            return ()
        if not (stage.compares_idea or run.stage_inputs.material.outline_text):
            return ()
        try:
            story = self._registry.story_with(self._store.artifacts, stage.name)
        except (InputError, KeyError):
            return ()
        known = run.models.get(Phase.SERIALIZE, {"model": "", "traits": {}})
        capabilities: Mapping[str, bool] = known["traits"].get("capabilities", {})
        return tuple(
            UnmetRequest(kind=kind, model=known["model"], asked=asked)
            for kind, asked in self._registry.get(stage.name).unmet(
                story, run.stage_inputs, reads=capabilities.get("comprehension", True)
            )
        )

    def _has_other_material(self, stage: str) -> bool:
        run = self._store.find_source_run(stage)
        return run is not None and run.stage_inputs.material != self._material()

    def _compute_shipping_status(self, stage: Stage, stages: Sequence[StageStatus]) -> StageStatus:
        manifest = read_manifest(self._exports)
        if manifest is None:
            return StageStatus(stage=stage.name, state=StageState.MISSING)
        now = digests_of(self._store, self._registry.names)
        changed = tuple(
            each.stage
            for each in stages
            if each.state is StageState.STALE
            or now.get(each.stage) != manifest.made_from.get(each.stage)
        )
        state = StageState.STALE if changed else StageState.READY
        return StageStatus(stage=stage.name, state=state, changed=changed)


def find_unfinished_run(store: ProjectStore, stage: str) -> RunRecord | None:
    """Return the newest run of the stage if it can be resumed, else ``None``.

    A run that adds prose to FILL is not resumed after FILL has changed, as it would write again
    what the author has written meanwhile. A new run reuses its answers.
    """
    runs = store.runs.list(task=stage)
    if not runs or runs[-1].status is RunStatus.COMPLETED:
        return None
    run, current = runs[-1], store.artifacts.current(stage)
    is_update = stage == FILL and bool(run.stage_inputs.settled)
    has_changed = current and current.origin != run.id and current.created_at > run.started_at
    return None if is_update and has_changed else run


def _find_next_step(
    stages: list[StageStatus], chapters: ChapterCount | None, writing: WritingProgress | None
) -> Remedy | None:
    to_do = next((each for each in stages if not each.is_ready), None)
    if writing and not writing.is_finished and (to_do is None or to_do.stage == SHIP):
        return (
            ShowBrief(writing.next_passage)
            if writing.next_passage
            else SimpleAction.CHECK_STRUCTURE
        )
    if to_do:
        return ResumeRun(to_do.stage) if to_do.unfinished else RunStage(to_do.stage)
    if chapters and chapters.is_unfinished:
        return RunPipeline(chapter=chapters.planned + 1)
    return None
