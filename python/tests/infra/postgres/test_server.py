"""The private server of the tests: what other tests rely on."""

import tempfile
from pathlib import Path

import psycopg
import pytest

from tests.support.postgres import PostgresServer


def test_each_test_has_an_empty_database(empty_database: str, postgres_server: PostgresServer):
    """Tests that share a server do not see each other's tables."""
    other = postgres_server.create_database()
    with psycopg.connect(empty_database) as connection:
        connection.execute("CREATE TABLE one ()")
    with psycopg.connect(other) as connection:
        (version,) = connection.execute("SHOW server_version_num").fetchone()
        assert connection.execute("SELECT to_regclass('one')").fetchone() == (None,)
    postgres_server.drop_database(other)
    assert int(version) >= 150000, "15 is the oldest version that is promised"


@pytest.mark.slow
def test_a_crashed_server_starts_again_with_its_rows():
    """Tests of crashes need a server that loses only what was not committed."""
    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        with psycopg.connect(server.url()) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        server.crash()
        server.start()
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("SELECT number FROM kept").fetchall() == [(7,)]
    finally:
        server.remove()
