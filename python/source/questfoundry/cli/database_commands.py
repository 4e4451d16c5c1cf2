"""The commands for a database that many machines share: its tables, workers and jobs."""

from __future__ import annotations

import asyncio
import os
from datetime import timedelta
from typing import TYPE_CHECKING

from questfoundry.domain.errors import InputError
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say, write_event
from questfoundry.presentation.parameters import Positive, Verbose
from questfoundry.presentation.text import format_count

if TYPE_CHECKING:
    from questfoundry.composition.project.places import ProjectPlace
    from questfoundry.composition.project.workplace import Workplace, WorkplaceJob
    from questfoundry.domain.run.job import JobResult


_UNITS = {"d": "days", "h": "hours"}
_LONGEST_AGE = 5  # digits


@command(in_project=False, in_database=True)
async def upgrade(call: Call) -> CommandResult:
    """Create the tables of a database, or upgrade them to this version of qf."""
    from questfoundry.composition.project.workplace import upgrade_database

    added = upgrade_database(require_database(call))
    text = "\n".join(f"Applied {name}." for name in added) or "The tables are up to date."
    return CommandResult({"applied": added}, text)


@command(in_project=False, in_database=True)
async def check(call: Call) -> CommandResult:
    """Check that the tables of a database fit this version of qf."""
    from questfoundry.composition.project.workplace import check_database

    lacking = check_database(require_database(call))
    text = "\n".join(f"The database lacks {name}." for name in lacking)
    return CommandResult(
        {"lacking": lacking}, text or "The tables are up to date.", 1 if lacking else 0
    )


@command(in_project=False, in_database=True, without=("tenant",))
async def clean(call: Call, older_than: str = "30d") -> CommandResult:
    """Remove the jobs of all tenants that ended long ago, with their events.

    Stories and runs stay, and workers are not disturbed. The key of a removed job starts a new job.

    --older-than AGE: Time since the end of a job, in days or hours: 30d, 12h.
    """
    from questfoundry.composition.project.workplace import clean_database

    call.interruption_message = "Run the same command to continue."
    jobs = events = 0
    for some_jobs, some_events in clean_database(require_database(call), _parse_age(older_than)):
        jobs, events = jobs + some_jobs, events + some_events
        await asyncio.sleep(0)  # lets a Ctrl-C take effect
    return CommandResult(
        {"jobs": jobs, "events": events},
        f"Removed {format_count(jobs, 'job')} with {format_count(events, 'event')}.",
    )


def _parse_age(text: str) -> timedelta:
    number, unit = text[:-1], text[-1:]
    if unit not in _UNITS or not number.isdecimal() or len(number) > _LONGEST_AGE:
        raise InputError(f"{text!r} is not an age. Write days or hours, such as 30d or 12h.")
    return timedelta(**{_UNITS[unit]: int(number)})


@command(in_project=False, in_database=True, without=("as_json", "tenant"))
async def worker(call: Call, stories: Positive = 4, queue: str = "", stall: Positive = 30) -> None:
    """Perform the jobs of a database until a signal stops this worker.

    Start as many workers as you like, on any machines.

    --stories N: Number of jobs that this worker performs at the same time.
    --queue NAME: Queue from which this worker takes jobs.
    --stall SECONDS: Time without a sign of life after which other workers take over.
    """
    from questfoundry.composition.project.places import require_database_extra

    url = require_database(call)
    require_database_extra()
    from questfoundry.composition.wiring.worker import StoryWorker

    call.interruption_message = "Its jobs are back in the queue."
    workers = StoryWorker(url, os.environ, stories=stories, queue=queue, stall=stall)
    note("The worker waits for jobs. Press Ctrl-C to stop.")
    await workers.run()


@command(in_project=False, in_database=True, json="Print events, one JSON object per line.")
async def follow(call: Call, job: str, after: int = 0, verbose: Verbose = 0) -> None:
    """Show what a job does, until it ends.

    JOB: Id of the job, for example my-story/17.
    --after N: Show only events after this position.
    """
    from questfoundry.composition.project.workplace import describe_event
    from questfoundry.presentation.pipeline_progress import PipelineProgress

    call.interruption_message = "The job continues."
    with connect_workplace(call) as workplace:
        found = workplace.find(job)
        progress = PipelineProgress(call.screen, verbosity=verbose, is_interactive=False)
        async for logged in found.events(after):
            if call.as_json:
                document = describe_event(logged.event)
                write_event(document["event"], position=logged.position, fields=document["fields"])
            else:
                progress.emit(logged.event)
        call.screen.finish_line()
        result = await found.result()
    if call.as_json:
        write_event("job_finished", job=found.id, result=result.model_dump(mode="json"))
    else:
        _write_result(found, result)


@command(in_project=False, in_database=True)
async def cancel(call: Call, job: str) -> CommandResult:
    """Cancel a job; its finished work stays stored.

    JOB: Id of the job, for example my-story/17.
    """
    with connect_workplace(call) as workplace:
        found = workplace.find(job)
        found.cancel()
        state = found.state
    text = "is being interrupted" if state == "running" else f"is {state}"
    return CommandResult({"job": found.id, "state": state}, f"Job {found.id} {text}.")


@command(in_project=False, in_database=True)
async def copy(call: Call, source: str, target: str) -> CommandResult:
    """Copy a project between a folder and a database, byte for byte.

    The target must not exist yet.

    FROM: Project folder, address such as postgresql://host/db/my-story, or database:NAME.
    TO: New folder, or address of the new project.
    """
    from questfoundry.composition.project.copying import copy_project

    places = [_parse_place(call, each) for each in (source, target)]
    copied = await copy_project(*places)
    start, end = (each.address for each in places)
    return CommandResult(
        {"from": start, "to": end, "files": copied.files, "rows": copied.rows},
        f"Copied {copied.files:,} files and {copied.rows:,} rows to {end}.",
    )


def require_database(call: Call) -> str:
    """Return the URL of the database, or raise ``InputError`` without one in PostgreSQL."""
    from questfoundry.composition.project.places import is_database_address

    if not call.database:
        raise InputError(
            "This command needs a database. Add --database URL, or set QF_DATABASE_URL."
        )
    if not is_database_address(call.database):
        raise InputError(
            "The database is not in PostgreSQL. Give an address such as postgresql://host/database."
        )
    return call.database


def connect_workplace(call: Call, *, queue: str = "") -> Workplace:
    """Return the projects of the tenant in the database that the command names."""
    from questfoundry.composition.project.workplace import Workplace

    return Workplace.connect(require_database(call), tenant=call.tenant, queue=queue)


def _parse_place(call: Call, text: str) -> ProjectPlace:
    from questfoundry.composition.project.places import open_database_place, parse_place

    kind, colon, name = text.partition(":")
    if colon and kind == "database":
        return open_database_place(require_database(call), name, call.tenant)
    return parse_place(text, call.tenant)


def _write_result(job: WorkplaceJob, result: JobResult) -> None:
    for file in result.files:
        say(file)
    spent = result.spent
    calls = format_count(spent.calls, "call")
    tokens = format_count(spent.input_tokens + spent.output_tokens, "token")
    say(f"Job {job.id} is finished: {calls}, {tokens}.")
