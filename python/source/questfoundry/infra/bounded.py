"""Process untrusted files in a child process that has limits and no secrets.

The process receives only the environment variables that a program needs to start. A file that
exploits a parser can therefore waste limited memory and time, but finds no API keys.
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
    """An error for work in a child process that exceeded its limits or crashed."""


@frozen(kw_only=True)
class Bounds:
    """The limits of the child process.

    They limit memory and the size of the answer in bytes, and CPU time and total time in seconds.
    On Windows only the answer and the total time are limited.
    """

    memory_bytes: int = 2_000_000_000
    cpu_seconds: int = 120
    seconds: float = 300.0
    answer_bytes: int = 300_000_000


async def run_in_child(work: str, content: bytes, bounds: Bounds, **arguments: str) -> Any:
    """Run a function on ``content`` in a child process, and return its result, which must be JSON.

    ``work`` names the function as ``module:function``. ``arguments`` are its keyword arguments.
    Raise ``InputError`` if the function raised a ``QuestFoundryError``, and ``TooMuchError`` if it
    exceeded ``bounds``. If the calling task is cancelled, the process is killed.
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
