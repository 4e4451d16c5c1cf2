"""Define the base class of providers that use an official SDK, with one client per event loop."""

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
from questfoundry.infra.llm.sdk.bounds import UnboundedAnswerError, limit_response
from questfoundry.infra.llm.sdk.service import Service

CONNECT_TIMEOUT = 10.0
"""Seconds to open a connection; our own code enforces the other limits, not the SDKs."""

Client = TypeVar("Client")

# Exceptions that the SDKs pass on unchanged while a stream is read.
_CONNECTION_ERRORS = (httpx2.HTTPError, httpx.HTTPError, aiohttp.ClientError, OSError)
_ADDRESS_ERRORS = (ValueError, httpx.InvalidURL, httpx2.InvalidURL)
PARSE_ERRORS = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""The exceptions raised by reading an answer that does not have the API's format."""


@cache
def get_tls_context() -> ssl.SSLContext:
    """Return the TLS context that all clients share.

    The context is created only once, because its creation takes longer than a model call.
    """
    return httpx2.create_ssl_context()


def build_http_options() -> dict[str, Any]:
    """Return the constructor arguments that all HTTP clients share."""
    return {"verify": get_tls_context(), "event_hooks": {"response": [limit_response]}}


class SdkCaller(ABC, Generic[Client]):
    """The base class of providers that call an official SDK; no failed call is retried here.

    It owns the SDK's client and translates the SDK's exceptions.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._client: Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def close(self) -> None:
        """Close the client's connections; a later request opens a connection again.

        The method may be called twice.
        """
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
