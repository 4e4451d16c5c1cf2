"""A job in a queue is data of one project, which no other project sees."""

import pytest
from attrs import evolve

from questfoundry.app.jobs.executor import LiveParts
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.run.job import ExportJob, IngestJob, JobOptions, JobState, PipelineJob
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.queue.executor import QueueJobExecutor
from tests.support.queues import QueuedProject


@pytest.fixture
def project(shared_database: str) -> QueuedProject:
    return QueuedProject.create(shared_database)


async def test_objects_of_this_process_are_refused(project: QueuedProject) -> None:
    """A worker would ignore an author or a callback in silence. (JOB-1.2)"""
    with pytest.raises(UsageError, match="on_text"):
        await project.executor.start(PipelineJob(idea="x"), live=LiveParts(on_text=print))
    with pytest.raises(UsageError, match="interactive"):
        await project.executor.start(PipelineJob(options=JobOptions(interactive=True)))
    with pytest.raises(InputError, match=r"tides\.txt"):
        await project.executor.start(IngestJob(place="/home/ann/tides.txt"))


@pytest.mark.parametrize("change", [{"tenant": "acme"}, {"project": "another"}])
async def test_another_project_cannot_touch_the_job(
    project: QueuedProject, change: dict[str, str]
) -> None:
    """Tenants guess each other's numbers easily, because jobs are counted. (JOB-1.3)"""
    handle = await project.executor.start(ExportJob(), key="one")
    stranger = PostgresDatabase(evolve(project.database.address, **change))
    other = QueueJobExecutor(stranger, queue=project.queue)
    stranger.execute("VALUES (qf.cancel_job(?))", (int(handle.id),))

    assert other.find(handle.id) is None
    assert stranger.execute("SELECT qf.job_state(?)", (int(handle.id),)) == [(None,)]
    assert stranger.execute("SELECT * FROM jobs") == []
    assert (await other.start(ExportJob(), key="one")).id != handle.id
    assert handle.state is JobState.QUEUED


async def test_urgent_jobs_come_first(project: QueuedProject) -> None:
    """An author who waits at the desk goes before a nightly batch."""
    urgent = QueuedProject.create(project.url)
    await project.executor.start(ExportJob())
    executor = QueueJobExecutor(urgent.database, queue=project.queue, priority=5)
    handle = await executor.start(ExportJob())
    async with project.open_jobs() as jobs:
        job = await jobs.fetch_job(jobs.queues, jobs.worker)

    assert str(job.id) == handle.id
