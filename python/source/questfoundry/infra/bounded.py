"""Read untrusted files in a child process that has limits and no secrets.

The child process receives only the environment variables that a program needs to start. So a file
that exploits a parser finds no API keys, and can waste only limited memory and time.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from questfoundry.domain.errors import InputError

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter

_CHILD_PROGRAM = """
import json, sys
order = json.loads(sys.stdin.buffer.readline())
sys.path[:] = order["path"]
from questfoundry.infra.bounded_child import serve
serve(order)
"""
_VARIABLE_NAMES = (
    "PATH SYSTEMROOT WINDIR TEMP TMP TMPDIR LANG LC_ALL LD_LIBRARY_PATH DYLD_LIBRARY_PATH"
)
_PASSED_VARIABLES = frozenset(_VARIABLE_NAMES.split())
_READ_SIZE = 1_000_000


class TooMuchError(Exception):
    """An error for a child process that exceeded its limits or crashed."""


@frozen(kw_only=True)
class Bounds:
    """The limits of a child process that reads one untrusted file.

    Memory and the answer are limited in bytes, CPU time and total time in seconds. On Windows only
    the answer and the total time are limited.
    """

    memory_bytes: int = 2_000_000_000
    cpu_seconds: int = 120
    seconds: float = 300.0
    answer_bytes: int = 300_000_000


async def run_in_child(work: str, content: bytes, bounds: Bounds, **arguments: str) -> Any:
    """Call a function in a child process, and return the JSON value that the function returns.

    ``work`` names the function as ``module:function``. The function receives ``content`` and the
    keyword arguments ``arguments``. Raise ``InputError`` if the function raises a
    ``QuestFoundryError``. Raise ``TooMuchError`` if the child process exceeds ``bounds`` or
    crashes. If the calling task is cancelled, the child process is killed.
    """
    order = {
        "path": [each for each in sys.path if each],
        "work": work,
        "arguments": arguments,
        "memory": bounds.memory_bytes,
        "seconds": bounds.cpu_seconds,
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-c", _CHILD_PROGRAM),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={
            name: value for name, value in os.environ.items() if name.upper() in _PASSED_VARIABLES
        },
    )
    try:
        async with asyncio.timeout(bounds.seconds):
            sending = asyncio.create_task(
                _send(process, f"{json.dumps(order)}\n".encode(), content)
            )
            output = await _read_answer(process, bounds.answer_bytes)
            await sending
            code = await process.wait()
    except TimeoutError as late:
        raise TooMuchError(f"not done after {bounds.seconds:g} seconds") from late
    finally:
        if process.returncode is None:
            process.kill()
            # A pipe with an unread rest would keep `wait` from returning.
            await _read_rest(process)
            await process.wait()
    if code:
        raise TooMuchError(f"the process ended with {code}")
    answer = await asyncio.to_thread(json.loads, output)
    if "problem" in answer:
        raise InputError(answer["problem"])
    return answer["result"]


async def _send(process: Process, *parts: bytes) -> None:
    stdin = cast("StreamWriter", process.stdin)
    with suppress(ConnectionError):  # the process ended early; its exit code is checked later
        for part in parts:
            stdin.write(part)
            await stdin.drain()
        stdin.close()


async def _read_answer(process: Process, limit: int) -> bytes:
    stdout = cast("StreamReader", process.stdout)
    output = bytearray()
    while part := await stdout.read(_READ_SIZE):
        output += part
        if len(output) > limit:
            raise TooMuchError(f"its answer has more than {limit:,} bytes")
    return bytes(output)


async def _read_rest(process: Process) -> None:
    while await cast("StreamReader", process.stdout).read(_READ_SIZE):
        pass
