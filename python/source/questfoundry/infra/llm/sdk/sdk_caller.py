"""What the adapters on the official SDKs share: a client for each event loop, and its errors."""

from __future__ import annotations

import asyncio
import ssl
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import cache
from typing import Any, Generic, TypeVar

import aiohttp
import httpx
import httpx2

from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.sdk.bounds import UnboundedAnswerError, bound
from questfoundry.infra.llm.sdk.service import Service

CONNECT_TIMEOUT = 10.0
"""Seconds for a connection to be made; the other limits are kept here, not in the SDKs."""

Client = TypeVar("Client")

# What the SDKs let through unchanged while a stream is read.
_BROKEN = (httpx2.HTTPError, httpx.HTTPError, aiohttp.ClientError, OSError)
_BAD_ADDRESS = (ValueError, httpx.InvalidURL, httpx2.InvalidURL)
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What reading an answer raises that has another form than the API's."""


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The TLS context that all clients share; making one costs more than a model call."""
    return httpx2.create_ssl_context()


def http_options() -> dict[str, Any]:
    """What every HTTP client is made with."""
    return {"verify": trusted_certificates(), "event_hooks": {"response": [bound]}}


class SdkCaller(ABC, Generic[Client]):
    """Keeps the client of an SDK, whose own retries are off, and knows its exceptions."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._client: Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def close(self) -> None:
        """Give back the connections; may be called twice, and the adapter be used again."""
        client, self._client = self._client, None
        if client is not None:
            # Connections of a loop that has ended cannot be closed on this one.
            with suppress(RuntimeError):
                await self._disconnect(client)

    @abstractmethod
    def _connect(self) -> Client:
        """Make the SDK's client."""

    @abstractmethod
    async def _disconnect(self, client: Client) -> None:
        """Close the SDK's client."""

    @abstractmethod
    def _translated(self, exc: Exception) -> LLMError | None:
        """The error for an exception of the SDK; ``None`` for any other."""

    async def _connected(self) -> Client:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            await self.close()
        if self._client is None:
            try:
                self._client = self._connect()
            except _BAD_ADDRESS as exc:
                raise self._service.unreachable(exc) from exc
        return self._client

    def _error(self, exc: Exception) -> LLMError | None:
        """The error for what a call raised; ``None`` for a bug."""
        # The SDKs put their own exceptions around those of the hooks in their clients.
        if isinstance(found := exc.__cause__ or exc, UnboundedAnswerError):
            return self._service.malformed(str(found))
        if (translated := self._translated(exc)) is not None:
            return translated
        if isinstance(exc, _BROKEN):
            return self._service.unreachable(exc)
        if isinstance(exc, UNREADABLE):
            return self._unreadable()
        return None

    def _unreadable(self) -> LLMError:
        return self._service.malformed(
            "it has another form than the API's, so "
            f"{self._service.shown_url} may be the wrong address"
        )
