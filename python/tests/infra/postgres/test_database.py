"""Projects in one database: separated from each other, with clear errors, also after a restart."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from questfoundry.domain.errors import InputError, StoreError, StoreLockedError
from questfoundry.infra.postgres import database as database_module
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.testing.contracts.journal import an_entry
from tests.support.postgres import PostgresServer

_FILES = {"stage": "dream", "digests": "{}"}


@pytest.fixture
def database(postgres_project: str) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(parse_address(postgres_project, tenant="acme"))) as database:
        yield database


def test_other_projects_and_tenants_see_and_change_nothing(
    database: PostgresDatabase, postgres_project: str, shared_database: str
) -> None:
    """Neither a forgotten condition nor another id reaches the rows of a project."""
    database.insert("artifact_files", _FILES)
    for address, tenant in ((postgres_project, "other"), (f"{shared_database}/other", "acme")):
        with closing(PostgresDatabase(parse_address(address, tenant=tenant))) as other:
            for table in ("artifact_files", "qf_data.artifact_files"):
                assert other.rows(f"SELECT * FROM {table}") == []
                assert other.execute(f"DELETE FROM {table} RETURNING 1") == []
                with pytest.raises(StoreError):
                    other.insert(
                        table, {**_FILES, "tenant": "acme", "project": database.address.project}
                    )
    assert database.rows("SELECT * FROM artifact_files") == [_FILES]


def test_a_project_is_listed_for_its_tenant_after_the_first_write(postgres_project: str) -> None:
    """Reading makes no project; a write does."""
    tenant = uuid4().hex
    with closing(PostgresDatabase(parse_address(postgres_project, tenant=tenant))) as database:
        assert database.execute("SELECT project FROM projects") == []
        database.insert("artifact_files", _FILES)
        assert database.execute("SELECT project FROM projects") == [(database.address.project,)]
        database.execute("DELETE FROM projects WHERE project = ?", (database.address.project,))
        assert database.rows("SELECT * FROM artifact_files") == []


def test_a_failed_statement_undoes_its_transaction(database: PostgresDatabase) -> None:
    """A block that swallows an error must not seem to have stored anything."""

    def swallow_an_error() -> None:
        with database.transaction():
            database.insert("artifact_files", _FILES)
            with pytest.raises(StoreError, match="division"):
                database.execute("UPDATE artifact_files SET digests = (1 / 0)::text")

    with pytest.raises(StoreError, match="nothing of it was stored"):
        swallow_an_error()
    assert database.rows("SELECT * FROM artifact_files") == []


def test_a_record_that_arrived_although_the_connection_broke_is_stored_once(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal keeps the answer in hand and stores it again, which is no error."""
    journal = SqlJournal(database)
    send = database_module._send

    def send_and_break(connection: psycopg.Connection, statements: bytes) -> object:
        send(connection, statements)
        connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as broken:
        broken.setattr(database_module, "_send", send_and_break)
        with pytest.raises(StoreError, match="cannot be reached"):
            journal.record(an_entry())
    journal.record(an_entry())
    assert journal.entries("dream-1") == [an_entry()]


def test_a_connection_that_broke_before_a_write_is_replaced(database: PostgresDatabase) -> None:
    """A write that was not sent is safe to repeat."""
    database.insert("artifact_files", _FILES)
    with psycopg.connect(database.address.url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    database.insert("artifact_files", {**_FILES, "stage": "seed"})
    assert len(database.rows("SELECT * FROM artifact_files")) == 2


def test_texts_that_postgresql_cannot_store_are_refused_in_words(
    database: PostgresDatabase,
) -> None:
    """An author can remove a broken character that the message names."""
    for text in ("no\0thing", "half \ud83d"):
        with pytest.raises(StoreError, match="cannot store this text"):
            database.insert("artifact_files", {"stage": text, "digests": ""})


@pytest.mark.slow
def test_a_writer_that_waits_too_long_is_refused(
    database: PostgresDatabase, postgres_project: str
) -> None:
    """A write ends in words if another program keeps writing to the project."""
    address = database.address
    key = f"{address.tenant}/{address.project}"
    with psycopg.connect(address.url) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (key,))
        with pytest.raises(StoreLockedError, match="Another process"):
            database.insert("artifact_files", _FILES)
    database.insert("artifact_files", _FILES)


def test_no_message_contains_the_password() -> None:
    """Messages appear in logs and in bug reports."""
    database = PostgresDatabase(parse_address("postgresql://me:s3cret@127.0.0.1:1/db/tale"))
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1/db.*cannot be reached") as refused:
        database.rows("SELECT * FROM runs")
    assert "s3cret" not in str(refused.value)
    assert "s3cret" not in repr(database.address)


@pytest.mark.parametrize(
    "address",
    ["postgresql://host", "postgresql://host/db", "mysql://h/db/x", "postgresql://h/d/a/b"],
)
def test_an_address_needs_a_database_and_a_project(address: str) -> None:
    """The error shows what an address looks like."""
    with pytest.raises(InputError, match="my-story"):
        parse_address(address)


def test_an_address_keeps_its_options_and_loses_its_project() -> None:
    """The URL of the database is what PostgreSQL's own programs accept."""
    parsed = parse_address("postgresql://me@host:5433/db/my%20story?sslmode=require", tenant="acme")
    assert parsed.url == "postgresql://me@host:5433/db?sslmode=require"
    assert (parsed.project, parsed.tenant) == ("my story", "acme")
    assert parsed.place == "postgresql://host:5433/db/my story"


@pytest.mark.slow
def test_a_restart_of_the_server_is_survived() -> None:
    """Broken connections are replaced, and what was stored is there."""
    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        url = server.create_database()
        upgrade(url)
        with closing(PostgresDatabase(parse_address(f"{url}/tale"))) as database:
            database.insert("artifact_files", _FILES)
            server.stop()
            server.start()
            database.insert("artifact_files", {**_FILES, "stage": "seed"})
            server.crash()
            server.start()
            assert len(database.rows("SELECT * FROM artifact_files")) == 2

            def lose_a_transaction() -> None:
                with database.transaction():
                    database.insert("artifact_files", {**_FILES, "stage": "grow"})
                    server.crash()
                    server.start()

            with pytest.raises(StoreError):
                lose_a_transaction()
            assert len(database.rows("SELECT * FROM artifact_files")) == 2
    finally:
        server.remove()
