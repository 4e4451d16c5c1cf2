"""Remove old jobs from a queue."""

from collections.abc import Iterator
from datetime import timedelta

import psycopg

from questfoundry.infra.postgres.errors import translate_errors
from questfoundry.infra.postgres.migrations import require_schema

_BATCH = 500
_CLEAN = "SELECT jobs, events FROM qf_queue.clean_jobs(%s, %s)"


def clean_jobs(url: str, age: timedelta) -> Iterator[tuple[int, int]]:
    """Remove all jobs that ended at least ``age`` ago, of all projects, with their events.

    Yield the numbers of jobs and events that each batch has removed; a batch is one transaction.
    """
    with translate_errors(url), psycopg.connect(url, autocommit=True) as connection:
        require_schema(connection, url)
        while True:
            ((jobs, events),) = connection.execute(_CLEAN, (age, _BATCH)).fetchall()
            yield jobs, events
            if jobs < _BATCH:
                return
