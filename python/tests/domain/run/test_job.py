"""A job is data that another process can read."""

import json

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.run.job import (
    DelegatedJob,
    ExportJob,
    IngestJob,
    Job,
    JobOptions,
    PipelineJob,
    RewriteJob,
    StageJob,
    job_from_dict,
    job_to_dict,
)
from questfoundry.domain.run.spec import RunSpec

JOBS: tuple[Job, ...] = (
    PipelineJob(
        idea="A lock\ud83d",
        budget="2.50usd",
        options=JobOptions(review="whole", providers={"discuss": "openai/gpt-4o"}),
    ),
    StageJob(stage="seed", redo="More doors.", options=JobOptions(attempts=2, review=False)),
    RewriteJob(passage="passage::pier", wish="Shorter."),
    ExportJob(formats=("html",)),
    IngestJob(place="https://example.org/tides.txt", title="Tides"),
    DelegatedJob(spec=RunSpec(task="Name the harbour."), limits=("1usd",)),
)


def test_a_job_survives_storage() -> None:
    """A worker performs exactly the job that was submitted."""
    for job in JOBS:
        assert job_from_dict(json.loads(json.dumps(job_to_dict(job)))) == job, job


@pytest.mark.parametrize("document", [{}, {"kind": "sing"}, {"kind": "stage", "song": 1}])
def test_a_document_that_is_no_job_is_refused(document: dict[str, object]) -> None:
    """A worker of an older version says what it cannot read."""
    with pytest.raises(InputError, match="no job"):
        job_from_dict(document)
