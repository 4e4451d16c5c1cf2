"""Read the JSON documents of an answer that arrives as server-sent events."""

import asyncio
import codecs
import io
import json
from collections.abc import AsyncGenerator, AsyncIterable
from contextlib import suppress
from typing import Any

_DONE = "[DONE]"
_FIELD = "data:"
_CLOSE_WAIT = 0.5
"""The seconds to wait for the stream to end after ``[DONE]``, so the connection is reusable."""


async def iter_documents(pieces: AsyncIterable[bytes]) -> AsyncGenerator[Any, None]:
    """Yield each JSON document of an answer as it arrives; empty and null events are skipped.

    Raise ``ValueError`` if the answer contains no document.
    """
    data: list[str] = []
    other: list[str] = []
    found = False
    lines = _iter_lines(pieces)
    async for line in lines:
        if line.startswith(_FIELD):
            data.append(line.removeprefix(_FIELD).strip())
        elif line and not found:
            other.append(line)
        elif data and not line:
            events = _split_events(data)
            data.clear()
            for event in events:
                if event == _DONE:
                    await _read_to_end(lines)
                    return
                found = True
                if (document := _parse_event(event)) is not None:
                    yield document
    if not found:
        yield json.loads("\n".join(other))


async def _read_to_end(lines: AsyncIterable[str]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_CLOSE_WAIT):
            async for _ in lines:
                pass


def _split_events(data: list[str]) -> list[str]:
    """Return the events in ``data``, the lines of data before an empty line.

    By the standard they are one event, but some servers leave out the empty lines.
    """
    are_events = len(data) > 1 and all(map(_is_event, data))
    return list(data) if are_events else ["\n".join(data)]


def _is_event(line: str) -> bool:
    try:
        return line == _DONE or isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _parse_event(event: str) -> Any:
    """Return the document in the data of an event; a server may report an error as plain text."""
    try:
        return json.loads(event or "null")
    except ValueError:
        if event.startswith(("{", "[")):
            raise
        return {"error": event}


async def _iter_lines(pieces: AsyncIterable[bytes]) -> AsyncGenerator[str, None]:
    """Yield the lines of an answer that arrives in ``pieces``, and an empty line at the end.

    A line ends with LF, CR or both, and a byte order mark at the start is skipped, as the standard
    of server-sent events says.
    """
    characters = codecs.getincrementaldecoder("utf-8-sig")()
    decoder = io.IncrementalNewlineDecoder(characters, translate=True)
    begun: list[str] = []
    async for piece in pieces:
        *ended, last = decoder.decode(piece).split("\n")
        for line in ended:
            yield "".join((*begun, line))
            begun.clear()
        begun.append(last)
    for line in "".join((*begun, decoder.decode(b"", final=True))).split("\n"):
        yield line
    yield ""
