"""An operator removes old jobs while workers work."""

from datetime import timedelta

import pytest

from questfoundry.domain.errors import InputError, StoreError
from questfoundry.domain.events import ToolCallFinished
from questfoundry.domain.run.job import ExportJob, JobState
from questfoundry.infra.queue.executor import PostgresEventLog, clean_jobs
from tests.support.queues import QueuedProject, create_user, take

MONTH = timedelta(days=30)


async def test_only_jobs_that_ended_long_ago_are_removed(shared_database: str) -> None:
    """A worker must neither lose its job nor take a removed one again."""
    project = QueuedProject.create(shared_database)
    stranger = QueuedProject.create(shared_database)
    executor = project.executor
    running = await executor.start(ExportJob())
    async with project.open_jobs() as jobs:
        claim = await take(jobs)
        old, new, queued = [await executor.start(ExportJob(), key=key) for key in ("a", "b", "")]
        other = await stranger.executor.start(ExportJob())
        for each in (old, new, other):
            each.cancel()
        event = ToolCallFinished(tool="search", result="success", size=1)
        for each in (old, old, new):
            PostgresEventLog(project.database).append(each.id, event)
        for each in (running, old, queued, other):
            project.administer(
                "UPDATE procrastinate_events SET at = '2000-01-01' WHERE job_id = %s", each.id
            )

        assert list(clean_jobs(project.url, MONTH)) == [(2, 2)]
        assert list(clean_jobs(project.url, MONTH)) == [(0, 0)]

        assert str(claim.job) == running.id
        assert [each.state for each in (running, new, queued)] == [
            JobState.RUNNING,
            JobState.CANCELLED,
            JobState.QUEUED,
        ]
    assert executor.find(old.id) is None
    assert stranger.executor.find(other.id) is None
    assert PostgresEventLog(project.database).list_after(new.id)
    assert (await executor.start(ExportJob(), key="a")).id != old.id
    with pytest.raises(InputError, match="no longer stored"):
        _ = old.state


def test_only_the_role_of_workers_removes_jobs(shared_database: str) -> None:
    """A program sees one tenant, and may not remove the jobs of others."""
    with pytest.raises(StoreError, match="refuses this user"):
        list(clean_jobs(create_user(shared_database, "qf_app"), MONTH))
