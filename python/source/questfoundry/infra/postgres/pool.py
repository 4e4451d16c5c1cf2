"""Share the connections to a database among all projects of a process."""

from __future__ import annotations

import logging
import selectors
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

import psycopg
from attrs import define, field
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Dumper, Loader
from psycopg_pool import ConnectionPool

from questfoundry.infra.postgres.migrations import require_schema

Connection = psycopg.Connection[tuple[Any, ...]]

PATIENCE = 5.0
"""The seconds to wait for a connection, as SQLite waits for another writer."""

_MOST_CONNECTIONS = 10

# The default selector opens a file for each look.
_Selector: type[selectors.BaseSelector] = getattr(
    selectors, "PollSelector", selectors.SelectSelector
)


@define
class _Shared:
    pool: ConnectionPool[Connection]
    users: int = field(default=0)


_SHARED: dict[str, _Shared] = {}
_SHARING = Lock()

# Callers get each error; the library's log would show it to the user a second time.
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())


def share_pool(url: str) -> ConnectionPool[Connection]:
    """Return the process's pool for ``url``; each call needs a later call of :func:`leave_pool`.

    The first call connects once, so that a wrong password or an old schema is reported as such.
    """
    with _SHARING:
        shared = _SHARED.get(url)
        if shared is None:
            with psycopg.connect(url, **_OPTIONS) as connection:
                require_schema(connection, url)
            shared = _SHARED[url] = _Shared(_open_pool(url))
        shared.users += 1
        return shared.pool


def leave_pool(url: str) -> None:
    """Close the pool for ``url`` if no other caller shares it."""
    with _SHARING:
        shared = _SHARED[url]
        shared.users -= 1
        if not shared.users:
            _SHARED.pop(url).pool.close()


@contextmanager
def lend_connection(pool: ConnectionPool[Connection]) -> Iterator[Connection]:
    """Yield a connection of ``pool``; an error in the block undoes its transaction."""
    connection = _take_live(pool)
    try:
        yield connection
    except BaseException:
        with suppress(psycopg.Error):
            connection.rollback()
        raise
    finally:
        pool.putconn(connection)


def _take_live(pool: ConnectionPool[Connection]) -> Connection:
    # A server that stops closes the connections of the pool. A write on such a connection would
    # fail, and nothing would tell whether the write had arrived.
    while _is_closed(connection := pool.getconn()):
        connection.close()
        pool.putconn(connection)
    return connection


def _is_closed(connection: Connection) -> bool:
    # An idle connection has nothing to read, except for a server's last words and its end.
    with _Selector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        return bool(selector.select(0))


def _open_pool(url: str) -> ConnectionPool[Connection]:
    return ConnectionPool(
        url,
        kwargs=_OPTIONS,
        min_size=0,
        max_size=_MOST_CONNECTIONS,
        timeout=PATIENCE,
        # A longer time would leave the pool asleep between attempts when the server is back.
        reconnect_timeout=PATIENCE,
        open=True,
    )


class _FlagDumper(Dumper):
    """A dumper of booleans as the numbers 0 and 1, as SQLite stores them."""

    oid = psycopg.adapters.types["int2"].oid

    def dump(self, obj: bool) -> Buffer | None:
        return b"1" if obj else b"0"


class _CountLoader(Loader):
    """A loader of sums of whole numbers, which PostgreSQL returns as decimals."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


def _adapters() -> AdaptersMap:
    adapters = AdaptersMap(psycopg.adapters)
    adapters.register_dumper(bool, _FlagDumper)
    adapters.register_loader("numeric", _CountLoader)
    return adapters


class _Context:
    adapters = _adapters()
    connection = None


# PgBouncer's transaction mode knows no prepared statements.
_OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": None,
    "connect_timeout": int(PATIENCE),
    "application_name": "questfoundry",
    "client_encoding": "UTF8",
    "context": _Context,
}
