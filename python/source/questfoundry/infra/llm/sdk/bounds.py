"""Limit an incoming answer in three ways: seconds of silence, seconds in total, and bytes.

The limits apply to the bytes before an SDK reads them. So a keep-alive message, which many servers
send while a model thinks, counts as activity. Compressed data is unpacked only up to the limit, so
it cannot fill the memory.
"""

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

MAX_ANSWER_BYTES = 64 * 2**20
"""The largest answer that is read, after decompression; a stream takes about 300 bytes a token."""

MAX_ANSWER_SECONDS = 3600.0
"""Seconds after which an answer is cancelled even if it is still arriving."""

IDENTITY_ENCODING = MappingProxyType({"Accept-Encoding": "identity"})
"""Requests uncompressed answers: they are small, and compression hides their size."""

_PIECE_BYTES = 2**16
_WINDOW_BITS = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}

_report_activity: ContextVar[Callable[[], None] | None] = ContextVar(
    "report_activity", default=None
)


class UnboundedAnswerError(Exception):
    """An error for an answer that is too large, or compressed with an unexpected encoding."""


@frozen(kw_only=True)
class AnswerBounds:
    """The time limits of an answer, in seconds.

    ``silence``: the longest time without data.
    ``longest``: the longest time for the whole answer.
    """

    silence: float
    longest: float = MAX_ANSWER_SECONDS

    @asynccontextmanager
    async def enforce(self, service: Service) -> AsyncIterator[Callable[[], None]]:
        """Enforce the time limits while the ``with`` block runs.

        If a limit is exceeded, raise the error that ``service`` builds for a timeout. Yield a
        function that the block calls when data arrives, to restart the limit on silence.
        """
        loop = asyncio.get_running_loop()
        whole, silence = asyncio.timeout(self.longest), asyncio.timeout(self.silence)

        def report_activity() -> None:
            if not silence.expired():
                silence.reschedule(loop.time() + self.silence)

        token = _report_activity.set(report_activity)
        try:
            async with whole, silence:
                yield report_activity
        except TimeoutError as exc:
            if whole.expired():
                raise service.duration_error(self.longest) from exc
            if silence.expired():
                raise service.silence_error(self.silence) from exc
            raise
        finally:
            _report_activity.reset(token)


async def limit_response(response: Any) -> None:
    """Make ``response`` raise ``UnboundedAnswerError`` when its body becomes too large.

    This function is registered as a response hook of clients of httpx and httpx2.
    """
    encoding = response.headers.pop("content-encoding", "identity").strip().lower()
    kind = _HttpxStream if isinstance(response, httpx.Response) else _Httpx2Stream
    response.stream = kind(response.stream, encoding)


class _LimitedStream:
    """The decompressed bytes of a response; more than ``MAX_ANSWER_BYTES`` raise an error."""

    def __init__(self, stream: Any, encoding: str) -> None:
        self._stream = stream
        self._encoding = encoding

    async def __aiter__(self) -> AsyncIterator[bytes]:
        encoding, size = self._encoding, 0
        if encoding not in {"", "identity", *_WINDOW_BITS}:
            raise UnboundedAnswerError(f"its encoding is {encoding!r}, which was not requested")
        decompressor = (
            zlib.decompressobj(_WINDOW_BITS[encoding]) if encoding in _WINDOW_BITS else None
        )
        report_activity = _report_activity.get()
        async for piece in self._stream:
            if report_activity is not None:
                report_activity()
            for part in (piece,) if decompressor is None else _decompress(decompressor, piece):
                size += len(part)
                if size > MAX_ANSWER_BYTES:
                    raise UnboundedAnswerError(f"it is larger than {MAX_ANSWER_BYTES // 2**20} MB")
                yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class _HttpxStream(_LimitedStream, httpx.AsyncByteStream):
    pass


class _Httpx2Stream(_LimitedStream, httpx2.AsyncByteStream):
    pass


def _decompress(decompressor: Any, piece: bytes) -> Iterator[bytes]:
    while piece:
        try:
            yield decompressor.decompress(piece, _PIECE_BYTES)
        except zlib.error as exc:
            raise UnboundedAnswerError(f"it cannot be decompressed ({exc})") from exc
        piece = decompressor.unconsumed_tail
