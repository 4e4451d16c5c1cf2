"""Send one short request to a server of models, outside of any SDK.

A server on this computer is asked with the standard library, because importing an HTTP client takes
longer than the request.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit, urlunsplit

from attrs import frozen

from questfoundry.infra.network import build_client_options, find_proxy

_MAX_BYTES = 4_000_000


@frozen
class HttpAnswer:
    """The answer to a short request; ``body`` has at most 4 MB."""

    status: int
    reason: str
    body: bytes


def send_request(
    url: str, headers: Mapping[str, str], timeout: float, body: bytes | None = None
) -> HttpAnswer:
    """Send a GET request, or a POST request with ``body``; raise ``OSError`` if that fails."""
    try:
        is_direct = urlsplit(url).scheme == "http" and not find_proxy(url)
        return (_send_directly if is_direct else _send)(url, headers, timeout, body)
    except (HTTPException, ValueError) as error:
        raise OSError(str(error) or type(error).__name__) from error


def _send_directly(
    url: str, headers: Mapping[str, str], timeout: float, body: bytes | None
) -> HttpAnswer:
    parts = urlsplit(url)
    target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=timeout)) as connection:
        connection.request("GET" if body is None else "POST", target, body, dict(headers))
        response = connection.getresponse()
        return HttpAnswer(response.status, response.reason, response.read(_MAX_BYTES))


def _send(url: str, headers: Mapping[str, str], timeout: float, body: bytes | None) -> HttpAnswer:
    import httpx2

    method = "GET" if body is None else "POST"
    try:
        with (
            httpx2.Client(timeout=timeout, **build_client_options(url)) as client,
            client.stream(method, url, headers=headers, content=body) as response,
        ):
            received = bytearray()
            for piece in response.iter_bytes():
                received += piece
                if len(received) > _MAX_BYTES:
                    break
            return HttpAnswer(response.status_code, response.reason_phrase, bytes(received))
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise OSError(str(error) or type(error).__name__) from error
