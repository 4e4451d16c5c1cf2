"""Jobs in this process keep their objects, and stop with the task that waits for them."""

import asyncio

import pytest

from questfoundry.app.jobs.executor import LiveParts, finish_job
from questfoundry.app.jobs.in_process import InProcessJobExecutor
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.job import ExportJob, Job, JobResult

TEXTS: list[str] = []


async def test_the_live_parts_reach_the_job() -> None:
    """An author at the keyboard is an object of this process."""

    async def perform(job: Job, live: LiveParts, events: EventSink) -> JobResult:
        del job, events
        live.on_text("Once")
        return JobResult(value=live)

    live = LiveParts(on_text=TEXTS.append)

    assert await finish_job(InProcessJobExecutor(perform), ExportJob(), live) is live
    assert TEXTS == ["Once"]


async def test_a_result_without_its_object_is_refused() -> None:
    """A caller that expects an artifact must not receive nothing."""

    async def perform(job: Job, live: LiveParts, events: EventSink) -> JobResult:
        del job, live, events
        return JobResult(files=("story.html",))

    with pytest.raises(UsageError, match="another process"):
        await finish_job(InProcessJobExecutor(perform), ExportJob())


async def test_an_interrupted_wait_interrupts_the_job() -> None:
    """Ctrl-C at a command stops its model calls, too."""
    ended = asyncio.Event()

    async def perform(job: Job, live: LiveParts, events: EventSink) -> JobResult:
        del job, live, events
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return JobResult()

    handle = await InProcessJobExecutor(perform).start(ExportJob())
    waiting = asyncio.ensure_future(handle.result())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert ended.is_set()
