"""Read web pages, with limits on the addresses, the size of a page and the time.

The package ``pvl-webtools`` is not used: it reads a whole page before it checks the size, and
follows redirects to any address. The package ``httpx`` is not used, because it does not reveal the
server's IP address. With ``aiohttp``, ``WebReader`` checks this address when a socket is created.
So redirects and repeated DNS lookups cannot evade the check.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

if TYPE_CHECKING:
    import aiohttp

MAX_BYTES = 1_000_000
TIMEOUT = 15.0
_MAX_REDIRECTS = 5
_NAT64 = IPv6Network("64:ff9b::/96")
_HEADERS = {"User-Agent": "questfoundry (+research for interactive fiction)"}


def is_public(address: str) -> bool:
    """Return whether ``address``, an IP address, is on the open internet.

    Loopback, private, link-local, shared, multicast and reserved addresses are not public. If an
    IPv6 address contains an IPv4 address, the IPv4 address is checked.
    """
    ip = _unwrap(ip_address(address))
    return ip.is_global and not ip.is_multicast


def allow_any(address: str) -> bool:
    """Return ``True`` for every address; used for a server that the author chose."""
    return bool(address)


class WebError(Exception):
    """An error for a page that could not be read.

    ``problem`` is the reason: ``scheme``, ``address``, ``timeout`` or ``unreachable``. The YAML
    files of the web tools have a text for each reason.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@frozen(kw_only=True)
class WebResponse:
    """A server's response; ``url`` is the address after redirects."""

    url: str
    status: int
    media_type: str
    charset: str
    content: bytes

    @property
    def body(self) -> str:
        """The content as text."""
        try:
            return self.content.decode(self.charset or "utf-8", errors="replace")
        except LookupError:
            return self.content.decode(errors="replace")


@frozen(kw_only=True)
class WebReader:
    """A reader of web pages by http and https, without cookies or proxies."""

    _may_reach: Callable[[str], bool] = is_public
    _timeout: float = TIMEOUT
    _max_bytes: int = MAX_BYTES

    async def get(self, url: str, params: Mapping[str, str] | None = None) -> WebResponse:
        """Return the response to a request for ``url``; ``params`` form the query string.

        Raise ``WebError`` if there is no response. An HTTP error status raises nothing.
        """
        import aiohttp

        if not url.lower().startswith(("http://", "https://")):
            raise WebError("scheme")
        sockets = _Sockets(self._may_reach)
        try:
            async with (
                aiohttp.ClientSession(
                    connector=aiohttp.TCPConnector(socket_factory=sockets.create_socket),
                    cookie_jar=aiohttp.DummyCookieJar(),
                    timeout=aiohttp.ClientTimeout(total=self._timeout),
                    headers=_HEADERS,
                ) as session,
                session.get(url, params=params, max_redirects=_MAX_REDIRECTS) as response,
            ):
                return await self._read(response)
        except TimeoutError as error:
            raise WebError("timeout") from error
        except aiohttp.NonHttpUrlClientError as error:
            raise WebError("scheme") from error
        except (aiohttp.ClientError, ValueError) as error:
            raise WebError("address" if sockets.refused else "unreachable") from error

    async def _read(self, response: aiohttp.ClientResponse) -> WebResponse:
        body = bytearray()
        async for chunk in response.content.iter_chunked(65_536):
            body += chunk
            if len(body) >= self._max_bytes:
                break
        return WebResponse(
            url=str(response.url),
            status=response.status,
            media_type=response.content_type,
            charset=response.charset or "",
            content=bytes(body[: self._max_bytes]),
        )


@define
class _Sockets:
    """A factory for the sockets of one request."""

    _may_reach: Callable[[str], bool]
    refused: bool = False

    def create_socket(self, address: tuple[Any, ...]) -> socket.socket:
        family, kind, protocol, _, target = address
        if not self._may_reach(target[0]):
            self.refused = True
            raise PermissionError(f"{target[0]} may not be reached.")
        return socket.socket(family, kind, protocol)


def _unwrap(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)
