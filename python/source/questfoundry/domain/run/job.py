"""Define jobs: the work that a program asks of a project, as data that another process can read."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.run.result import RunResult, Spending
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.text.validation import describe_all


class JobOptions(FrozenModel):
    """The options of the stages in a job; an option that is ``None`` counts as not given."""

    interactive: bool = False
    max_turns: int | None = None
    attempts: int | None = None
    review: bool | str | None = None
    questions: bool | None = None
    acts: bool | None = None
    repairs: bool | None = None
    played_scenes: bool | None = None
    stats: bool | None = None
    phases: str | None = None
    size: str | None = None
    shape: str | None = None
    language: str | None = None
    seed: int | None = None
    provider: str | None = None
    providers: Mapping[str, str] = Field(default_factory=dict)


class PipelineJob(FrozenModel):
    """Run all stages from ``start`` to ``end`` that need to run, as ``Project.run`` does."""

    kind: Literal["pipeline"] = "pipeline"
    idea: str = ""
    start: str | None = None
    end: str | None = None
    budget: str | None = None
    replace_edits: bool = False
    retry_last: bool = False
    chapter: int | None = None
    options: JobOptions = JobOptions()


class StageJob(FrozenModel):
    """Run one stage, as ``Project.run_stage`` does."""

    kind: Literal["stage"] = "stage"
    stage: str
    idea: str = ""
    remark: str = ""
    resume: str | None = None
    redo: str | None = None
    fresh: bool = False
    retry_last: bool = False
    options: JobOptions = JobOptions()


class RewriteJob(FrozenModel):
    """Rewrite the prose of one passage as the note ``wish`` describes.

    Without a note, the passage is regenerated from its present request.
    """

    kind: Literal["rewrite"] = "rewrite"
    passage: str
    wish: str | None = None
    review: bool | None = None
    retry_last: bool = False
    provider: str | None = None
    seed: int | None = None


class ExportJob(FrozenModel):
    """Export the story in ``formats``, or in all formats if there are none."""

    kind: Literal["export"] = "export"
    formats: tuple[str, ...] = ()


class IngestJob(FrozenModel):
    """Add the file or web page at ``place`` to the books of the project."""

    kind: Literal["ingest"] = "ingest"
    place: str
    title: str = ""
    budget: str | None = None


class DelegatedJob(FrozenModel):
    """Give the task of ``spec`` to agents; the run stays within all ``limits``, as ``2.50usd``.

    ``task_key``: the caller's name for the task; an earlier run with the same name is resumed.
    ``session``: the studio session that asked for the run, if any.
    """

    kind: Literal["delegated"] = "delegated"
    spec: RunSpec
    task_key: str = ""
    session: str = ""
    limits: tuple[str, ...] = ()


Job = PipelineJob | StageJob | RewriteJob | ExportJob | IngestJob | DelegatedJob

_JOBS = TypeAdapter[Job](Annotated[Job, Field(discriminator="kind")])


def job_to_dict(job: Job) -> dict[str, Any]:
    """Return ``job`` as a JSON object."""
    return job.model_dump(mode="json", exclude_defaults=True) | {"kind": job.kind}


def job_from_dict(document: Mapping[str, Any]) -> Job:
    """Return the job that ``document`` describes; raise ``InputError`` if it is none."""
    try:
        return _JOBS.validate_python(dict(document))
    except ValidationError as problem:
        raise InputError(f"This is no job: {describe_all(problem)}") from problem


class JobState(StrEnum):
    """The state of a job; the last three are final."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def has_ended(self) -> bool:
        """Return whether the job will not change any more."""
        return self in {JobState.FINISHED, JobState.FAILED, JobState.CANCELLED}


class JobResult(FrozenModel):
    """The result of a job, as data that every process can read, also that of an older version.

    ``runs``: the ids of the runs that the job began or resumed.
    ``versions``: for each finished stage, the version of its artifact.
    ``files``: the exported files. ``passage``: the id of a rewritten passage. ``delegated``: the
      result of a delegated run. ``seconds``: the duration of a pipeline.
    ``book``: the id of an added book; ``book_is_known`` if nothing had to be done, and
      ``book_is_updated`` if it was read again.
    ``value``: in the process that performed the job, the object that holds the whole result.
    """

    model_config = ConfigDict(extra="ignore")

    runs: tuple[str, ...] = ()
    versions: Mapping[str, int] = Field(default_factory=dict)
    files: tuple[str, ...] = ()
    book: str = ""
    book_is_known: bool = False
    book_is_updated: bool = False
    passage: str = ""
    seconds: float = 0.0
    spent: Spending = Spending()
    delegated: RunResult | None = None
    value: Any = Field(default=None, exclude=True, repr=False)
