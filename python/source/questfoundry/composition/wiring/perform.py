"""Perform jobs: the only place where a job becomes work of the use cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from questfoundry.app.jobs import InProcessJobExecutor, JobExecutor, LiveParts
from questfoundry.app.pipeline.rules import NewRun, ResumedRun, StageRequest, StageStart
from questfoundry.app.run.cooperative import ForwardedEvents, yield_to_loop
from questfoundry.app.run.spend_meter import meter_embeddings
from questfoundry.app.runs.cost import build_spending
from questfoundry.composition.wiring.inputs import (
    RunOptions,
    build_stage_inputs,
    interaction_of,
    models_of,
    require_language,
    run_options_of,
)
from questfoundry.composition.wiring.lazy import import_in_thread, preload_run_modules
from questfoundry.composition.wiring.model_choice import REPLAY
from questfoundry.composition.wiring.models import ProjectModels
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RewritePassage, SimpleAction
from questfoundry.domain.run.job import (
    DelegatedJob,
    ExportJob,
    IngestJob,
    Job,
    JobResult,
    PipelineJob,
    RewriteJob,
    StageJob,
)
from questfoundry.domain.run.modes import ProseMode
from questfoundry.domain.run.spec import DELEGATED, Budget

if TYPE_CHECKING:
    from questfoundry.app.pipeline.stage_result import StageResult
    from questfoundry.app.run.models import ModelSource
    from questfoundry.app.shipping.ship import ShipResult
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.protocols.runs import EventSink


def build_job_executor(project: ProjectContainer) -> JobExecutor:
    """Return the executor that performs the jobs of ``project`` in this process."""

    async def perform_here(job: Job, live: LiveParts, events: EventSink) -> JobResult:
        sinks = ForwardedEvents((project.events().emit, events.emit))
        return await perform(job, project, live, sinks)

    return InProcessJobExecutor(perform_here)


async def perform(
    job: Job, project: ProjectContainer, live: LiveParts, events: EventSink
) -> JobResult:
    """Perform ``job`` with the live parts of this process, and send its events to ``events``."""
    match job:
        case PipelineJob():
            return await _run_pipeline(job, project, live, events)
        case StageJob():
            return await _run_stage(job, project, live, events)
        case RewriteJob():
            return await _rewrite(job, project, events)
        case ExportJob():
            project.sync_edits().execute()
            return describe_export(await project.ship().execute_cooperatively(job.formats))
        case IngestJob():
            return await _ingest(job, project)
        case DelegatedJob():
            return await _delegate(job, project, live, events)


async def _run_pipeline(
    job: PipelineJob, project: ProjectContainer, live: LiveParts, events: EventSink
) -> JobResult:
    await preload_run_modules(pipeline=True)
    await yield_to_loop()
    require_own_story(project)
    settings, options = project.settings(), run_options_of(job.options, live)
    require_language(settings, options.get("language"))
    inputs = build_stage_inputs(settings, options, idea=job.idea, chapter=job.chapter)
    interaction = interaction_of(project, options)
    models = models_of(project, options)
    if isinstance(models, ProjectModels):
        models.refuse_recordings()
    await _preload_sdks(models)
    project.sync_edits().execute()
    meter = project.meter(job.budget)
    runs = project.run_opener(models=models, meter=meter, events=events)
    pipeline = project.run_pipeline(
        run_stage=project.run_stage(runs=runs),
        meter=meter,
        events=events,
        propose_changes=project.drafts(runs=runs).propose_changes
        if settings.file.prose is ProseMode.POLISH
        else None,
    )
    result = await pipeline.execute(
        inputs,
        start=job.start,
        end=job.end,
        size=inputs.size if options.get("size") else None,
        shape=inputs.shape if options.get("shape") else None,
        interaction=interaction,
        reviewer=live.reviewer,
        replace_edits=job.replace_edits,
        retry_last=job.retry_last,
    )
    return JobResult(
        runs=tuple(each.run for each in result.stage_results),
        versions=_list_versions(result.stage_results),
        files=_list_files(result.ship_result) if result.ship_result else (),
        seconds=result.seconds,
        spent=build_spending(result.spending),
        value=result,
    )


async def _run_stage(
    job: StageJob, project: ProjectContainer, live: LiveParts, events: EventSink
) -> JobResult:
    await preload_run_modules()
    require_own_story(project)
    options = run_options_of(job.options, live)
    inputs = build_stage_inputs(project.settings(), options, idea=job.idea, remark=job.remark)
    interaction = interaction_of(project, options)
    models = models_of(project, options)
    await _preload_sdks(models)
    project.sync_edits().execute()
    start = NewRun() if job.fresh else choose_start(job, project, options)
    use_case = project.run_stage(runs=project.run_opener(models=models, events=events))
    if isinstance(start, ResumedRun):
        result = await use_case.resume(
            job.stage, start.run, retry_last=job.retry_last, interaction=interaction
        )
    else:
        result = await use_case.execute(
            job.stage, inputs, rerun_note=job.redo, interaction=interaction
        )
    return JobResult(
        runs=(result.run,),
        versions=_list_versions([result]),
        spent=build_spending(result.ledger),
        value=result,
    )


async def _preload_sdks(models: ModelSource) -> None:
    if isinstance(models, ProjectModels):
        await import_in_thread(models.list_modules())


def choose_start(
    job: StageJob, project: ProjectContainer, options: RunOptions, *, can_ask: bool = False
) -> StageStart:
    """Return how ``job`` would start its stage, without starting it."""
    require_own_story(project)
    settings = project.settings()
    model = options.get("provider") or project.flags().general or ""
    if model.startswith(f"{REPLAY}/"):
        return NewRun()
    request = StageRequest(
        stage=job.stage,
        inputs=build_stage_inputs(settings, options, idea=job.idea, remark=job.remark),
        chosen=frozenset(name for name, value in options.items() if value is not None),
        rerun_note=job.redo,
        resume=job.resume,
        can_ask=can_ask,
    )
    return project.start_stage().execute(request)


async def _rewrite(job: RewriteJob, project: ProjectContainer, events: EventSink) -> JobResult:
    file = project.settings().file
    project.sync_edits().execute()
    named: RunOptions = {"provider": job.provider or ""}
    models = models_of(project, named)
    await preload_run_modules()
    await _preload_sdks(models)
    runs = project.run_opener(models=models, events=events)
    result = await project.rewrite(runs=runs).execute(
        job.passage,
        job.wish,
        review=file.fill.reviewer is not None if job.review is None else job.review,
        retry_last=job.retry_last,
        seed=job.seed,
    )
    return JobResult(
        runs=(result.run,),
        versions={result.version.stage: result.version.version},
        passage=result.passage,
        spent=build_spending(result.ledger),
        value=result,
    )


async def _ingest(job: IngestJob, project: ProjectContainer) -> JobResult:
    meter = project.meter(job.budget)
    with meter_embeddings(meter):
        added = await project.library.add_book().execute(job.place, title=job.title)
    return JobResult(
        book=added.book.id,
        book_is_known=added.known,
        book_is_updated=added.is_updated,
        spent=build_spending(meter.total),
        value=added,
    )


async def _delegate(
    job: DelegatedJob, project: ProjectContainer, live: LiveParts, events: EventSink
) -> JobResult:
    from questfoundry.composition.wiring.studio import build_run_executor

    executor = build_run_executor(project, live.agents, events)
    with project.store().lock.hold(DELEGATED):
        handle = await executor.start(
            job.spec,
            key=job.task_key,
            session=job.session,
            limits=tuple(map(Budget.parse, job.limits)),
        )
        result = await handle.result()
    return JobResult(runs=(result.run,), spent=result.spent, delegated=result, value=result)


def describe_export(result: ShipResult) -> JobResult:
    """Return an export as the result of a job."""
    return JobResult(files=_list_files(result), value=result)


def require_artifacts(project: ProjectContainer) -> None:
    """Raise ``InputError`` if the story of the project was imported and so has no artifacts."""
    if project.source():
        raise InputError(
            "The story of this project was imported into source/. This command works only on "
            "stories that QuestFoundry has planned.",
            remedies=(SimpleAction.PLAY, SimpleAction.CHECK_STRUCTURE),
        )


def require_own_story(project: ProjectContainer) -> None:
    """Raise ``InputError`` if the story of the project was imported."""
    if project.source():
        raise InputError(
            "The story of this project was imported into source/, so stages cannot make it. "
            "Rewrite a passage, check the story, or create another project for a new story.",
            remedies=(
                RewritePassage("PASSAGE"),
                SimpleAction.CHECK_STRUCTURE,
                SimpleAction.BEGIN_PROJECT,
            ),
        )


def _list_versions(results: Iterable[StageResult]) -> dict[str, int]:
    return {each.version.stage: each.version.version for each in results}


def _list_files(result: ShipResult) -> tuple[str, ...]:
    return tuple(each.path for each in result.files)
