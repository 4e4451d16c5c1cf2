"""Start a job and wait for its whole result, also if another process performs the job."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from questfoundry.app.jobs import NO_LIVE_PARTS, LiveParts

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.run.job import Job


async def finish_job(project: ProjectContainer, job: Job, live: LiveParts = NO_LIVE_PARTS) -> Any:
    """Start ``job`` of ``project``, wait for its end, and return the object with its result."""
    handle = await project.job_executor().start(job, live=live)
    result = await handle.result()
    if result.value is not None:
        return result.value
    from questfoundry.composition.wiring.stored_results import read_result

    return await asyncio.to_thread(read_result, project, job, result)
