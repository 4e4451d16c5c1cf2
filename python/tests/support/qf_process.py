"""``qf`` as a separate process, forked from one that has already loaded everything.

Starting Python and the SDKs takes seconds; the tested behaviour (kills, Ctrl-C, limits, locks,
terminals) is the same in a forked process.
"""

import asyncio
import multiprocessing
import os
import pty
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Self

PRELOAD = (
    "questfoundry.cli.app",
    "questfoundry.cli.stage_run",
    "questfoundry.cli.run_command",
    "questfoundry.infra.llm.openai.chat",
    "questfoundry.infra.research.tools",
    "questfoundry.infra.research.tools",
    "questfoundry.infra.storage.project_lock",
    "questfoundry.infra.storage.sql_artifacts",
    "questfoundry.infra.storage.sql_conversations",
    "questfoundry.infra.storage.sql_journal",
    "questfoundry.infra.storage.sql_runs",
    "questfoundry.infra.storage.yaml_artifact_files",
    "aiohttp",
    "genai_prices.data",
    "httpcore2",
    "jinja2",
    "openai",
    "pytest",
    "rich.table",
    "ruamel.yaml",
    "truststore",
    "tests.support.warm",
)
_MACHINE = {
    "PATH": os.environ["PATH"],
    "HOME": os.environ.get("HOME", "/"),
    "TERM": "xterm",
    "QF_TRUST": "1",
    "XDG_STATE_HOME": os.environ["XDG_STATE_HOME"],
}
PATIENCE = 20.0
"""Seconds after which a test stops waiting for another process."""

context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload([*PRELOAD, __name__])


class QfProcess:
    """A ``qf`` process in a folder; ``terminal`` gives it a terminal, else ``typed`` is piped.

    Its environment is ``env`` and the basic variables of the machine. ``largest_file`` limits the
    bytes of one file; ``first`` is called in the process before the command.
    """

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        env: Mapping[str, str] | None = None,
        typed: str | bytes = "",
        terminal: bool = False,
        largest_file: int | None = None,
        first: Callable[[], object] | None = None,
    ) -> None:
        self._outputs = folder.parent / f"{folder.name}.outputs"
        self._outputs.mkdir(exist_ok=True)
        (self._outputs / "stdin").write_bytes(typed.encode() if isinstance(typed, str) else typed)
        self._master, self._slave = pty.openpty() if terminal else (None, None)
        self._process = context.Process(
            target=_run,
            args=(
                arguments,
                str(folder),
                {**_MACHINE, **(env or {})},
                str(self._outputs),
                os.ttyname(self._slave) if self._slave is not None else None,
                largest_file,
                first,
            ),
        )
        self._seen = ""
        self._awaited = 0

    def __enter__(self) -> Self:
        with _path_to_tests():
            self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join(PATIENCE)
        self._process.close()
        for fd in (self._master, self._slave):
            if fd is not None:
                os.close(fd)

    def kill(self) -> None:
        self._process.kill()
        self._process.join(PATIENCE)

    def send(self, number: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def allow_large_files(self) -> None:
        """End the limit of ``largest_file``, as if somebody had freed space on the disk."""
        assert self.pid is not None
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (most, most))

    def await_error(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self.err:
            assert time.monotonic() < deadline, f"Never said: {text}"
            self._process.join(0.02)

    def wait(self, seconds: float) -> None:
        """Wait some seconds, or until the process has ended."""
        self._process.join(seconds)

    def end(self, patience: float = PATIENCE) -> int | None:
        """Wait for the end, at most ``patience`` seconds, and return the exit code."""
        deadline = time.monotonic() + patience
        while self._master is not None and self._process.is_alive():
            self._read(deadline)  # a full terminal would block the process
        self._process.join(max(0.0, deadline - time.monotonic()))
        return self._process.exitcode

    def type(self, text: str) -> None:
        assert self._master is not None
        os.write(self._master, text.encode())

    def await_text(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while (at := self._seen.find(text, self._awaited)) < 0:
            assert self._process.is_alive(), f"It ended without {text!r}: {self._seen}"
            self._read(deadline)
        self._awaited = at + len(text)

    def await_waiting(self) -> None:
        """Wait until the main thread waits, because an earlier signal would be lost."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        deadline = time.monotonic() + PATIENCE
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "It never waits."

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def screen(self) -> str:
        """Return everything that the terminal has shown."""
        return self._seen

    @property
    def out(self) -> str:
        return (self._outputs / "stdout").read_text(encoding="utf-8")

    @property
    def err(self) -> str:
        return (self._outputs / "stderr").read_text(encoding="utf-8")

    def _read(self, deadline: float) -> None:
        assert time.monotonic() < deadline, f"Nothing more came after: {self._seen}"
        ready, _, _ = select.select([self._master, self._process.sentinel], [], [], 1.0)
        if self._master in ready:
            assert self._master is not None
            self._seen += os.read(self._master, 65536).decode(errors="replace")


@contextmanager
def _path_to_tests() -> Iterator[None]:
    """Let the fork server find ``tests``, because Python 3.11 does not give it ``sys.path``.

    Without the path, the server silently preloads nothing of ``tests``, and each process loads it.
    """
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    try:
        yield
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


def work_that_will_not_stop(ready: Event) -> None:
    """Run work that swallows its cancellation with ``run_interruptible``."""
    from questfoundry.presentation.interrupts import run_interruptible

    async def work(_: object) -> None:
        while True:
            ready.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run_interruptible(work)


def _run(
    arguments: tuple[str, ...],
    folder: str,
    env: dict[str, str],
    outputs: str,
    terminal: str | None,
    largest_file: int | None,
    first: Callable[[], object] | None,
) -> None:
    os.environ.clear()
    os.environ.update(env)
    sys.dont_write_bytecode = True  # a half-read file would break later processes
    os.chdir(folder)
    if terminal is None:
        _redirect(outputs)
    else:
        os.login_tty(os.open(terminal, os.O_RDWR))
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored if the tests run under nohup
    if largest_file is not None:
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, most))
    from questfoundry.cli.app import app

    if first is not None:
        first()
    app(list(arguments), prog_name="qf")


def _redirect(outputs: str) -> None:
    written = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, name, flags in (
        (0, "stdin", os.O_RDONLY),
        (1, "stdout", written),
        (2, "stderr", written),
    ):
        os.dup2(os.open(f"{outputs}/{name}", flags, 0o600), number)
