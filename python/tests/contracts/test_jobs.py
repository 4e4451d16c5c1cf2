"""The contracts of executors and event logs, run by their adapters."""

from collections.abc import AsyncIterator

import pytest

from questfoundry import testing
from questfoundry.app.jobs import InProcessJobExecutor, LiveParts
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.job import ExportJob, Job, JobResult
from questfoundry.infra.queue.event_log import PostgresEventLog
from questfoundry.infra.queue.executor import QueueJobExecutor
from questfoundry.testing import InMemoryEventLog, perform_scripted_job
from tests.support.queues import QueuedProject, running


async def perform(job: Job, live: LiveParts, events: EventSink) -> JobResult:
    del live
    return await perform_scripted_job(job, events)


class TestInProcessJobExecutor(testing.JobExecutorContract):
    @pytest.fixture
    def executor(self) -> InProcessJobExecutor:
        return InProcessJobExecutor(perform)


class TestInMemoryEventLog(testing.EventLogContract):
    @pytest.fixture
    def log(self) -> InMemoryEventLog:
        return InMemoryEventLog()

    @pytest.fixture
    def jobs(self) -> tuple[str, str]:
        return "1", "2"


@pytest.fixture
def project(shared_database: str) -> QueuedProject:
    return QueuedProject.create(shared_database)


class TestQueueJobExecutor(testing.JobExecutorContract):
    @pytest.fixture
    async def executor(self, project: QueuedProject) -> AsyncIterator[QueueJobExecutor]:
        async with running(project.build_worker()):
            yield project.executor


class TestPostgresEventLog(testing.EventLogContract):
    @pytest.fixture
    def log(self, project: QueuedProject) -> PostgresEventLog:
        return PostgresEventLog(project.database)

    @pytest.fixture
    async def jobs(self, project: QueuedProject) -> tuple[str, str]:
        first, second = [await project.executor.start(ExportJob()) for _ in range(2)]
        return first.id, second.id
