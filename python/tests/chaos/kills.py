"""Kill ``qf`` with signal 9: after a time, before a call of C code, or at a system call.

strace kills at system calls if it may trace processes. It is a test tool and no part of the
program.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import IO, Any

import httpx2
from attrs import frozen
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from questfoundry import Project
from questfoundry.composition.wiring.mcp import mcp_server
from tests.support import qf_process
from tests.support.desk import at_desk
from tests.support.qf_process import PATIENCE, PRELOAD, QfProcess, context

FAILED = 5


async def ask_desk(address: str, *fields: str) -> int:
    """Send a form with ``name=value`` fields to the desk, and wait until its task has ended."""
    form = dict(each.split("=", 1) for each in fields)
    async with at_desk(Path(), env=os.environ) as desk:
        answer = await desk.post(address, form)
        assert answer.status_code == 303, answer.text
        async for _ in desk.views.task.changes():
            pass
        sys.stderr.write(desk.views.task.problem)
        return FAILED if desk.views.task.problem else 0


async def ask_mcp(tool: str, *fields: str) -> int:
    """Call a tool with ``name=value`` arguments over HTTP."""
    arguments = dict(each.split("=", 1) for each in fields)
    async with (
        Project.open(Path(), env=os.environ) as project,
        mcp_server(project.container, approves=True) as server,
        server.serve_http() as (address, token),
        httpx2.AsyncClient(headers=_authorize(token), timeout=None) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        result = await client.call_tool(tool, arguments)
        sys.stderr.write(str(result.content))
        return FAILED if result.is_error else 0


def _authorize(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


DOORS: Mapping[str, Callable[..., Coroutine[Any, Any, int]]] = {"@desk": ask_desk, "@mcp": ask_mcp}


def open_door(arguments: tuple[str, ...]) -> None:
    """Leave the process with the end of the door's request; return for a command of ``qf``."""
    if arguments[0] in DOORS:
        sys.exit(asyncio.run(DOORS[arguments[0]](*arguments[1:])))


# Preloaded before the fork server starts.
_ALSO = (
    "anthropic",
    "ollama",
    "questfoundry.infra.llm.anthropic.chat",
    "questfoundry.infra.llm.ollama.chat",
    "questfoundry.cli.book_chat",
    "questfoundry.cli.book_commands",
    "questfoundry.cli.check_command",
    "questfoundry.cli.drafts_command",
    "questfoundry.cli.import_command",
    "questfoundry.composition.project.books",
    "questfoundry.composition.project.import_material",
    "questfoundry.tui.command",
    "tests.chaos.kills",
    "questfoundry.infra.export.markdown",
    "questfoundry.infra.search.hybrid",
)


context.set_forkserver_preload([*PRELOAD, qf_process.__name__, *_ALSO, __name__])

_CALLS = "write fsync replace rename unlink link mkdir open send sendmsg recv_into execute close"

CALLS = frozenset(_CALLS.split())
"""C functions through which data leaves the process or becomes permanent."""

_SYSTEM_CALLS = (
    "write pwrite64 fsync fdatasync rename renameat renameat2 unlink unlinkat openat link linkat "
    "ftruncate sendto sendmsg mkdir recvfrom"
)

SYSTEM_CALLS = tuple(_SYSTEM_CALLS.split())

_CALL = re.compile(r"^(\d+) +(\w+)\(", re.MULTILINE)
"""The thread and the name in a line that strace writes."""

KILLED = -signal.SIGKILL

LONG = 180.0
"""Seconds before a command counts as hanging; a whole story is slow while calls are counted."""

NEVER = 1 << 40
"""A call number that is never reached, which only counts the calls."""


@frozen(kw_only=True)
class AfterTime:
    """A kill some seconds after the start."""

    seconds: float


@frozen(kw_only=True)
class AtCall:
    """A kill before the call with this number, from 1, among ``CALLS``."""

    number: int


@frozen(kw_only=True)
class AtSystemCall:
    """A kill at the system call with this name and number, from 1."""

    name: str
    number: int


Moment = AfterTime | AtCall | AtSystemCall


@frozen(kw_only=True)
class Ended:
    """The end of a command; the code ``KILLED`` means signal 9."""

    code: int | None
    said: str
    seconds: float
    calls: int = 0

    @property
    def killed(self) -> bool:
        """Return whether the kill happened."""
        return self.code == KILLED


