"""The result of a job that another process has performed, built from what is stored."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry import ExportJob, IngestJob, PipelineJob, Project, StageJob
from questfoundry.composition.wiring.stored_results import read_result
from questfoundry.domain.run.job import Job, JobResult

IDEA = "A lighthouse keeper finds a door in the sea"


@pytest.fixture
async def project() -> AsyncIterator[Project]:
    async with Project.open_in_memory(env={"QF_PROVIDER": "draft/scenes"}) as project:
        yield project


async def perform(project: Project, job: Job) -> tuple[Any, Any]:
    """Return the result object of this process, and the one that another process would read."""
    handle = await project.container.job_executor().start(job)
    result = await handle.result()
    data = JobResult.model_validate_json(result.model_dump_json())
    return result.value, read_result(project.container, job, data)


async def test_results_are_read_as_they_were_made(project: Project, tmp_path: Path) -> None:
    """A service that leaves work to workers gets what it gets without them. (JOB-1.5)"""
    made, read = await perform(project, StageJob(stage="dream", idea=IDEA))
    assert read == made
    made, read = await perform(project, PipelineJob())
    assert {*read.ship_result.files} == {*made.ship_result.files}
    assert evolve(read, ship_result=made.ship_result) == made
    made, read = await perform(project, ExportJob(formats=("html", "ink")))
    assert read == made
    made, read = await perform(project, ExportJob())
    assert {*read.files} == {*made.files}
    assert read == evolve(made, files=read.files)
    (tmp_path / "tides.txt").write_text("The moon pulls the sea.")
    for known in (False, True):
        made, read = await perform(project, IngestJob(place=str(tmp_path / "tides.txt")))
        assert read == made
        assert read.known is known
