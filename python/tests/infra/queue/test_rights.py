"""The users of a service need few rights: programs submit jobs, and workers perform them."""

import asyncio

import psycopg
import pytest

from questfoundry.domain.run.job import ExportJob, JobState
from tests.support.queues import QueuedProject, create_user, running


async def test_a_program_submits_jobs_and_a_worker_performs_them(shared_database: str) -> None:
    """Neither may own a table, or read the queue of other tenants."""
    program = QueuedProject.create(create_user(shared_database, "qf_app"))
    worker_url = create_user(shared_database, "qf_app", "qf_worker")
    worker = QueuedProject(database=QueuedProject.create(worker_url).database, queue=program.queue)
    handle = await program.executor.start(ExportJob(formats=("ink",)))
    async with running(worker.build_worker(program.perform)):
        assert (await asyncio.wait_for(handle.result(), 60)).files == ("ink",)
    assert handle.state is JobState.FINISHED

    for statement in ("SELECT * FROM qf_queue.procrastinate_jobs", "SELECT qf_queue.read_job(1)"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            program.administer(statement)


def test_a_table_of_the_caller_does_not_replace_the_queue(shared_database: str) -> None:
    """A trigger of such a table would run with the rights of the owner."""
    url = create_user(shared_database, "qf_app")
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TEMP TABLE procrastinate_jobs (id bigint, status text)")
        connection.execute("SELECT qf.begin_write('default', 'spoof', '{}', '{}')")
        ((number,),) = connection.execute(
            "SELECT qf.submit_job('export', '{}', '', 'nowhere', 0)"
        ).fetchall()
        assert connection.execute("SELECT qf.job_state(%s)", (number,)).fetchone() == ("todo",)
        assert connection.execute("SELECT count(*) FROM pg_temp.procrastinate_jobs").fetchone() == (
            0,
        )
