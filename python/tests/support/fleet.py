"""A database, a model server and worker processes, for the program ``workers.py``."""

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

os.environ.setdefault("XDG_STATE_HOME", tempfile.mkdtemp(prefix="qf-fleet-"))
os.environ["QF_TRUST"] = "1"
import psycopg

from questfoundry import Project
from questfoundry.composition.project.workplace import Workplace
from questfoundry.domain.run.job import JobOptions, PipelineJob
from questfoundry.infra.postgres.migrations import upgrade
from tests.chaos.server import ChaosServer
from tests.support.postgres import PostgresServer
from tests.support.qf_process import QfProcess
from tests.support.threaded_server import ThreadedServer

IDEA = "A noir mystery in a drowned city"
OPTIONS = JobOptions(size="micro", phases="condensed")
_ENDED = ("succeeded", "failed", "cancelled", "aborted")
_ARTIFACTS = """
SELECT project, name, content FROM qf_data.files WHERE starts_with(name, 'artifacts/') ORDER BY 1, 2
"""

_ENCRYPTIONS = [number.to_bytes(4) for number in (80877103, 80877104)]


class Fleet:
    """A private PostgreSQL server, a model server, and the workers of the queue.

    ``stories`` is the number of jobs of one worker at a time, ``stall`` its option ``--stall``.
    """

    def __init__(self, *, stories: int = 2, stall: float = 5, gap: float = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="qf-fleet-"))
        self.server = PostgresServer(Path(tempfile.mkdtemp()), settings=("fsync=on",))
        self.model = ChaosServer(gap=gap)
        self.workers: list[QfProcess] = []
        self.url = ""
        self._stories = stories
        self._stall = stall
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.server.create()
        self._stack.callback(self.server.remove)
        self.url = self.server.create_database()
        upgrade(self.url)
        self._stack.enter_context(self.model)
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    def start_worker(self, *, url: str = "", env: Mapping[str, str] | None = None) -> QfProcess:
        """Start a worker, which uses the database at ``url`` or the whole one."""
        (folder := self.folder / uuid4().hex[:8]).mkdir()
        worker = QfProcess(
            "worker",
            *("--stories", str(self._stories), "--stall", str(self._stall)),
            folder=folder,
            env={
                **self.model.env,
                "QF_DATABASE_URL": url or self.url,
                "XDG_CACHE_HOME": str(self.folder / "cache"),
                **(env or {}),
            },
        )
        self._stack.enter_context(worker)
        self.workers.append(worker)
        return worker

    def pause(self, worker: QfProcess, seconds: float) -> None:
        """Stop the process of ``worker`` for some seconds; it may be killed meanwhile."""
        worker.send(signal.SIGSTOP)
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            worker.send(signal.SIGCONT)

    def submit(self, names: Iterable[str]) -> None:
        """Put a whole story for each name into the queue."""

        async def start_all() -> None:
            with Workplace.connect(self.url) as workplace:
                for name in names:
                    await workplace.start(name, PipelineJob(idea=IDEA, options=OPTIONS))

        asyncio.run(start_all())

    def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows as the owner of all tables sees them."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement, values).fetchall()

    def count_states(self) -> dict[str, int]:
        """Return the number of jobs in each state."""
        return dict(
            self.query("SELECT status::text, count(*) FROM qf_queue.procrastinate_jobs GROUP BY 1")
        )

    def count_unfinished(self) -> int:
        """Return the number of jobs that have not ended; -1 if the database is away."""
        try:
            return sum(n for state, n in self.count_states().items() if state not in _ENDED)
        except psycopg.Error:
            return -1

    def await_all(self, seconds: float) -> float:
        """Wait until all jobs have ended, and return the seconds that this took."""
        return wait_until(lambda: self.count_unfinished() == 0, seconds)

    def count_takeovers(self) -> int:
        """Return how often jobs went back to the queue."""
        ((number,),) = self.query("SELECT sum(attempts)::int FROM qf_queue.procrastinate_jobs")
        return int(number or 0)

    def count_answers(self) -> int:
        """Return the number of answers that the model server has sent completely."""
        return sum(self.model.sent.values())

    def count_recorded(self) -> dict[str, int]:
        """Return the number of recorded model calls of each project."""
        return dict(
            self.query("SELECT project, sum(calls)::int FROM qf_data.journal GROUP BY project")
        )

    def artifacts(self) -> dict[str, dict[str, bytes]]:
        """Return the artifacts of each project as the bytes of their files."""
        found: dict[str, dict[str, bytes]] = {}
        for project, name, content in self.query(_ARTIFACTS):
            found.setdefault(project, {})[name] = bytes(content)
        return found

    def make_undisturbed(self) -> tuple[dict[str, bytes], int]:
        """Make the story in a folder; return the artifacts and the number of calls."""

        async def make() -> None:
            async with Project.open(folder, env=self.model.env) as project:
                await project.run(IDEA, size="micro", phases="condensed")

        folder = self.folder / "undisturbed"
        asyncio.run(make())
        calls = self.count_answers()
        self.model.reset()
        found = {f"artifacts/{each.name}": each for each in (folder / "artifacts").iterdir()}
        return {name: path.read_bytes() for name, path in found.items()}, calls


def wait_until(condition: Callable[[], bool], seconds: float = 120) -> float:
    """Wait at most ``seconds`` for ``condition``, and return the seconds that this took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not within {seconds} seconds")
        time.sleep(0.05)
    return time.monotonic() - began


class CuttingProxy(ThreadedServer):
    """A proxy in front of PostgreSQL that goes away at each ``every``-th statement.

    Statements are simple queries, with which projects use the database. Every second time, the
    statement still reaches the server, and its answer gets lost. ``most`` limits the outages.
    """

    def __init__(self, port: int, *, every: int, seconds: float, most: int) -> None:
        super().__init__()
        self._target = port
        self._every = every
        self._seconds = seconds
        self._most = most
        self._back_at = 0.0
        self._writers: set[asyncio.StreamWriter] = set()
        self.statements = self.outages = 0

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if time.monotonic() < self._back_at:
            writer.transport.abort()
            return
        back, forth = await asyncio.open_connection("127.0.0.1", self._target)
        mine = {writer, forth}
        self._writers |= mine
        try:
            await asyncio.gather(self._pass_on(reader, forth), _copy(back, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self._writers -= mine
            for each in mine:
                each.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        kind = b""  # The first message of a connection has no kind.
        while True:
            size = await reader.readexactly(4)
            body = await reader.readexactly(int.from_bytes(size) - 4)
            is_cut = kind == b"Q" and self._is_due()
            if not is_cut or self.outages % 2:
                writer.write(kind + size + body)
                await writer.drain()
            if is_cut:
                await self._go_away()
            # The client asks for encryption before the first message, which has no kind either.
            asks_for_encryption = not kind and body in _ENCRYPTIONS
            kind = b"" if asks_for_encryption else await reader.readexactly(1)

    def _is_due(self) -> bool:
        self.statements += 1
        if self.statements % self._every or self.outages >= self._most:
            return False
        self.outages += 1
        return True

    async def _go_away(self) -> None:
        if self.outages % 2:
            await asyncio.sleep(0.02)  # The server gets the statement and stores it.
        self._back_at = time.monotonic() + self._seconds
        for each in self._writers:
            each.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(65536):
        writer.write(chunk)
        await writer.drain()
    raise ConnectionResetError
