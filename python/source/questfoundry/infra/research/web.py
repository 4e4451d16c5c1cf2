"""Reading from the web, with bounds on where, how much and how long.

``pvl-webtools`` is not used here: it reads a page whole before it looks at the size, and
follows redirects to any address. ``httpx`` hides the address that it connects to; with
``aiohttp`` the check sits where the socket is made, so neither a redirect nor a second
DNS answer gets past it.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    import aiohttp

MAX_BYTES = 1_000_000
TIMEOUT = 15.0
_MAX_REDIRECTS = 5
_NAT64 = IPv6Network("64:ff9b::/96")
_HEADERS = {"User-Agent": "questfoundry (+research for interactive fiction)"}


def is_public(address: str) -> bool:
    """Whether the address belongs to the open internet, also where it wraps another one.

    Loopback, private, link-local, shared, multicast and reserved ranges do not.
    """
    ip = _unwrap(ip_address(address))
    return ip.is_global and not ip.is_multicast


def allow_any(address: str) -> bool:
    """Any address: for a server that the author named."""
    return bool(address)


class WebError(Exception):
    """A page was not read; ``problem`` names the reason as the tools' wordings do.

    ``scheme``, ``address``, ``timeout`` or ``unreachable``.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@frozen(kw_only=True)
class WebFile:
    """What a server answered, at the address that redirects led to.

    ``content`` is cut at the reader's limit; ``charset`` is empty where none was given.
    """

    url: str
    status: int
    media_type: str
    charset: str
    content: bytes


@frozen(kw_only=True)
class WebResponse:
    """What a server answered; ``body`` is cut at the reader's limit."""

    url: str
    status: int
    media_type: str
    body: str


class WebReader:
    """Gets pages by http and https, without cookies or proxies.

    ``may_reach`` says of every address, at the moment of connecting, whether it is allowed;
    ``timeout`` bounds the whole request, in seconds, ``max_bytes`` what is read of it.
    """

    def __init__(
        self,
        *,
        may_reach: Callable[[str], bool] = is_public,
        timeout: float = TIMEOUT,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._may_reach = may_reach
        self._timeout = timeout
        self._max_bytes = max_bytes

    async def get(self, url: str, params: Mapping[str, str] | None = None) -> WebResponse:
        """Read one page as text, or raise ``WebError``."""
        found = await self.download(url, params)
        return WebResponse(
            url=found.url,
            status=found.status,
            media_type=found.media_type,
            body=_decode(found.content, found.charset),
        )

    async def download(self, url: str, params: Mapping[str, str] | None = None) -> WebFile:
        """Read one page as it is, or raise ``WebError``."""
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

    async def _read(self, response: aiohttp.ClientResponse) -> WebFile:
        body = bytearray()
        async for chunk in response.content.iter_chunked(65_536):
            body += chunk
            if len(body) >= self._max_bytes:
                break
        return WebFile(
            url=str(response.url),
            status=response.status,
            media_type=response.content_type,
            charset=response.charset or "",
            content=bytes(body[: self._max_bytes]),
        )


class _Sockets:
    """Makes the sockets of one request, and remembers whether it refused one."""

    def __init__(self, may_reach: Callable[[str], bool]) -> None:
        self._may_reach = may_reach
        self.refused = False

    def create_socket(self, address: tuple[Any, ...]) -> socket.socket:
        family, kind, protocol, _, target = address
        if not self._may_reach(target[0]):
            self.refused = True
            raise PermissionError(f"{target[0]} may not be reached.")
        return socket.socket(family, kind, protocol)


def _decode(body: bytes, charset: str) -> str:
    try:
        return body.decode(charset or "utf-8", errors="replace")
    except LookupError:
        return body.decode(errors="replace")


def _unwrap(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)
