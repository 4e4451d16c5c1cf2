"""Work on what strangers made, in a process of its own: bounded, and without any key.

The process gets no variable but those that start a program. So what a file makes a parser do, in
C++ above all, costs at most that memory and time, and nothing that is worth stealing is near it.
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

_START = """
import json, sys
order = json.loads(sys.stdin.buffer.readline())
sys.path[:] = order["path"]
from questfoundry.infra.bounded_child import serve
serve(order)
"""
_STARTS = "PATH SYSTEMROOT WINDIR TEMP TMP TMPDIR LANG LC_ALL LD_LIBRARY_PATH DYLD_LIBRARY_PATH"
_NEEDED = frozenset(_STARTS.split())
_AT_ONCE = 1_000_000


class TooMuchError(Exception):
    """The work took more than its bounds, or crashed."""


@frozen(kw_only=True)
class Bounds:
    """What the work may take: bytes of memory and of its answer, seconds of computing and in all.

    Windows bounds only the answer and the seconds in all.
    """

    memory: int = 2_000_000_000
    computing: int = 120
    seconds: float = 300.0
    answer: int = 300_000_000


async def in_child(work: str, content: bytes, bounds: Bounds, **arguments: str) -> Any:
    """What the function ``module:name`` makes of the content, as JSON can hold it.

    ``InputError`` where it raised an error of ours, ``TooMuchError`` where it went beyond its
    bounds. When the task that waits is cancelled, the process is killed.
    """
    order = {
        "path": [each for each in sys.path if each],
        "work": work,
        "arguments": arguments,
        "memory": bounds.memory,
        "seconds": bounds.computing,
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-c", _START),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={name: value for name, value in os.environ.items() if name.upper() in _NEEDED},
    )
    try:
        async with asyncio.timeout(bounds.seconds):
            sending = asyncio.create_task(
                _send(process, f"{json.dumps(order)}\n".encode(), content)
            )
            said = await _answer(process, bounds.answer)
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
    answer = await asyncio.to_thread(json.loads, said)
    if "problem" in answer:
        raise InputError(answer["problem"])
    return answer["result"]


async def _send(process: Process, *parts: bytes) -> None:
    stdin = cast("StreamWriter", process.stdin)
    with suppress(ConnectionError):  # it ended before, and its code says so
        for part in parts:
            stdin.write(part)
            await stdin.drain()
        stdin.close()


async def _answer(process: Process, most: int) -> bytes:
    stdout = cast("StreamReader", process.stdout)
    said = bytearray()
    while part := await stdout.read(_AT_ONCE):
        said += part
        if len(said) > most:
            raise TooMuchError(f"its answer has more than {most:,} bytes")
    return bytes(said)
