"""Access the tables of one project in PostgreSQL: a transaction for each call, clear errors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import sql as compose
from psycopg.pq import TransactionStatus

from questfoundry.domain.errors import StoreError
from questfoundry.infra.postgres.address import ProjectAddress
from questfoundry.infra.postgres.errors import is_broken, translate_errors
from questfoundry.infra.postgres.leases import current_leases
from questfoundry.infra.postgres.pool import Connection, leave_pool, share_pool
from questfoundry.infra.postgres.statements import is_read, to_psycopg
from questfoundry.infra.storage.sql import Parameters, SqlDatabase, SqlDialect

Result = TypeVar("Result")

POSTGRES = SqlDialect(
    in_list="= ANY(?)",
    bind_list=list,
    input_equals="json_field(inputs, '{}') = json_field('{{\"value\":' || ? || '}}', 'value')",
)
_FENCES = ("tenant", "project")
_BEGIN_READ = compose.SQL("BEGIN READ ONLY; SET LOCAL ROLE qf_app; SELECT qf.begin_read({}, {})")
_BEGIN_WRITE = compose.SQL(
    "BEGIN; SET LOCAL ROLE qf_app; SELECT qf.begin_write({}, {}, {}, {}::bigint[])"
)


class PostgresDatabase(SqlDatabase):
    """The rows of one project, in a database that many programs use at the same time.

    A read is a transaction of its own. A write first waits for other writers of the project, and
    is refused if another process has taken over a lease that the current context holds. If the
    connection breaks, a read is repeated once. A write is repeated only if it was not sent yet;
    otherwise ``StoreError`` is raised, and the write may or may not have taken effect.
    """

    def __init__(self, address: ProjectAddress) -> None:
        """Set the project; the first use connects."""
        self.address = address
        self._local = threading.local()
        self._opening = threading.Lock()
        self._pool: Any = None

    @property
    def dialect(self) -> SqlDialect:
        return POSTGRES

    def execute(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        return self._run(sql, lambda connection: _fetch(connection, sql, parameters)[1])

    def rows(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one SQL statement and return its rows by column name, without tenant and project."""
        names, found = self._run(sql, lambda connection: _fetch(connection, sql, parameters))
        return [
            {name: value for name, value in zip(names, row, strict=True) if name not in _FENCES}
            for row in found
        ]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self._current is not None:
            yield
            return
        with translate_errors(self.address.url), self._begun(reads=False) as connection:
            self._local.connection = connection
            try:
                yield
            finally:
                self._local.connection = None

    def close(self) -> None:
        """Leave the pool of connections; the next use joins the pool again."""
        with self._opening:
            if self._pool is not None:
                leave_pool(self.address.url)
                self._pool = None

    @property
    def _current(self) -> Connection | None:
        return getattr(self._local, "connection", None)

    def _run(self, sql: str, work: Callable[[Connection], Result]) -> Result:
        reads = is_read(sql)
        with translate_errors(self.address.url):
            if self._current is not None:
                return work(self._current)
            try:
                return self._run_alone(work, reads=reads)
            except psycopg.Error as problem:
                if not reads or not is_broken(problem):
                    raise
                return self._run_alone(work, reads=reads)

    def _run_alone(self, work: Callable[[Connection], Result], *, reads: bool) -> Result:
        with self._begun(reads=reads) as connection:
            return work(connection)

    @contextmanager
    def _begun(self, *, reads: bool) -> Iterator[Connection]:
        pool = self._joined_pool()
        connection = self._begin(pool, reads=reads)
        try:
            yield connection
            _commit(connection)
        except BaseException:
            with suppress(psycopg.Error):
                connection.rollback()
            raise
        finally:
            pool.putconn(connection)

    def _begin(self, pool: Any, *, reads: bool) -> Connection:
        try:
            return self._begin_on(pool, reads=reads)
        except psycopg.Error as problem:
            # Nothing was sent yet, so the write is safe to repeat on a new connection. After a
            # restart of the server all connections of the pool are broken.
            if not is_broken(problem):
                raise
            pool.check()
            return self._begin_on(pool, reads=reads)

    def _begin_on(self, pool: Any, *, reads: bool) -> Connection:
        connection: Connection = pool.getconn()
        try:
            connection.execute(self._opening_statement(reads=reads))
        except BaseException:
            with suppress(psycopg.Error):
                connection.rollback()
            pool.putconn(connection)
            raise
        return connection

    def _opening_statement(self, *, reads: bool) -> compose.Composed:
        place = (self.address.tenant, self.address.project)
        if reads:
            return _BEGIN_READ.format(*place)
        held = {
            key.name: lease.token
            for key, lease in current_leases().items()
            if (key.url, key.tenant, key.project) == (self.address.url, *place)
        }
        return _BEGIN_WRITE.format(*place, list(held), list(held.values()))

    def _joined_pool(self) -> Any:
        with self._opening:
            if self._pool is None:
                self._pool = share_pool(self.address.url)
            return self._pool


def _fetch(
    connection: Connection, sql: str, parameters: Parameters
) -> tuple[list[str], list[tuple[Any, ...]]]:
    found = connection.execute(to_psycopg(sql).encode(), parameters)
    if found.description is None:
        return [], []
    return [column.name for column in found.description], found.fetchall()


def _commit(connection: Connection) -> None:
    if connection.info.transaction_status == TransactionStatus.INERROR:
        raise StoreError("A statement of this transaction failed, so nothing of it was stored.")
    connection.execute("COMMIT")
