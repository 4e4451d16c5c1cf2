"""Jobs in this process keep their objects, and stop with the task that waits for them."""

import asyncio
import gc

import pytest

from questfoundry.app.jobs import InProcessJobExecutor, LiveParts
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

    handle = await InProcessJobExecutor(perform).start(ExportJob(), live=live)
    assert (await handle.result()).value is live
    assert TEXTS == ["Once"]


async def test_an_ended_job_is_forgotten_with_its_handle() -> None:
    """A service that runs for months must not keep the results of all its jobs. (JOB-1.1)"""

    async def perform(job: Job, live: LiveParts, events: EventSink) -> JobResult:
        del job, live, events
        return JobResult()

    gc.freeze()  # the search below is for the objects of this test alone
    executor = InProcessJobExecutor(perform)
    first = await executor.start(ExportJob(), key="order")
    number = first.id
    await first.result()
    assert await executor.start(ExportJob(), key="order") is first
    del first
    gc.collect()
    assert executor.find(number) is None
    assert (await executor.start(ExportJob(), key="order")).id != number


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
