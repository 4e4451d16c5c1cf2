"""Create and upgrade the tables, by numbered SQL files that are never edited.

A file adds tables and columns, which programs of the release before ignore. A file that removes
something ends in ``.contract.sql``; programs that do not know this file refuse the database.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import psycopg
from attrs import frozen

from questfoundry.domain.errors import StoreError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.postgres.address import public_name
from questfoundry.infra.postgres.errors import translate_errors

OLDEST_SERVER = 150000
"""PostgreSQL 15, the first version whose views use the rights of their reader."""

_CONTRACT = ".contract.sql"
_LOCK = 0x51756573  # A number that no other program uses for its advisory locks
_START = """
SELECT pg_advisory_xact_lock(%s);
CREATE SCHEMA IF NOT EXISTS qf_data;
CREATE TABLE IF NOT EXISTS qf_data.migrations (
    number int PRIMARY KEY,
    name text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
"""
# Projects are read and written as qf_app, the queue of jobs as qf_worker.
_ROLES = ("qf_app", "qf_worker")
_CREATE_ROLE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '@role') THEN
        CREATE ROLE @role NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$
"""
# Since PostgreSQL 16, who creates a role may grant it, but may not yet act as the role.
_BECOME_MEMBER = """
DO $$ BEGIN
    IF NOT pg_has_role('@role', CASE
        WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END
    ) THEN
        EXECUTE format('GRANT @role TO %I', current_user);
    END IF;
END $$;
"""


@frozen(order=True)
class Migration:
    """A SQL file with the next number of the schema."""

    number: int
    name: str
    sql: str


def upgrade(url: str) -> tuple[str, ...]:
    """Bring the tables of the database up to date, and return the names of the new migrations.

    Either all migrations take effect or none. A second program waits for the first. Raise
    ``StoreError`` if the user may not create schemas, tables and the roles of programs.
    """
    with translate_errors(url), psycopg.connect(url) as connection:
        _require_server(connection, url)
        connection.execute(_START.replace("%s", str(_LOCK)).encode())
        _for_each_role(connection, _CREATE_ROLE)
        applied = _applied(connection)
        _require_known(applied, url)
        pending = [each for each in migrations() if each.number not in applied]
        for each in pending:
            connection.execute(each.sql.encode())
            connection.execute(
                "INSERT INTO qf_data.migrations (number, name) VALUES (%s, %s)",
                (each.number, each.name),
            )
        _for_each_role(connection, _BECOME_MEMBER)
    return tuple(each.name for each in pending)


def check(url: str) -> tuple[str, ...]:
    """Return the names of the migrations that the database lacks.

    Raise ``StoreError`` if the database cannot be used, or needs a newer QuestFoundry.
    """
    with translate_errors(url), psycopg.connect(url) as connection:
        _require_server(connection, url)
        exists = connection.execute("SELECT to_regclass('qf_data.migrations')").fetchone()
        applied = _applied(connection) if exists != (None,) else {}
        _require_known(applied, url)
    return tuple(each.name for each in migrations() if each.number not in applied)


def require_current(url: str) -> None:
    """Raise ``StoreError`` if the database at ``url`` cannot be used by this program."""
    with translate_errors(url), psycopg.connect(url) as connection:
        _require_server(connection, url)
        require_schema(connection, url)


def require_schema(connection: psycopg.Connection[Any], url: str) -> None:
    """Raise ``StoreError`` if this program cannot use the tables of the database."""
    applied = _applied(connection)
    _require_known(applied, url)
    if missing := [each.name for each in migrations() if each.number not in applied]:
        raise StoreError(
            f"The database {public_name(url)!r} lacks {missing[0]!r}, which this QuestFoundry "
            "needs.",
            remedies=(SimpleAction.UPGRADE_DATABASE,),
        )


@cache
def migrations() -> tuple[Migration, ...]:
    """Return all migrations that this program knows, in their order."""
    found = files("questfoundry.infra.postgres") / "sql"
    return tuple(
        sorted(
            Migration(int(each.name[:4]), each.name, each.read_text(encoding="utf-8"))
            for each in found.iterdir()
            if each.name.endswith(".sql")
        )
    )


def _for_each_role(connection: psycopg.Connection[Any], statement: str) -> None:
    for role in _ROLES:
        connection.execute(statement.replace("@role", role).encode())


def _applied(connection: psycopg.Connection[Any]) -> dict[int, str]:
    return dict(connection.execute("SELECT number, name FROM qf_data.migrations").fetchall())


def _require_known(applied: dict[int, str], url: str) -> None:
    known = {each.number for each in migrations()}
    for number, name in sorted(applied.items()):
        if number not in known and name.endswith(_CONTRACT):
            raise StoreError(
                f"The database {public_name(url)!r} was upgraded by a newer QuestFoundry "
                f"({name}). Update QuestFoundry to use this database."
            )


def _require_server(connection: psycopg.Connection[Any], url: str) -> None:
    version, encoding = (
        connection.info.server_version,
        connection.info.parameter_status("server_encoding"),
    )
    if version < OLDEST_SERVER or encoding != "UTF8":
        raise StoreError(
            f"The database {public_name(url)!r} has the version {version // 10000} and the "
            f"encoding {encoding}. QuestFoundry needs PostgreSQL {OLDEST_SERVER // 10000} or newer "
            "and the encoding UTF8."
        )
