"""Define the base class of providers that use an official SDK, and limit each incoming answer.

An answer has a limit on silence, on the total time and on its size. The limits apply to the bytes
before an SDK reads them, so a keep-alive message counts as activity.
"""

import asyncio
import zlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import aiohttp
import httpx
import httpx2
from attrs import frozen

from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.network import build_client_options

MAX_ANSWER_BYTES = 64 * 2**20
"""The largest answer that is read, after decompression; a stream takes about 300 bytes a token."""

MAX_ANSWER_SECONDS = 3600.0
"""The seconds after which an answer is cancelled even if it is still arriving."""

IDENTITY_ENCODING = MappingProxyType({"Accept-Encoding": "identity"})
"""A header that requests uncompressed answers, because compression hides their size."""

_PIECE_BYTES = 2**16
_WINDOW_BITS = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}

_report_activity: ContextVar[Callable[[], None] | None] = ContextVar(
    "report_activity", default=None
)


class UnboundedAnswerError(Exception):
    """An error for an answer that is too large, or compressed with an unexpected encoding."""


@frozen(kw_only=True)
class AnswerBounds:
    """The time limits of an answer in seconds: ``silence`` without data, ``longest`` in total."""

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
    """Make ``response`` raise ``UnboundedAnswerError`` when its body becomes too large."""
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


CONNECT_TIMEOUT = 10.0
"""The seconds to wait for a connection; our own code, not the SDKs, enforces other limits."""

Client = TypeVar("Client")

# Exceptions that the SDKs pass on unchanged while a stream is read.
_CONNECTION_ERRORS = (httpx2.HTTPError, httpx.HTTPError, aiohttp.ClientError, OSError)
_ADDRESS_ERRORS = (ValueError, httpx.InvalidURL, httpx2.InvalidURL)
PARSE_ERRORS = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""The exceptions raised by reading an answer that does not have the API's format."""


def build_http_options(url: str) -> dict[str, Any]:
    """Return the constructor arguments of each HTTP client that calls ``url``."""
    return {**build_client_options(url), "event_hooks": {"response": [limit_response]}}


def uses_socks(options: Mapping[str, Any]) -> bool:
    """Return whether clients with ``options`` use a SOCKS proxy, which aiohttp cannot use."""
    return (options["proxy"] or "").startswith("socks")


class SdkCaller(ABC, Generic[Client]):
    """The base class of providers that call an official SDK; no failed call is retried here."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._client: Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def close(self) -> None:
        """Close the client's connections; a later request opens a connection again."""
        client, self._client = self._client, None
        if client is not None:
            # Connections of an event loop that has ended cannot be closed on this loop.
            with suppress(RuntimeError):
                await self._disconnect(client)

    @abstractmethod
    def _connect(self) -> Client:
        """Create the SDK's client."""

    @abstractmethod
    async def _disconnect(self, client: Client) -> None:
        """Close the SDK's client."""

    @abstractmethod
    def _translate(self, exc: Exception) -> LLMError | None:
        """Return our own error for an exception of the SDK, or ``None`` for other exceptions."""

    async def _get_client(self) -> Client:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            await self.close()
        if self._client is None:
            try:
                self._client = self._connect()
            except _ADDRESS_ERRORS as exc:
                raise self._service.connection_error(exc) from exc
        return self._client

    def _to_llm_error(self, exc: Exception) -> LLMError | None:
        """Return our own error for an exception; ``None`` means that the exception is a bug."""
        # The SDKs wrap exceptions of our response hook in their own exceptions.
        if isinstance(found := exc.__cause__ or exc, UnboundedAnswerError):
            return self._service.unusable_error(str(found))
        if (translated := self._translate(exc)) is not None:
            return translated
        if isinstance(exc, _CONNECTION_ERRORS):
            return self._service.connection_error(exc)
        if isinstance(exc, PARSE_ERRORS):
            return self._unreadable_error()
        return None

    def _unreadable_error(self) -> LLMError:
        return self._service.unusable_error(
            "it does not have the API's format, so "
            f"{self._service.redacted_url} may be the wrong address"
        )
