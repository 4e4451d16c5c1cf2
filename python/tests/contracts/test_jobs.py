"""The contracts of executors and event logs, run by their adapters."""

import pytest

from questfoundry import testing
from questfoundry.app.jobs.executor import LiveParts
from questfoundry.app.jobs.in_process import InProcessJobExecutor
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.job import Job, JobResult
from questfoundry.testing import InMemoryEventLog, perform_scripted_job


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
