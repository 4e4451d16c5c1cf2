"""Create, upgrade, check and clean the tables of a database. Needs the extra ``database``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from questfoundry.composition.project.places import require_database_extra


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
