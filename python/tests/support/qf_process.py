"""``qf`` as a process of its own, forked from one that has loaded everything already.

Starting Python and the SDKs takes seconds; what the tests are about (kills, Ctrl-C, limits,
locks, terminals) is the same in a forked process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pty
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Self

PRELOAD = (
    "questfoundry.cli.app",
    "questfoundry.cli.stage_command",
    "questfoundry.cli.run_command",
    "questfoundry.cli.stage_run",
    "questfoundry.infra.llm.openai.chat",
    "questfoundry.infra.research.craft_corpus",
    "questfoundry.infra.research.web_fetch",
    "questfoundry.infra.research.web_search",
    "questfoundry.infra.storage.migrations",
    "questfoundry.infra.storage.project_lock",
    "questfoundry.infra.storage.sqlite_artifacts",
    "questfoundry.infra.storage.sqlite_conversations",
    "questfoundry.infra.storage.sqlite_journal",
    "questfoundry.infra.storage.sqlite_runs",
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
"""Seconds after which a test gives up waiting for another process."""

context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload([*PRELOAD, __name__])


class QfProcess:
    """``qf`` with those arguments in a folder; ``terminal`` gives it one, else ``typed`` is piped.

    Of the environment it gets ``env`` and what a machine needs. ``largest_file`` bounds what it
    may write to one file, in bytes; ``first`` is called in the process before the command.
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
        """Kill -9, and wait until it is gone."""
        self._process.kill()
        self._process.join(PATIENCE)

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def await_error(self, text: str) -> None:
        """Wait until its standard error holds the text."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.err:
            assert time.monotonic() < deadline, f"Never said: {text}"
            self._process.join(0.02)

    def wait(self, seconds: float) -> None:
        """Wait so long, or until it has ended."""
        self._process.join(seconds)

    def end(self, patience: float = PATIENCE) -> int | None:
        """Wait for the end, so many seconds at most; the exit code."""
        deadline = time.monotonic() + patience
        while self._master is not None and self._process.is_alive():
            self._read(deadline)  # a full terminal would block it
        self._process.join(max(0.0, deadline - time.monotonic()))
        return self._process.exitcode

    def type(self, text: str) -> None:
        """Type at its terminal."""
        assert self._master is not None
        os.write(self._master, text.encode())

    def await_text(self, text: str) -> None:
        """Read its terminal until the text has come, after what was awaited before."""
        deadline = time.monotonic() + PATIENCE
        while (at := self._seen.find(text, self._awaited)) < 0:
            assert self._process.is_alive(), f"It ended without {text!r}: {self._seen}"
            self._read(deadline)
        self._awaited = at + len(text)

    def await_waiting(self) -> None:
        """Wait until its main thread waits: a signal a moment before that would be lost."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        deadline = time.monotonic() + PATIENCE
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "It never waits."

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def screen(self) -> str:
        """All that came on its terminal so far."""
        return self._seen

    @property
    def out(self) -> str:
        """Its standard output."""
        return (self._outputs / "stdout").read_text(encoding="utf-8")

    @property
    def err(self) -> str:
        """Its standard error."""
        return (self._outputs / "stderr").read_text(encoding="utf-8")

    def _read(self, deadline: float) -> None:
        assert time.monotonic() < deadline, f"Nothing more came after: {self._seen}"
        ready, _, _ = select.select([self._master, self._process.sentinel], [], [], 1.0)
        if self._master in ready:
            assert self._master is not None
            self._seen += os.read(self._master, 65536).decode(errors="replace")


def work_that_will_not_stop(ready: Event) -> None:
    """What ``run_interruptible`` makes of work that swallows its cancellation."""
    from questfoundry.cli.interrupts import run_interruptible

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
    sys.dont_write_bytecode = True  # half a file of it would break the processes after this one
    os.chdir(folder)
    if terminal is None:
        _redirect(outputs)
    else:
        os.login_tty(os.open(terminal, os.O_RDWR))
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored where the tests run under nohup
    if largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
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
