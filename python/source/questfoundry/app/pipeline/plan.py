"""Plan a pipeline run: the stages to keep, run or update, and the expected cost."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from attrs import evolve, frozen

from questfoundry.app.pipeline.rules import require_range
from questfoundry.app.project.status import (
    ProjectStatus,
    ProjectStatusUseCase,
    StageState,
    StageStatus,
)
from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.drama_review import DRAMA
from questfoundry.app.writing.full_review import FULL_REVIEW
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.remedy import RunPipeline, SimpleAction
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.writing.request_change import DifferingPassage


class PlannedAction(StrEnum):
    """The actions that a pipeline run can take for a stage."""

    KEPT = "kept"
    RESUMED = "resumed"
    CONTINUED = "continued"
    MADE = "made"
    UPDATED = "updated"
    SHIPPED = "shipped"


@former_names(outlook="action", typical="is_typical")
@frozen(kw_only=True)
class PlannedStage:
    """A stage in the plan of a pipeline run.

    ``changed``: the earlier stages that this stage depends on and that have changed.
    ``passages``: the passages without prose that an update requests.
    ``differing``: the written passages whose request has changed; the run keeps them.
    ``estimate``: the expected cost, from the last such run or, if ``is_typical``, from typical
      usage.
    """

    stage: str
    action: PlannedAction
    changed: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    differing: tuple[DifferingPassage, ...] = ()
    replaces_edits: bool = False
    estimate: Ledger | None = None
    is_typical: bool = False


@former_names(anew="replaced_stages", asks="has_model_calls", replaced="replaced_edits")
@frozen(kw_only=True)
class PipelinePlan:
    """The planned stages in order, even those that are kept, and the sum of their estimates."""

    stages: tuple[PlannedStage, ...]
    estimate: Ledger

    @property
    def replaced_stages(self) -> tuple[PlannedStage, ...]:
        """The stages whose artifact the run would replace, because an earlier stage has changed."""
        return tuple(each for each in self.stages if each.changed and each.action in _REPLACING)

    @property
    def has_model_calls(self) -> bool:
        """Return whether the planned run calls a model."""
        return any(each.action in _WITH_MODEL_CALLS for each in self.stages)

    @property
    def lacks_estimates(self) -> bool:
        """Return whether the plan has no estimate for at least one stage that calls a model."""
        return any(each.action in _WITH_MODEL_CALLS and not each.estimate for each in self.stages)

    @property
    def replaced_edits(self) -> tuple[str, ...]:
        """The names of the stages in which the run would replace edits of the author."""
        return tuple(each.stage for each in self.stages if each.replaces_edits)


_REPLACING = {PlannedAction.RESUMED, PlannedAction.MADE, PlannedAction.UPDATED}
_WITH_MODEL_CALLS = _REPLACING | {PlannedAction.CONTINUED}


@frozen(kw_only=True)
class PlanPipelineUseCase:
    """A use case that plans a pipeline run; it changes nothing and calls no model."""

    _registry: StageRegistry
    _store: ProjectStore
    _status: ProjectStatusUseCase
    _prices: PriceBook

    def execute(
        self,
        *,
        start: str | None = None,
        end: str | None = None,
        chapter: int | None = None,
        typical_usage: Mapping[str, PaidUsage] = MappingProxyType({}),
        project: ProjectStatus | None = None,
    ) -> PipelinePlan:
        """Return the plan for a run of the stages from ``start`` to ``end``.

        If ``start`` is given, all these stages run from scratch. ``chapter`` is the last chapter to
        plan. ``typical_usage`` is the expected usage of stages that never ran in this project, by
        name.
        """
        stage_names = require_range(self._registry, start, end)
        project = project or self._status.execute(end=end)
        statuses = {each.stage: each for each in project.stages}
        has_more_chapters = (
            project.chapters is not None and project.chapters.has_unplanned_chapters(chapter)
        )
        planned_stages: list[PlannedStage] = []
        paid: list[PaidUsage] = []
        for name in stage_names:
            status = statuses.get(name) or StageStatus(stage=name, state=StageState.MISSING)
            planned = self._plan_stage(status, from_scratch=start is not None)
            if has_more_chapters and planned.action is PlannedAction.KEPT and start is None:
                planned = self._plan_added_chapters(status, planned_stages)
            has_model_calls = planned.action in _WITH_MODEL_CALLS
            past_calls = self._list_past_calls(name, planned.passages) if has_model_calls else ()
            expected = past_calls or (
                [typical_usage[name]] if has_model_calls and name in typical_usage else []
            )
            paid += expected
            estimate = ledger_of_paid(expected, self._prices) if expected else None
            planned_stages.append(
                evolve(planned, estimate=estimate, is_typical=bool(estimate and not past_calls))
            )
        return PipelinePlan(
            stages=tuple(planned_stages), estimate=ledger_of_paid(paid, self._prices)
        )

    def _plan_added_chapters(
        self, status: StageStatus, earlier: Sequence[PlannedStage]
    ) -> PlannedStage:
        stage = self._registry.find(status.stage)
        action = PlannedAction.CONTINUED
        if not status.can_extend and not any(each.action is action for each in earlier):
            action = PlannedAction.KEPT
        elif not isinstance(stage, ArtifactStage):
            action = PlannedAction.SHIPPED
        return PlannedStage(stage=status.stage, action=action)

    def _plan_stage(self, status: StageStatus, *, from_scratch: bool) -> PlannedStage:
        stage = self._registry.find(status.stage)
        if status.is_ready and not from_scratch:
            return PlannedStage(
                stage=status.stage, action=PlannedAction.KEPT, differing=status.differing
            )
        if not isinstance(stage, ArtifactStage):
            return PlannedStage(
                stage=status.stage, action=PlannedAction.SHIPPED, changed=status.changed
            )
        passages = () if from_scratch else status.passages
        action = (
            PlannedAction.RESUMED
            if status.unfinished
            else PlannedAction.CONTINUED
            if status.can_extend and not from_scratch
            else PlannedAction.UPDATED
            if stage.writes_prose and status.version and not from_scratch
            else PlannedAction.MADE
        )
        return PlannedStage(
            stage=status.stage,
            action=action,
            changed=status.changed,
            passages=passages or (),
            differing=() if from_scratch else status.differing,
            replaces_edits=not from_scratch and self._would_replace_edits(stage, status),
        )

    def _would_replace_edits(self, stage: ArtifactStage, status: StageStatus) -> bool:
        """Return whether the run would replace edits that the author made in the stage's artifact.

        An update of prose replaces nothing.
        """
        is_kept = status.can_extend or status.is_ready or stage.writes_prose
        return status.edited and not is_kept

    def _list_past_calls(self, stage: str, passages: Sequence[str]) -> Sequence[PaidUsage]:
        runs = self._store.runs.list(task=stage)
        paid = [self._store.journal.list_paid([run.id]) for run in reversed(runs)]
        if passages:
            writes = [each for name in passages for each in _find_passage_calls(paid, name)]
            return [*writes, *_find_readings(paid)] if writes else ()
        return next(filter(None, paid), [])


def _find_passage_calls(paid: Sequence[Sequence[PaidUsage]], passage: str) -> Sequence[PaidUsage]:
    passage_calls = ([each for each in run if _passage_of(each) == passage] for run in paid)
    return next(filter(None, passage_calls), _find_typical_call(paid))


def _find_readings(paid: Sequence[Sequence[PaidUsage]]) -> Sequence[PaidUsage]:
    """Return the calls of the last run that read the whole story, as an update does, too."""
    readings = ([each for each in run if each.scope in (DRAMA, FULL_REVIEW)] for run in paid)
    return next(filter(None, readings), ())


def _find_typical_call(paid: Sequence[Sequence[PaidUsage]]) -> Sequence[PaidUsage]:
    prose_calls = ([each for each in run if each.scope.startswith("write:")] for run in paid)
    calls = sorted(next(filter(None, prose_calls), []), key=lambda each: each.usage.total_tokens)
    return calls[:1]


def _passage_of(paid: PaidUsage) -> str:
    """Return the passage id in the scope of a call, as in ``write:passage::the-vault``."""
    return paid.scope.partition(":")[2].partition(".")[0]


def refuse_replaced_edits(plan: PipelinePlan) -> None:
    """Raise ``InputError`` if the planned run would replace edits of the author."""
    if plan.replaced_edits:
        raise InputError(
            f"Bringing the story up to date would replace your edits in "
            f"{' and '.join(plan.replaced_edits)}.",
            remedies=(
                SimpleAction.KEEP,
                SimpleAction.PREVIEW,
                RunPipeline(start=plan.replaced_edits[0]),
            ),
        )
