"""The lease on a project: renewed by the living, taken over from the dead, who write nothing."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import repeat

import psycopg
import pytest

from questfoundry.composition.wiring.database import open_store
from questfoundry.domain.errors import StoreLockedError, StoreTakenOverError
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.lock import PostgresProjectLock
from tests.support.processes import running
from tests.support.store_writes import WRITES, begin_run, fill_project

_TABLES = """
SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'qf_data'::regnamespace
    AND relkind = 'r' AND relname NOT IN ('migrations', 'leases')
"""
_HOLD = """
import sys
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.lock import PostgresProjectLock

with PostgresProjectLock(PostgresDatabase(parse_address(sys.argv[1]))).hold("dream"):
    print("held", flush=True)
    sys.stdin.readline()
print("freed", flush=True)
"""


@pytest.fixture
def database(postgres_project: str) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(parse_address(postgres_project))) as database:
        yield database


@pytest.fixture
def expire(database: PostgresDatabase) -> Callable[[], None]:
    """Let the time of the project's leases pass, as if their holders had stopped."""

    def expire() -> None:
        with psycopg.connect(database.address.url) as connection:
            connection.execute(
                "UPDATE qf_data.leases SET expires_at = '-infinity' WHERE project = %s",
                (database.address.project,),
            )

    return expire


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_process_whose_lock_was_taken_over_writes_nothing(
    database: PostgresDatabase,
    expire: Callable[[], None],
    write: Callable[[PostgresDatabase], object],
) -> None:
    """A process that wakes up must not disturb its successor in any repository. (STO-6.1)"""
    store = open_store(database)
    fill_project(database)
    before = _all_rows(database)
    with store.lock.hold("dream"):
        expire()
        with _held_by_another(database):
            for _ in range(2):
                with pytest.raises(StoreTakenOverError, match="taken over"):
                    write(database)
        with pytest.raises(StoreTakenOverError):
            write(database)
    assert _all_rows(database) == before
    write(database)


def test_a_run_that_was_taken_over_writes_nothing(
    database: PostgresDatabase, expire: Callable[[], None]
) -> None:
    """A lock on a single run protects its successor, too."""
    store = open_store(database)
    with store.lock.try_hold_run("book-chat-1") as alone:
        assert alone
        expire()
        with ThreadPoolExecutor(1) as other:
            assert other.submit(_try_run, database, "book-chat-1").result()
        with pytest.raises(StoreTakenOverError):
            begin_run(store)


def test_the_lease_of_a_living_holder_is_not_taken(database: PostgresDatabase) -> None:
    """Two processes that write one story at once would pay twice."""
    with psycopg.connect(database.address.url) as connection:
        # A server that has just started protects all holders.
        connection.execute(
            "SELECT pg_sleep_until(pg_postmaster_start_time() + interval '1 second')"
        )
    with (
        closing(PostgresDatabase(database.address)) as other,
        PostgresProjectLock(database, seconds=1).hold("dream"),
        ThreadPoolExecutor(1) as elsewhere,
    ):
        lock = PostgresProjectLock(other, seconds=1)
        with pytest.raises(StoreLockedError, match="dream, process"):
            elsewhere.submit(lambda: lock.hold("grow").__enter__()).result()


def test_a_living_holder_renews_its_lease(database: PostgresDatabase) -> None:
    """A long stage keeps the project, whatever its code does meanwhile."""
    lock = PostgresProjectLock(database, seconds=0.2)
    with lock.hold("dream"):
        first = database.execute("SELECT expires_at FROM leases")
        assert any(
            database.execute("SELECT expires_at FROM leases") > first for _ in repeat(None, 100_000)
        )


def test_a_killed_holder_keeps_the_project_until_its_lease_expires(
    database: PostgresDatabase, expire: Callable[[], None]
) -> None:
    """The message names the process to wait for, on any machine."""
    with running(_HOLD, f"{database.address.url}/{database.address.project}") as holder:
        lock = PostgresProjectLock(database)
        expected = rf"dream, process {holder.pid} on .*, since \d\d:\d\d, holds the project"
        with pytest.raises(StoreLockedError, match=expected), lock.hold("undo"):
            pass
    expire()
    with PostgresProjectLock(database, seconds=0.001).hold("undo"):
        pass


def test_holders_get_time_after_a_start_of_the_server(
    database: PostgresDatabase, expire: Callable[[], None]
) -> None:
    """While the server was away, no holder could renew its lease."""
    longer_than_the_server_runs = PostgresProjectLock(database, seconds=10_000_000)
    with PostgresProjectLock(database).hold("dream"):
        expire()
        with ThreadPoolExecutor(1) as other, pytest.raises(StoreLockedError, match="dream"):
            other.submit(_hold, longer_than_the_server_runs).result()


def _all_rows(database: PostgresDatabase) -> object:
    project = (database.address.project,)
    with psycopg.connect(database.address.url) as connection:
        tables = [name for (name,) in connection.execute(_TABLES)]
        return {
            table: connection.execute(
                f"SELECT t::text FROM {table} AS t WHERE project = %s ORDER BY 1", project
            ).fetchall()
            for table in tables
        }


@contextmanager
def _held_by_another(database: PostgresDatabase) -> Iterator[None]:
    # A thread has a context of its own.
    with ThreadPoolExecutor(1) as other:
        held = PostgresProjectLock(database, seconds=0.001).hold("other")
        other.submit(held.__enter__).result()
        yield
        other.submit(held.__exit__, None, None, None).result()


def _hold(lock: PostgresProjectLock) -> None:
    with lock.hold("other"):
        pass


def _try_run(database: PostgresDatabase, run: str) -> bool:
    with PostgresProjectLock(database, seconds=0.001).try_hold_run(run) as alone:
        return alone
