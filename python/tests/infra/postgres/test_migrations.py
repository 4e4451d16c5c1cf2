"""The schema of a database: created, upgraded, and refused where it does not fit."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from questfoundry.domain.errors import StoreError
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.migrations import check, migrations, upgrade
from tests.support.postgres import PostgresServer

NAMES = tuple(each.name for each in migrations())


def test_an_empty_database_gets_all_migrations_once(empty_database: str) -> None:
    """A second upgrade finds nothing to do."""
    assert check(empty_database) == NAMES
    assert upgrade(empty_database) == NAMES
    assert upgrade(empty_database) == check(empty_database) == ()


def test_each_migration_has_a_number_of_its_own() -> None:
    """Two files with one number would be applied in an order that differs."""
    numbers = [each.number for each in migrations()]
    assert numbers == sorted(set(numbers))


def test_two_programs_may_upgrade_at_the_same_time(empty_database: str) -> None:
    """The second program waits for the first, and then has nothing to do."""
    with ThreadPoolExecutor(2) as pool:
        done = [*pool.map(upgrade, [empty_database] * 2)]
    assert sorted(done) == [(), NAMES]


def test_a_database_without_tables_is_refused(empty_database: str) -> None:
    """An error says that the database must be upgraded."""
    database = PostgresDatabase(parse_address(f"{empty_database}/tale"))
    with pytest.raises(StoreError, match="Upgrade the database"):
        database.rows("SELECT * FROM runs")


def test_a_newer_schema_is_refused_if_it_lacks_something(empty_database: str) -> None:
    """A program that does not know of removed columns would fail in the middle of its work."""
    upgrade(empty_database)
    database = PostgresDatabase(parse_address(f"{empty_database}/tale"))

    def pretend(number: int, name: str) -> None:
        with psycopg.connect(empty_database) as connection:
            connection.execute("INSERT INTO qf_data.migrations VALUES (%s, %s)", (number, name))

    pretend(9998, "9998_more.sql")
    assert upgrade(empty_database) == ()
    with closing(database):
        assert database.rows("SELECT * FROM runs") == []
    pretend(9999, "9999_less.contract.sql")
    for use in (upgrade, check, lambda _: database.rows("SELECT * FROM runs")):
        with pytest.raises(StoreError, match="Update QuestFoundry"):
            use(empty_database)


def test_each_table_is_protected_and_has_a_view(shared_database: str) -> None:
    """A table that a later migration adds must not be forgotten."""
    with psycopg.connect(shared_database) as connection:
        tables = connection.execute(
            "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class "
            "WHERE relnamespace = 'qf_data'::regnamespace AND relkind = 'r'"
        ).fetchall()
        views = {
            name
            for (name,) in connection.execute(
                "SELECT viewname FROM pg_views WHERE schemaname = 'qf'"
            )
        }
        owned = connection.execute(
            "SELECT count(*) FROM pg_class WHERE relowner = 'qf_app'::regrole"
        ).fetchone()
    assert {name for name, safe in tables if not safe} == {"migrations"}
    assert {name for name, _ in tables} - {"migrations"} == views
    assert owned == (0,)


def test_neither_the_owner_nor_a_worker_needs_to_be_an_administrator(
    shared_database: str,  # whose upgrade has made the roles
    empty_database: str,
    postgres_server: PostgresServer,
) -> None:
    """A service gives its workers no more rights than the rows of their projects need."""
    name = empty_database.rpartition("/")[2]
    owner, worker = f"owner_{name}", f"worker_{name}"
    for statement in (
        f"CREATE ROLE {owner} LOGIN",
        f"CREATE ROLE {worker} LOGIN",
        f"GRANT qf_app, qf_worker TO {owner}",
        f"GRANT qf_app TO {worker}",
        f"ALTER DATABASE {name} OWNER TO {owner}",
    ):
        postgres_server.administer(statement)
    assert upgrade(empty_database.replace("postgres@", f"{owner}@")) == NAMES

    for user in (owner, worker):
        url = empty_database.replace("postgres@", f"{user}@")
        for project in ("one", "other"):
            with closing(PostgresDatabase(parse_address(f"{url}/{user}-{project}"))) as database:
                database.insert("artifact_files", {"stage": "dream", "digests": ""})
                assert len(database.rows("SELECT * FROM qf_data.artifact_files")) == 1
    with pytest.raises(StoreError, match="refuses this user"):
        upgrade(f"{empty_database.replace('postgres@', f'{worker}@')}")
