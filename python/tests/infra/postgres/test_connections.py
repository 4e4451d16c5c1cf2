"""Connections over TLS and through PgBouncer, and the private server of the tests."""

import asyncio
import shutil
import ssl
import tempfile
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
import trustme

from questfoundry import PipelineJob, Project, Workplace
from questfoundry.composition.wiring.worker import StoryWorker
from questfoundry.domain.errors import StoreError
from questfoundry.infra.postgres.pool import leave_pool, lend_connection, share_pool
from tests.support.fronts import pgbouncer, tls_front
from tests.support.postgres import PostgresServer

ENV = {"QF_PROVIDER": "draft/scenes"}


def secure(url: str, port: int, authority: Path) -> str:
    """Return ``url`` with the name of the certificate, for the authorities in a file."""
    path = urlsplit(url).path
    options = f"sslmode=verify-full&sslrootcert={authority}"
    return f"postgresql://postgres:hush@localhost:{port}{path}?{options}"


async def test_a_worker_and_a_program_speak_tls(
    shared_database: str, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """Passwords and stories must not cross a network in the clear. (JOB-3.5)"""
    authority, stranger = trustme.CA(), trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ours.pem")
    stranger.cert_pem.write_to_path(tmp_path / "theirs.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    with tls_front(postgres_server.port, context) as port:
        url = secure(shared_database, port, tmp_path / "ours.pem")
        assert await make_dream(url, url) == ("dream-1",)
        wrong_server = secure(shared_database, port, tmp_path / "theirs.pem")
        wrong_name = url.replace("localhost", "127.0.0.1")
        plain_server = secure(shared_database, postgres_server.port, tmp_path / "ours.pem")
        for wrong in (wrong_server, wrong_name, plain_server):
            with pytest.raises(StoreError) as refused:
                await asyncio.to_thread(Workplace.connect, wrong)
            assert "hush" not in str(refused.value)


async def make_dream(url: str, worker_url: str) -> tuple[str, ...]:
    """Let a worker make the first stage, follow it, and return its runs."""
    queue = uuid4().hex
    worker = StoryWorker(worker_url, ENV, queue=queue, stall=5)
    task = asyncio.ensure_future(worker.run())
    async with asyncio.timeout(120):
        with Workplace.connect(url, queue=queue) as workplace:
            job = await workplace.start(f"p{queue}", PipelineJob(idea="A door", end="dream"))
            events = [logged.event.name async for logged in job.events()]
            result = await job.result()
        worker.stop()
        await task
    assert "stage_complete" in events
    return result.runs


@pytest.mark.skipif(not shutil.which("pgbouncer"), reason="PgBouncer is not installed")
async def test_programs_work_behind_pgbouncer(
    shared_database: str, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """Its transaction mode gives each transaction another connection. (JOB-3.5)"""
    with pgbouncer(postgres_server.port, tmp_path) as port:
        url = shared_database.replace(f":{postgres_server.port}/", f":{port}/")
        assert await make_dream(url, shared_database) == ("dream-1",)

        async def make_story(name: str) -> bool:
            async with Project.open(f"{url}/{name}", env=ENV) as project:
                return bool((await project.run("A door in the sea")).ship_result)

        names = [uuid4().hex for _ in range(2)]
        async with asyncio.timeout(200):
            assert all(await asyncio.gather(*map(make_story, names)))


def test_no_statement_is_prepared(shared_database: str) -> None:
    """A statement that one connection of PgBouncer prepares is unknown to the next."""
    pool = share_pool(shared_database)
    with lend_connection(pool) as connection:
        assert connection.prepare_threshold is None
    leave_pool(shared_database)


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
