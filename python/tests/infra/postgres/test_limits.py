"""The slots of accounts in PostgreSQL, which all workers of a database share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from questfoundry.composition.project.project import Project
from questfoundry.domain.errors import StoreError
from questfoundry.domain.protocols.limits import CallRates, CallSlots
from questfoundry.infra.postgres.chunk_index import PostgresChunkIndex
from questfoundry.infra.postgres.limits import PostgresCallSlots
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.testing.contracts.jobs import CallSlotsContract
from tests.support.postgres import PostgresServer

ONE = CallRates(calls_at_once=1)


def change(url: str, sql: str, *parameters: object) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(sql.encode(), parameters)


@pytest.fixture
def account() -> str:
    return uuid4().hex


@pytest.fixture
def slots(shared_database: str, account: str) -> Iterator[PostgresCallSlots]:
    """Yield the slots of an account, for a user who has only the rights of a program."""
    user = f"u{account[:8]}"
    change(shared_database, f"CREATE USER {user} IN ROLE qf_app")
    slots = PostgresCallSlots(shared_database.replace("postgres@", f"{user}@"), account)
    yield slots
    slots.close_pool()


class TestPostgresCallSlots(CallSlotsContract):
    """The slots that the workers of a database share."""

    @pytest.fixture(autouse=True)
    def _use(self, slots: CallSlots) -> None:
        """Use the fixture of this module."""


async def test_a_dead_worker_frees_its_calls_by_expiry(
    slots: PostgresCallSlots, shared_database: str, account: str
) -> None:
    """A worker that was killed does not end its calls."""
    lease = (await slots.take(ONE, 0)).lease
    assert lease is not None
    assert not (await slots.take(ONE, 0)).is_taken

    expire = "UPDATE qf_limits.leases SET expires_at = now() WHERE account = %s"
    change(shared_database, expire, account)
    await slots.renew(lease)
    assert not (await slots.take(ONE, 0)).is_taken

    change(shared_database, expire, account)
    second = await slots.take(ONE, 0)
    assert second.is_taken
    await slots.end(lease, ONE, 0)
    assert not (await slots.take(ONE, 0)).is_taken


async def test_accounts_wait_for_themselves_alone(
    slots: PostgresCallSlots, shared_database: str
) -> None:
    """A busy account must not stop another customer's account."""
    await slots.close(60.0)
    other = PostgresCallSlots(shared_database, uuid4().hex)

    assert (await other.take(ONE, 0)).is_taken
    other.close_pool()


@pytest.mark.slow
async def test_limits_outlive_a_crash_of_the_database() -> None:
    """The tables are empty after a crash, and the next call starts at once."""
    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        upgrade(server.url())
        slots = PostgresCallSlots(server.url(), "account")
        await slots.close(60.0)
        server.crash()
        with pytest.raises(StoreError):
            await slots.take(ONE, 0)
        server.start()
        assert (await slots.take(ONE, 0)).is_taken
        slots.close_pool()
    finally:
        server.remove()


async def test_a_project_in_a_database_uses_its_slots_and_its_books(
    postgres_project: str, tmp_path: Path
) -> None:
    """A worker that limited itself alone would be refused together with the others."""
    async with Project.open(tmp_path, env={}) as project:
        assert project.container.call_slots() is None
    async with Project.open(postgres_project, env={}) as project:
        container = project.container
        open_slots = container.call_slots()
        assert open_slots is not None
        assert await open_slots("a").get_closure() == 0.0
        assert isinstance(container.library.index(), PostgresChunkIndex)
        assert container.library.books().list() == []
