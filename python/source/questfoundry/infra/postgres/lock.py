"""Lock a project in PostgreSQL with a lease, which the holder renews and others may take over."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from questfoundry.domain.errors import StoreError, StoreLockedError
from questfoundry.domain.protocols.runs import ProjectLock
from questfoundry.infra.postgres.database import Lease, LeaseKey, add_lease, current_leases

if TYPE_CHECKING:
    from questfoundry.infra.postgres.database import PostgresDatabase

LEASE_SECONDS = 30.0
"""The seconds after which others may take over the lease of a holder that does not answer."""

_BEATS = 3  # Renewals in the time of a lease, so that one late renewal is no loss
# Times are those of the server. After its start, holders get the time of a lease to come back.
_TAKE = """
INSERT INTO leases (name, holder, expires_at)
VALUES (:name, :holder, clock_timestamp() + :seconds * interval '1 second')
ON CONFLICT (name) DO UPDATE
SET token = excluded.token, holder = excluded.holder, since = excluded.since,
    expires_at = excluded.expires_at
WHERE leases.expires_at < clock_timestamp()
    AND pg_postmaster_start_time() < clock_timestamp() - :seconds * interval '1 second'
RETURNING token
"""
_RENEW = """
UPDATE leases SET expires_at = clock_timestamp() + :seconds * interval '1 second'
WHERE name = :name AND token = :token RETURNING token
"""


class PostgresProjectLock(ProjectLock):
    """A lock by rows of the table ``leases``.

    A thread renews the lease as long as the block runs, also while its code keeps the event loop
    busy. If the holder stops for longer than ``seconds``, another process may take the lease over.
    Each later write of the former holder then raises ``StoreTakenOverError``.
    """

    def __init__(self, database: PostgresDatabase, *, seconds: float = LEASE_SECONDS) -> None:
        self._database = database
        self._seconds = seconds

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
        key = self._key("")
        if key in current_leases():
            yield
            return
        lease = self._take(key, purpose)
        if lease is None:
            raise StoreLockedError(
                f"{self._holder(key)} holds the project {self._database.address.place!r}. "
                f"Wait for it, or stop it. A killed process frees it after {self._seconds:.0f} "
                "seconds."
            )
        with self._keep(key, lease):
            yield

    @contextmanager
    def try_hold_run(self, run_id: str) -> Iterator[bool]:
        key = self._key(run_id)
        lease = self._take(key, run_id)
        if lease is None:
            yield False
            return
        with self._keep(key, lease):
            yield True

    def _key(self, name: str) -> LeaseKey:
        address = self._database.address
        return LeaseKey(address.url, address.tenant, address.project, name)

    def _take(self, key: LeaseKey, purpose: str) -> Lease | None:
        holder = {"purpose": purpose, "pid": os.getpid(), "host": socket.gethostname()}
        rows = self._database.execute(
            _TAKE, {"name": key.name, "holder": json.dumps(holder), "seconds": self._seconds}
        )
        return Lease(rows[0][0]) if rows else None

    @contextmanager
    def _keep(self, key: LeaseKey, lease: Lease) -> Iterator[None]:
        add_lease(key, lease)
        released = Event()
        Thread(target=self._renew, args=(key, lease, released), daemon=True).start()
        try:
            yield
        finally:
            released.set()
            lease.is_held = False
            with suppress(StoreError):  # The lease expires by itself.
                self._database.execute(
                    "DELETE FROM leases WHERE name = ? AND token = ?", (key.name, lease.token)
                )

    def _renew(self, key: LeaseKey, lease: Lease, released: Event) -> None:
        values = {"name": key.name, "token": lease.token, "seconds": self._seconds}
        while not released.wait(self._seconds / _BEATS):
            with suppress(StoreError):  # A server that is away may be back for the next renewal.
                if not self._database.execute(_RENEW, values):
                    return

    def _holder(self, key: LeaseKey) -> str:
        rows = self._database.execute(
            "SELECT holder, since FROM leases WHERE name = ?", (key.name,)
        )
        try:
            ((text, since),) = rows
            holder = json.loads(text)
            return (
                f"{holder['purpose']}, process {holder['pid']} on {holder['host']}, "
                f"since {since.astimezone():%H:%M},"
            )
        except (ValueError, LookupError, TypeError):
            return "Another process"
