"""Access the tables of one project in PostgreSQL: a transaction for each call, clear errors.

Each write shows the tokens of the leases that the current context holds.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import psycopg
from attrs import define, frozen
from psycopg import sql as compose
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus, TransactionStatus

from questfoundry.domain.errors import StoreError
from questfoundry.infra.postgres.address import ProjectAddress
from questfoundry.infra.postgres.errors import is_broken, translate_errors
from questfoundry.infra.postgres.pool import Connection, leave_pool, lend_connection, share_pool
from questfoundry.infra.storage.sql import Parameters, SqlDatabase, SqlDialect


@frozen
class LeaseKey:
    """A lease of a project: on the project itself (name ``""``) or on one of its runs."""

    url: str
    tenant: str
    project: str
    name: str


@define
class Lease:
    """A lease that a context holds or held; a larger ``token`` belongs to a later holder."""

    token: int
    is_held: bool = True


# Tasks and threads that a holder starts inherit its leases; other work in the process does not.
_LEASES: ContextVar[Mapping[LeaseKey, Lease]] = ContextVar("leases")


def current_leases() -> dict[LeaseKey, Lease]:
    """Return the leases that the current context holds."""
    return {key: lease for key, lease in _LEASES.get({}).items() if lease.is_held}


def add_lease(key: LeaseKey, lease: Lease) -> None:
    """Let the current context, and work that it starts, hold ``lease``."""
    _LEASES.set({**current_leases(), key: lease})


POSTGRES = SqlDialect(
    in_list="= ANY(?)",
    bind_list=list,
    input_equals="json_field(inputs, '{}') = json_field('{{\"value\":' || ? || '}}', 'value')",
)
_FENCES = ("tenant", "project")
_READ = compose.SQL("SELECT set_config('role', 'qf_app', true); SELECT qf.begin_read({}, {})")
_WRITE = compose.SQL(
    "SELECT set_config('role', 'qf_app', true); SELECT qf.begin_write({}, {}, {}, {}::bigint[])"
)


class PostgresDatabase(SqlDatabase):
    """The rows of one project, in a database that many programs use at the same time.

    Each call is one message to the server, and one transaction. A write first waits for other
    writers of the project, and is refused if another process has taken over a lease that the
    current context holds. If the connection breaks, a read is repeated once. For a write,
    ``StoreError`` is raised, and the write may or may not have taken effect.
    """

    def __init__(self, address: ProjectAddress) -> None:
        """Set the project; the connection is opened on first use."""
        self.address = address
        self._local = threading.local()
        self._reading: bytes | None = None
        self._writing: dict[tuple[tuple[str, int], ...], bytes] = {}
        self._joining = threading.Lock()
        self._pool: Any = None

    @property
    def dialect(self) -> SqlDialect:
        return POSTGRES

    def execute(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        return self._run(sql, parameters).rows

    def rows(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one SQL statement and return its rows by column name, without tenant and project."""
        found = self._run(sql, parameters)
        return [
            {
                name: value
                for name, value in zip(found.names, row, strict=True)
                if name not in _FENCES
            }
            for row in found.rows
        ]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self._current is not None:
            yield
            return
        with translate_errors(self.address.url), lend_connection(self._joined_pool()) as connection:
            _send(connection, b"BEGIN; " + self._opening(connection, reads=False))
            self._local.connection = connection
            try:
                yield
                _commit(connection)
            finally:
                self._local.connection = None

    def close(self) -> None:
        """Leave the pool of connections; the next use joins the pool again."""
        with self._joining:
            if self._pool is not None:
                leave_pool(self.address.url)
                self._pool = None

    @property
    def _current(self) -> Connection | None:
        return getattr(self._local, "connection", None)

    def _run(self, sql: str, parameters: Parameters) -> _Found:
        with translate_errors(self.address.url):
            if self._current is not None:
                return _send(self._current, _bind(self._current, sql, parameters))
            try:
                return self._run_alone(sql, parameters)
            except psycopg.Error as problem:
                if not is_read(sql) or not is_broken(problem):
                    raise
                return self._run_alone(sql, parameters)

    def _run_alone(self, sql: str, parameters: Parameters) -> _Found:
        with lend_connection(self._joined_pool()) as connection:
            opening = self._opening(connection, reads=is_read(sql))
            # The server runs the statements of one message in one transaction.
            return _send(connection, opening + b"; " + _bind(connection, sql, parameters))

    def _opening(self, connection: Connection, *, reads: bool) -> bytes:
        place = (self.address.tenant, self.address.project)
        if reads:
            if self._reading is None:
                self._reading = _READ.format(*place).as_bytes(connection)
            return self._reading
        held = {
            key.name: lease.token
            for key, lease in current_leases().items()
            if (key.url, key.tenant, key.project) == (self.address.url, *place)
        }
        key = tuple(held.items())
        if key not in self._writing:
            opening = _WRITE.format(*place, list(held), list(held.values()))
            self._writing = {key: opening.as_bytes(connection)}
        return self._writing[key]

    def _joined_pool(self) -> Any:
        with self._joining:
            if self._pool is None:
                self._pool = share_pool(self.address.url)
            return self._pool


@frozen
class _Found:
    names: list[str]
    rows: list[tuple[Any, ...]]


def _bind(connection: Connection, sql: str, parameters: Parameters) -> bytes:
    # The driver quotes the parameters, so that a statement needs no message of its own.
    return psycopg.ClientCursor(connection).mogrify(to_psycopg(sql), parameters).encode()


def _send(connection: Connection, statements: bytes) -> _Found:
    """Run the statements of one message and return the rows of the last statement.

    A cursor of the driver prepares the results of all statements for readers, which costs more
    than the statements.
    """
    connection.pgconn.send_query(statements)
    results = connection.wait(execute(connection.pgconn))
    for each in results:
        if each.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(each, connection.info.encoding)
    last = results[-1]
    if last.status != ExecStatus.TUPLES_OK:
        return _Found([], [])
    names = [(last.fname(at) or b"").decode() for at in range(last.nfields)]
    loading = Transformer(connection)
    loading.set_pgresult(last)
    return _Found(names, loading.load_rows(0, last.ntuples, tuple))


def _commit(connection: Connection) -> None:
    if connection.info.transaction_status == TransactionStatus.INERROR:
        raise StoreError(
            "A statement of this transaction failed, so nothing of it was stored. Try again."
        )
    _send(connection, b"COMMIT")


_TOKEN = re.compile(r"'[^']*'|::\w+|:(?P<name>[a-z_]+)|\?|%|ON CONFLICT \(")


@lru_cache(maxsize=512)
def to_psycopg(sql: str) -> str:
    """Return ``sql`` with the placeholders of psycopg, and with tenant and project in each key.

    ``sql`` is one of our own statements; texts of other people are bound as parameters.
    """
    return _TOKEN.sub(_replace, sql)


def is_read(sql: str) -> bool:
    """Return whether ``sql`` changes nothing."""
    return sql.lstrip().startswith("SELECT")


def _replace(token: re.Match[str]) -> str:
    match token[0]:
        case "?":
            return "%s"
        case "ON CONFLICT (":
            return "ON CONFLICT (tenant, project, "
        case text if token["name"]:
            return f"%({text[1:]})s"
        case text:
            return text.replace("%", "%%")