def run(
    arguments: tuple[str, ...], folder: Path, env: Mapping[str, str], moment: Moment | None = None
) -> Ended:
    """Run ``qf`` or another door, and kill the process at ``moment``."""
    counted = context.Value("q", 0)
    began, go = context.Event(), context.Event()
    number = moment.number if isinstance(moment, AtCall) else 0
    first = partial(_begin, arguments, began, go, counted, number)
    with QfProcess(*arguments, folder=folder, env=env, first=first) as process:
        assert began.wait(PATIENCE)
        tracer = _traced(process.pid, moment) if isinstance(moment, AtSystemCall) else None
        at = time.monotonic()
        go.set()
        if isinstance(moment, AfterTime):
            process.wait(moment.seconds)
            process.kill()
        code = process.end(LONG)
        seconds = time.monotonic() - at
        if tracer is not None:
            tracer.wait(LONG)
        return Ended(
            code=code, said=process.out + process.err, seconds=seconds, calls=counted.value
        )


def counts_of(arguments: tuple[str, ...], folder: Path, env: Mapping[str, str]) -> dict[str, int]:
    """Return how often one thread of an undisturbed command makes each system call.

    strace counts the calls of each thread separately, so a higher number would never kill. Without
    strace, the result is empty.
    """
    if not can_trace():
        return {}
    began, go = context.Event(), context.Event()
    first = partial(_begin, arguments, began, go, context.Value("q", 0), 0)
    told = folder.parent / f"{folder.name}.calls"
    with QfProcess(*arguments, folder=folder, env=env, first=first) as process:
        assert began.wait(PATIENCE)
        tracer = _strace(process.pid, "-o", str(told), "-e", f"trace={','.join(SYSTEM_CALLS)}")
        go.set()
        process.end(LONG)
        tracer.wait(LONG)
    return _most_of_one_thread(told.read_text(errors="replace"))


def _most_of_one_thread(log: str) -> dict[str, int]:
    by_thread = Counter(_CALL.findall(log))
    most: dict[str, int] = {}
    for (_, name), count in by_thread.items():
        most[name] = max(count, most.get(name, 0))
    return most


def can_trace() -> bool:
    """Return whether strace may attach to our processes."""
    if not _TRACES:
        _TRACES.append(_tried())
    return _TRACES[0]


_TRACES: list[bool] = []


def _tried() -> bool:
    if shutil.which("strace") is None:
        return False
    with subprocess.Popen(["sleep", "30"]) as sleeping:
        try:
            tracer = _strace(sleeping.pid, "-e", "trace=write")
        except AssertionError:
            return False
        finally:
            sleeping.kill()
        tracer.wait(LONG)
    return True


def _traced(pid: int, moment: AtSystemCall) -> subprocess.Popen[str]:
    inject = f"inject={moment.name}:signal=KILL:when={moment.number}"
    return _strace(pid, "-o", os.devnull, "-e", f"trace={moment.name}", "-e", inject)


def _strace(pid: int, *options: str) -> subprocess.Popen[str]:
    tracer = subprocess.Popen(
        ["strace", "-f", "-p", str(pid), *options],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert tracer.stderr is not None
    said = tracer.stderr.readline()
    assert "attached" in said, said
    # Later output must not fill the pipe.
    threading.Thread(target=_drain, args=(tracer.stderr,), daemon=True).start()
    return tracer


def _drain(output: IO[str]) -> None:
    with output:
        output.read()


def _begin(
    arguments: tuple[str, ...], began: Event, go: Event, counted: "Synchronized[int]", number: int
) -> None:
    began.set()
    go.wait(PATIENCE)
    if number:
        _count_calls(counted, number)
    open_door(arguments)


def _count_calls(counted: "Synchronized[int]", number: int) -> None:
    def look(_frame: FrameType, event: str, called: object) -> None:
        if event == "c_call" and getattr(called, "__name__", "") in CALLS:
            counted.get_obj().value += 1
            if counted.get_obj().value == number:
                os.kill(os.getpid(), signal.SIGKILL)

    threading.setprofile(look)
    sys.setprofile(look)
