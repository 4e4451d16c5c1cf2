"""What an answer may take while it arrives: seconds of silence, seconds in all, and bytes.

All three are kept where the bytes come in, below the SDKs: a server that only says that it is
still there, as many do while a model thinks, is not silent, and what unpacks to gigabytes is
never unpacked.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

import httpx
import httpx2
from attrs import frozen

from questfoundry.infra.llm.sdk.service import Service

MOST_BYTES = 64 * 2**20
"""The largest answer that is read, unpacked; a stream takes some 300 bytes a token."""

LONGEST = 3600.0
"""Seconds after which an answer that still goes on is given up."""

IDENTITY = MappingProxyType({"Accept-Encoding": "identity"})
"""Asks for answers as they are: they are small, and what is packed has no size."""

_PIECE = 2**16
_PACKED = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}

_heard: ContextVar[Callable[[], None] | None] = ContextVar("heard", default=None)


class UnboundedAnswerError(Exception):
    """An answer is larger than any can be, or packed in a way that nobody asked for."""


@frozen(kw_only=True)
class AnswerBounds:
    """Both in seconds: ``silence`` with nothing arriving, ``longest`` in all."""

    silence: float
    longest: float = LONGEST

    @asynccontextmanager
    async def kept(self, service: Service) -> AsyncIterator[Callable[[], None]]:
        """Raise the service's error in time; what is given says that there is no silence."""
        loop = asyncio.get_running_loop()
        whole, silence = asyncio.timeout(self.longest), asyncio.timeout(self.silence)

        def heard() -> None:
            if not silence.expired():
                silence.reschedule(loop.time() + self.silence)

        token = _heard.set(heard)
        try:
            async with whole, silence:
                yield heard
        except TimeoutError as exc:
            if whole.expired():
                raise service.endless(self.longest) from exc
            if silence.expired():
                raise service.silent(self.silence) from exc
            raise
        finally:
            _heard.reset(token)


async def bound(response: Any) -> None:
    """Hook of an HTTP client, which is httpx or httpx2: bounds the bytes of its responses."""
    packed = response.headers.pop("content-encoding", "identity").strip().lower()
    kind = _Httpx if isinstance(response, httpx.Response) else _Httpx2
    response.stream = kind(response.stream, packed)


class _Bounded:
    """The bytes of an answer, unpacked, as far as they may go."""

    def __init__(self, stream: Any, packed: str) -> None:
        self._stream = stream
        self._packed = packed

    async def __aiter__(self) -> AsyncIterator[bytes]:
        packed, size = self._packed, 0
        if packed not in {"", "identity", *_PACKED}:
            raise UnboundedAnswerError(f"it is packed as {packed!r}, which was not asked for")
        unpack = zlib.decompressobj(_PACKED[packed]) if packed in _PACKED else None
        heard = _heard.get()
        async for piece in self._stream:
            if heard is not None:
                heard()
            for part in (piece,) if unpack is None else _unpacked(unpack, piece):
                size += len(part)
                if size > MOST_BYTES:
                    raise UnboundedAnswerError(f"it is larger than {MOST_BYTES // 2**20} MB")
                yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Httpx(_Bounded, httpx.AsyncByteStream):
    pass


class _Httpx2(_Bounded, httpx2.AsyncByteStream):
    pass


def _unpacked(unpack: Any, piece: bytes) -> Iterator[bytes]:
    while piece:
        try:
            yield unpack.decompress(piece, _PIECE)
        except zlib.error as exc:
            raise UnboundedAnswerError(f"it cannot be unpacked ({exc})") from exc
        piece = unpack.unconsumed_tail
