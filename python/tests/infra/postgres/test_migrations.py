"""The schema of a database: created, upgraded, and refused where it does not fit."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from questfoundry.domain.errors import StoreError
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.migrations import check, migrations, upgrade

NAMES = tuple(each.name for each in migrations())


def test_an_empty_database_gets_all_migrations_once(empty_database: str) -> None:
    """A second upgrade finds nothing to do."""
    assert check(empty_database) == NAMES
    assert upgrade(empty_database) == NAMES
    assert upgrade(empty_database) == check(empty_database) == ()


def test_migrations_are_numbered_without_gaps() -> None:
    """Two files with one number would be applied in an order that differs."""
    assert [each.number for each in migrations()] == [*range(1, len(NAMES) + 1)]


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


@pytest.mark.parametrize(
    ("name", "refused"), [("9999_x.sql", False), ("9999_x.contract.sql", True)]
)
def test_a_newer_schema_is_refused_if_it_lacks_something(
    empty_database: str, name: str, refused: bool
) -> None:
    """A program that does not know of removed columns would fail in the middle of its work."""
    upgrade(empty_database)
    with psycopg.connect(empty_database) as connection:
        connection.execute("INSERT INTO qf_data.migrations VALUES (9999, %s)", (name,))
    database = PostgresDatabase(parse_address(f"{empty_database}/tale"))
    try:
        assert database.rows("SELECT * FROM runs") == []
        assert upgrade(empty_database) == ()
        assert not refused
    except StoreError as problem:
        assert refused
        assert "Update QuestFoundry" in str(problem)
    finally:
        database.close()


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
