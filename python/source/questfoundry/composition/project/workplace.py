"""A database that many share: its tables, the projects of one tenant, and the jobs of workers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from attrs import asdict, field, frozen

from questfoundry.composition.project.places import open_database_place, require_database_extra
from questfoundry.composition.project.project_progress import ProjectProgress
from questfoundry.composition.settings.paths import DEFAULT_TENANT
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.run.job import IngestJob, Job, JobResult, JobState, PipelineJob

if TYPE_CHECKING:
    from types import TracebackType

    from questfoundry.composition.project.database_place import DatabasePlace
    from questfoundry.domain.events import Event
    from questfoundry.domain.protocols.runs import LoggedEvent
    from questfoundry.infra.queue.executor import QueueJobHandle


def upgrade_database(url: str) -> tuple[str, ...]:
    """Bring the tables of the database at ``url`` up to date; return the new migrations' names.

    Raise ``StoreError`` if the database cannot be reached, needs a newer QuestFoundry, or refuses
    the user the right to create tables.
    """
    require_database_extra()
    from questfoundry.infra.postgres.migrations import upgrade

    return upgrade(url)


def check_database(url: str) -> tuple[str, ...]:
    """Return the names of the migrations that the database at ``url`` lacks.

    Raise ``StoreError`` if the database cannot be used, or needs a newer QuestFoundry.
    """
    require_database_extra()
    from questfoundry.infra.postgres.migrations import check

    return check(url)


def clean_database(url: str, age: timedelta) -> Iterator[tuple[int, int]]:
    """Remove the jobs that ended at least ``age`` ago, of all tenants, with their events.

    Yield the numbers of removed jobs and events, batch by batch. Stories and runs stay. Raise
    ``StoreError`` if the database cannot be used, or the user lacks the role of workers.
    """
    require_database_extra()
    from questfoundry.infra.queue.executor import clean_jobs

    return clean_jobs(url, age)


_NO_PROJECT = "-"  # Opens the list of projects; no project is ever created under this name.
_NAMES = "SELECT project FROM projects WHERE project > ? ORDER BY project LIMIT ?"
_NEWEST = "SELECT id FROM jobs ORDER BY id DESC LIMIT 1"


@frozen(kw_only=True)
class StoredProject(ProjectProgress):
    """A project in a database.

    ``state`` is the state of the newest job, which has the id ``job``; without a job, ``state`` is
    ``finished`` if exports exist, else ``started``. ``problem`` describes an error in the settings.
    """

    project: str
    name: str
    state: str
    job: str = ""
    problem: str = ""


@frozen
class WorkplaceJob:
    """A job of a project in a database, which a worker performs."""

    project: str
    _handle: QueueJobHandle = field(repr=False)

    @property
    def id(self) -> str:
        """The id with which :meth:`Workplace.find` finds the job, such as ``my-story/17``."""
        return f"{self.project}/{self._handle.id}"

    @property
    def state(self) -> JobState:
        """The state of the job now."""
        return self._handle.state

    def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the job's events after the position ``after`` until the job ends."""
        return self._handle.events(after)

    async def result(self) -> JobResult:
        """Wait until the job ends and return its result.

        Raise ``JobFailedError`` with the message of the worker's error, or ``JobCancelledError``.
        """
        return await self._handle.result()

    def cancel(self) -> None:
        """Interrupt the job; its finished work is stored. A job that has ended stays as it is."""
        self._handle.cancel()


class Workplace:
    """The projects of ``tenant`` in the database at ``url``, whose jobs go into ``queue``.

    Use the object in a ``with`` block, or call :meth:`close`.
    """

    def __init__(self, url: str, *, tenant: str = DEFAULT_TENANT, queue: str = "") -> None:
        self._url = url
        self._tenant = tenant
        self._queue = queue
        self._places: dict[str, DatabasePlace] = {}
        self._list = open_database_place(url, _NO_PROJECT, tenant)

    @classmethod
    def connect(cls, url: str, *, tenant: str = DEFAULT_TENANT, queue: str = "") -> Self:
        """Return the projects of ``tenant`` in the database at ``url``.

        Raise ``SettingsError`` if the packages for databases are not installed, and ``StoreError``
        if the database cannot be used.
        """
        workplace = cls(url, tenant=tenant, queue=queue)
        workplace._list.database.execute("SELECT 1")
        return workplace

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; jobs continue."""
        for place in (self._list, *self._places.values()):
            place.close()

    async def start(
        self,
        project: str,
        work: str | Job = "",
        *,
        key: str = "",
        language: str | None = None,
        priority: int = 0,
    ) -> WorkplaceJob:
        """Put a job into the queue and return it.

        ``work`` is an idea, with which all stages run, or a job. A project that does not exist is
        created, in ``language`` if given. An earlier job of the project with an equal ``key`` is
        returned, and no second job starts. Jobs of a higher ``priority`` begin first.

        Raise ``InputError`` for an invalid name, and for a book that only this machine can read.
        """
        place = self._open(project)
        job = PipelineJob(idea=work) if isinstance(work, str) else work
        if not place.hold_project:
            if not isinstance(job, PipelineJob | IngestJob):
                raise InputError(
                    f"There is no project {project!r} in the database. Check its name."
                )
            place.create(place.name, language=language)
        handle = await place.executor(self._queue, priority).start(job, key=key)
        return WorkplaceJob(project, handle)

    def find(self, job: str) -> WorkplaceJob:
        """Return the job with the id ``job``, or raise ``InputError``."""
        project, _, number = job.rpartition("/")
        handle = self._open(project).executor().find(number) if project else None
        if handle is None:
            raise InputError(
                f"There is no job {job!r} in the database. Copy the id of a job, such as "
                "my-story/17."
            )
        return WorkplaceJob(project, handle)

    def projects(self, *, after: str = "", limit: int | None = None) -> tuple[StoredProject, ...]:
        """Return the projects of the tenant, in order of their names.

        ``after`` and ``limit`` choose a part of them: at most ``limit`` names that follow
        ``after``.
        """
        return tuple(
            self._describe(name) for (name,) in self._list.database.execute(_NAMES, (after, limit))
        )

    def place_of(self, project: str) -> DatabasePlace:
        """Return the place of ``project``, which need not exist; the caller closes the place."""
        return open_database_place(self._url, project, self._tenant)

    def _describe(self, name: str) -> StoredProject:
        place = self._open(name)
        title, problem = _read_title(place)
        progress = ProjectProgress.read(place.files)
        newest = place.database.execute(_NEWEST)
        job = self.find(f"{name}/{newest[0][0]}") if newest else None
        unqueued = "finished" if progress.shipped else "started"
        return StoredProject(
            project=name,
            name=title,
            state=job.state.value if job else unqueued,
            job=job.id if job else "",
            problem=problem,
            **asdict(progress),
        )

    def _open(self, project: str) -> DatabasePlace:
        if project not in self._places:
            self._places[project] = self.place_of(project)
        return self._places[project]


def _read_title(place: DatabasePlace) -> tuple[str, str]:
    try:
        return place.title, ""
    except QuestFoundryError as error:
        return place.name, str(error)


def describe_event(event: Event) -> Mapping[str, Any]:
    """Return an event as a JSON object with its name (``event``) and its ``fields``."""
    from questfoundry.infra.queue.event_log import event_to_dict

    return event_to_dict(event)
