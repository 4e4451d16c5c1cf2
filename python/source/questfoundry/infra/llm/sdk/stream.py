"""Split an answer into JSON documents; an answer is an event stream or a single document.

The SDKs' own stream readers are not used, because they turn each event into a typed object. They
also find nothing if a server ignores the request to stream and answers in one piece.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterable
from contextlib import suppress
from typing import Any

_DONE = b"[DONE]"
_FIELD = b"data:"
_CLOSE_WAIT = 0.5
"""Seconds to wait for the end of the stream after ``[DONE]``, so the connection is reusable."""


async def iter_documents(pieces: AsyncIterable[bytes]) -> AsyncGenerator[Any, None]:
    """Yield each JSON document of an answer as it arrives.

    Raise ``ValueError`` if the answer contains no document.
    """
    data: list[bytes] = []
    other: list[bytes] = []
    found = False
    lines = _iter_lines(pieces)
    async for line in lines:
        if line.startswith(_FIELD):
            data.append(line.removeprefix(_FIELD).strip())
        elif line and not found:
            other.append(line)
        elif data and not line:
            event = b"\n".join(data)
            data.clear()
            if event == _DONE:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_CLOSE_WAIT):
                        async for _ in lines:
                            pass
                return
            found = True
            yield json.loads(event.decode())
    if not found:
        yield json.loads(b"\n".join(other).decode())


async def _iter_lines(pieces: AsyncIterable[bytes]) -> AsyncGenerator[bytes, None]:
    """Yield the lines of an answer that arrives in ``pieces``, and an empty line at the end."""
    begun: list[bytes] = []
    async for piece in pieces:
        *ended, last = piece.split(b"\n")
        for line in ended:
            yield b"".join((*begun, line)).rstrip(b"\r")
            begun.clear()
        begun.append(last)
    yield b"".join(begun)
    yield b""
