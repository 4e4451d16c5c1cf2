"""An HTTP server on 127.0.0.1 that answers from a script and records its requests."""

import asyncio
import json
import ssl
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from attrs import field, frozen

from tests.support.threaded_server import ThreadedServer


class Ending(Enum):
    COMPLETE = auto()
    HUNG_UP = auto()  # after the whole answer, without a signal
    DROPPED = auto()
    STALLED = auto()
    HELD = auto()  # nothing is sent before ``let_go``, then the whole answer


@frozen(kw_only=True)
class Asked:
    """One request as it arrived; header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Any


@frozen(kw_only=True)
class Reply:
    """One reply; an incomplete reply without chunks has not even a status.

    ``delay`` is the number of seconds before the reply, ``gap`` before each chunk; ``sent`` is
    called after the last chunk.
    """

    status: int = 200
    headers: Mapping[str, str] = field(factory=dict[str, str])
    chunks: tuple[bytes, ...] = ()
    ending: Ending = Ending.COMPLETE
    delay: float = 0.0
    gap: float = 0.0
    sent: Callable[[], object] = lambda: None


Script = Reply | Callable[[Asked], Reply]


def json_reply(document: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    return Reply(
        status=status,
        headers={"content-type": "application/json", **(headers or {})},
        chunks=(json.dumps(document).encode(),),
    )


def page(body: str, *, media_type: str = "text/html; charset=utf-8", status: int = 200) -> Reply:
    return Reply(status=status, headers={"content-type": media_type}, chunks=(body.encode(),))


def redirect(target: str) -> Reply:
    return Reply(status=302, headers={"location": target})


def only_this_machine(address: str) -> bool:
    """Return whether web tools may contact an address: only this machine, no neighbours."""
    return address == "127.0.0.1"


class Loopback(ThreadedServer):
    """A server that answers by a script.

    Each request takes the next reply of the script; the last reply repeats. ``check`` may refuse a
    request with 400 by returning a reason.
    """

    def __init__(
        self,
        *script: Script,
        check: Callable[[Any], str | None] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(tls=tls)
        self._script = list(script)
        self._check = check
        self.asked: list[Asked] = []
        self.connections = 0
        self._open = 0

    @property
    def url(self) -> str:
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}"

    def let_go(self) -> None:
        self._loop.call_soon_threadsafe(self._let_go.set)

    def await_no_connection(self) -> None:
        """Wait until all clients are gone, and what they had asked is answered."""
        asyncio.run_coroutine_threadsafe(self._alone.wait(), self._loop).result(30)

    async def _serve(self) -> None:
        self._let_go = asyncio.Event()
        self._alone = asyncio.Event()
        self._alone.set()
        await super()._serve()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._open += 1
        self._alone.clear()
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client disconnected, or the server stops
        finally:
            writer.close()
            self._open -= 1
            if not self._open:
                self._alone.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        asked = await _request(reader)
        self.asked.append(asked)
        reply = self._reply_to(asked)
        if reply.delay:
            await asyncio.sleep(reply.delay)
        if reply.ending is Ending.HELD:
            await self._let_go.wait()
        if reply.chunks or reply.ending in {Ending.COMPLETE, Ending.HELD}:
            lines = [f"{name}: {value}" for name, value in reply.headers.items()]
            head = [f"HTTP/1.1 {reply.status} Scripted", *lines, "transfer-encoding: chunked"]
            writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
            for chunk in reply.chunks:
                if reply.gap:
                    await writer.drain()
                    await asyncio.sleep(reply.gap)
                writer.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            await writer.drain()
        match reply.ending:
            case Ending.COMPLETE | Ending.HELD | Ending.HUNG_UP:
                writer.write(b"0\r\n\r\n")
                await writer.drain()
                reply.sent()
                return reply.ending is not Ending.HUNG_UP
            case Ending.STALLED:
                await self._stopping.wait()
        return False

    def _reply_to(self, asked: Asked) -> Reply:
        reason = self._check(asked.body) if self._check else None
        if reason is not None:
            return json_reply({"error": {"type": "invalid_request_error", "message": reason}}, 400)
        script = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        return script(asked) if callable(script) else script


async def _request(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in head[1:])
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(path=head[0].split()[1], headers=headers, body=json.loads(body or b"null"))
