"""A worker: a process that performs the jobs of all projects in a database."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import evolve
from dependency_injector import providers

from questfoundry.app.jobs import NO_LIVE_PARTS
from questfoundry.composition.project.places import open_database_place
from questfoundry.composition.settings.settings import settings_in_memory
from questfoundry.composition.wiring.perform import perform
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.documents.book_files import DiskAndWebBookFiles
from questfoundry.infra.postgres.lock import PostgresProjectLock
from questfoundry.infra.postgres.migrations import require_current
from questfoundry.infra.queue.event_log import LoggingEventSink, PostgresEventLog
from questfoundry.infra.queue.executor import DEFAULT_QUEUE
from questfoundry.infra.queue.worker import STALL, QueueWorker

if TYPE_CHECKING:
    from questfoundry.domain.run.job import JobResult
    from questfoundry.infra.queue.job_manager import ClaimedJob


class StoryWorker:
    """A worker that performs at most ``stories`` jobs of ``queue`` at a time.

    The settings of each project and the variables ``env`` choose the models. Other workers take
    over the jobs of this worker ``stall`` seconds after its last sign of life. Raise ``StoreError``
    if the database cannot be used, or lacks the tables of this version.
    """

    def __init__(
        self,
        url: str,
        env: Mapping[str, str],
        *,
        stories: int = 4,
        queue: str = "",
        stall: float = STALL,
    ) -> None:
        require_current(url)
        self._url = url
        self._env = env
        self._stall = stall
        self._worker = QueueWorker(
            url,
            self._perform,
            prompts=_digest_prompts(env),
            clock=SystemClock(),
            stories=stories,
            queue=queue or DEFAULT_QUEUE,
            stall=stall,
        )

    async def run(self) -> None:
        """Work until :meth:`stop` or a signal; then return the jobs in hand to the queue."""
        await self._worker.run()

    def stop(self) -> None:
        """Return the jobs in hand to the queue, and end :meth:`run`."""
        self._worker.stop()

    async def _perform(self, claimed: ClaimedJob) -> JobResult:
        place = open_database_place(self._url, claimed.project, claimed.tenant)
        log = PostgresEventLog(place.database, claimed.claim)
        events = LoggingEventSink(log, str(claimed.claim.job))
        project = place.build(place.read_settings(self._env), sinks=(events,))
        # The lock of a dead worker must end when the worker counts as dead.
        lock = PostgresProjectLock(place.database, seconds=self._stall)
        project.store.override(providers.Object(evolve(project.store(), lock=lock)))
        # The author of a job may not read the files of this machine.
        project.library.files.override(
            DiskAndWebBookFiles(files=project.settings().files, disk=False)
        )
        async with project.closing():
            try:
                return await perform(claimed.work, project, NO_LIVE_PARTS, project.events())
            finally:
                events.flush()


def _digest_prompts(env: Mapping[str, str]) -> str:
    """Return a short hash of all prompt files that this worker uses for every project."""
    folder = settings_in_memory(env).find_prompts_folder().folder
    found = sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        found.update(path.relative_to(folder).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
