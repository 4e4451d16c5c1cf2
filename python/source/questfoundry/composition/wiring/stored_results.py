"""Build the result of a job that another process has performed, from what is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from questfoundry.app.books.ingest import AddedBook
from questfoundry.app.phases.rerun import load_discussion
from questfoundry.app.pipeline.run_pipeline import PipelineResult
from questfoundry.app.pipeline.run_stage import list_unmet_requests
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.run.models import RecordedModel
from questfoundry.app.run.spend_meter import Ledger
from questfoundry.app.stages.fill import FILL
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.run.result import Spending


def read_result(project: ProjectContainer, job: Job, result: JobResult) -> Any:
    """Return the object with the result of ``job``, as if this process had performed the job.

    ``result`` is the data of the result, which lacks only the numbers of cached tokens.
    """
    match job:
        case PipelineJob():
            return _read_pipeline(project, result)
        case StageJob():
            return _read_stage(project, result.runs[0])
        case RewriteJob():
            return project.rewrite().read_result(result.runs[0], _path_of(project, FILL))
        case ExportJob():
            return project.ship().read_result(job.formats)
        case IngestJob():
            return AddedBook(
                book=project.library.finder().find(result.book),
                known=result.book_is_known,
                is_updated=result.book_is_updated,
            )
        case DelegatedJob():
            return result.delegated


def _read_pipeline(project: ProjectContainer, result: JobResult) -> PipelineResult:
    stages = tuple(_read_stage(project, each) for each in result.runs)
    status = project.status().execute()
    return PipelineResult(
        stage_results=stages,
        ship_result=project.ship().read_result() if result.files else None,
        spending=_ledger_of(result.spent, stages),
        seconds=result.seconds,
        next_step=status.next_step,
        differing=status.differing,
        writing=status.writing,
    )


def _ledger_of(spent: Spending, stages: Iterable[StageResult]) -> Ledger:
    usage = Usage(
        input_tokens=spent.input_tokens,
        output_tokens=spent.output_tokens,
        calls=spent.calls,
        estimated=any(each.ledger.usage.estimated for each in stages),
    )
    return Ledger(usage=usage, cost=spent.cost)


def _read_stage(project: ProjectContainer, run: str) -> StageResult:
    store, registry = project.store(), project.registry()
    record = store.runs.get(run)
    if record is None:
        raise InputError(f"The run {run!r} is no longer stored.")
    stage = registry.get(record.task)
    version = next(each for each in store.artifacts.versions(stage.name) if each.origin == run)
    artifact = stage.read(version.data)
    story = registry.story(store.artifacts, before=stage.name, of=version.made_from)
    story = stage.apply(story, artifact)
    discussion = load_discussion(store, record, project.prompts())
    return StageResult(
        artifact=artifact,
        summary=stage.build_summary(story, artifact),
        version=version,
        run=run,
        path=_path_of(project, stage.name),
        ledger=project.run_opener().read_ledger(record),
        unmet_requests=list_unmet_requests(
            stage,
            record.stage_inputs,
            story,
            RecordedModel.read(record, Phase.DISCUSS),
            RecordedModel.read(record, Phase.SERIALIZE),
        ),
        discussion=discussion.messages,
        brief=discussion.brief,
    )


def _path_of(project: ProjectContainer, stage: str) -> Path:
    return Path(project.settings().files.place(f"artifacts/{stage}.yaml"))
