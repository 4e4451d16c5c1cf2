"""An HTTP proxy and a SOCKS5 proxy on 127.0.0.1 that send every request to one local server."""

import asyncio
import base64
from contextlib import suppress

from tests.support.threaded_server import ThreadedServer


class LocalProxy(ThreadedServer):
    """A proxy in its own thread; whatever host a client names, it connects to ``target``.

    ``asked`` has the host and port that each client named. ``password`` is required if given, in
    the form ``user:password``.
    """

    def __init__(self, target: int, *, kind: str = "http", password: str = "") -> None:
        self._target, self._kind, self._password = target, kind, password
        super().__init__()
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        user = f"{self._password}@" if self._password else ""
        return f"{self._kind}://{user}127.0.0.1:{self.port}"

    @property
    def url_without_password(self) -> str:
        return f"{self._kind}://127.0.0.1:{self.port}"

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = self._talk_socks if self._kind.startswith("socks") else self._talk_http
        try:
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client disconnected, or the proxy stops
        finally:
            writer.close()

    async def _talk_http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, place = head.decode().split()[:2]
        wanted = base64.b64encode(self._password.encode())
        if self._password and wanted not in head:
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
            await _copy(reader)  # closing with unread bytes would cut the answer off
        elif method == "CONNECT":
            self.asked.append(place)
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await self._connect(reader, writer)
        else:
            self.asked.append(place)
            path = "/" + place.split("/", 3)[3]
            await self._connect(reader, writer, head.replace(place.encode(), path.encode(), 1))

    async def _talk_socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, methods = await reader.readexactly(2)
        await reader.readexactly(methods)
        writer.write(b"\x05\x00")
        *_, kind = await reader.readexactly(4)
        size = (await reader.readexactly(1))[0] if kind == 3 else {1: 4, 4: 16}[kind]
        host = await reader.readexactly(size)
        port = int.from_bytes(await reader.readexactly(2))
        self.asked.append(f"{host.decode(errors='replace')}:{port}")
        writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        await self._connect(reader, writer)

    async def _connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b""
    ) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            outer.write(first)
            await asyncio.gather(_copy(reader, outer), _copy(inner, writer))
        finally:
            outer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter | None = None) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            if writer is not None:
                writer.write(piece)
                await writer.drain()
    if writer is not None:
        writer.close()
