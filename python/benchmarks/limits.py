"""Measure how well processes share the limit of an account through PostgreSQL.

    python python/benchmarks/limits.py [SECONDS [PROCESSES]]

A server accepts 100 calls in any second (a sliding window), answers after 50 ms, and refuses the
others with the time until the next call is accepted. Each process always has 16 calls ready. The
first row is with the known rate, the second one with a rate that each process learns.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError, RateLimitedError
from questfoundry.domain.protocols.limits import CallRates
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider, Pacer
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.infra.postgres.limits import PostgresCallSlots
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.testing.scripted import RecordingEventSink, says
from tests.support.busy import sliding_window
from tests.support.calls import BehavingChatProvider, request
from tests.support.postgres import PostgresServer

RATE = 100
LATENCY = 0.05
READY = 16
WARM_UP = 3.0
"""The seconds after the first call of the last process that are not counted."""


class CountingServer:
    """A server that counts the accepted and the refused calls of each process."""

    def __init__(self) -> None:
        self._ask = sliding_window(RATE, 1.0)
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):  # at the end
            await self._answer(reader, writer)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while name := (await reader.readline()).decode().strip():
            wait = self._ask(monotonic())
            (self.refused if wait else self.accepted)[name] += 1
            if not wait:
                await asyncio.sleep(LATENCY)
            writer.write(f"{wait}\n".encode())


async def measure(url: str, rate: int, processes: int, seconds: float) -> None:
    """Print the calls of all processes in ``seconds``."""
    server = CountingServer()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    given = (url, uuid4().hex, str(port), str(rate))
    clients = [
        await asyncio.create_subprocess_exec(sys.executable, __file__, "client", str(each), *given)
        for each in range(processes)
    ]
    while len(server.accepted) < processes:  # noqa: ASYNC110 - simpler than eight events
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_UP)
    server.accepted.clear()
    server.refused.clear()
    began = monotonic()
    await asyncio.sleep(seconds)
    taken, accepted, refused = monotonic() - began, server.accepted, server.refused
    shares = [100 * processes * accepted[str(each)] / accepted.total() for each in range(processes)]
    print(
        f"{'known' if rate else 'learnt':<7} {accepted.total() / taken:6.1f} calls a second, "
        f"{100 * refused.total() / (accepted.total() + refused.total()):5.2f}% refused, "
        f"shares {min(shares):.0f}% to {max(shares):.0f}% of the mean"
    )
    for client in clients:
        client.kill()
        await client.wait()
    listening.close()


async def ask_without_end(name: str, url: str, account: str, port: str, rate: str) -> None:
    """Make calls as fast as the limits permit."""

    async def call_server(_: ChatRequest, __: TextSink | None) -> ChatResponse:
        reader, writer = free.pop() if free else await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"{name}\n".encode())
        wait = float(await reader.readline())
        free.append((reader, writer))
        if wait:
            raise RateLimitedError("Too many requests.", retry_after=wait)
        return says("Yes.")

    free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    clock = SystemClock()
    rates = CallRates(calls_per_minute=60 * int(rate) or None)
    pacer = Pacer(PostgresCallSlots(url, account), rates, clock)
    limiter = AdaptiveLimiter(RateLimit(clock), concurrency=READY, pacer=pacer)
    provider = RetryingChatProvider(
        LimitingChatProvider(BehavingChatProvider(call_server), limiter=limiter),
        clock=clock,
        events=RecordingEventSink(),
    )

    async def ask() -> None:
        while True:
            with suppress(LLMError):
                await provider.complete(request())

    await asyncio.gather(*(ask() for _ in range(READY)))


def main(seconds: float, processes: int) -> None:
    """Measure on a private server."""
    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        upgrade(server.url())
        for rate in (RATE, 0):
            asyncio.run(measure(server.url(), rate, processes, seconds))
    finally:
        server.remove()


if __name__ == "__main__":
    if sys.argv[1:2] == ["client"]:
        asyncio.run(ask_without_end(*sys.argv[2:]))
    else:
        main(float((*sys.argv[1:], "60")[0]), int((*sys.argv[2:], "8")[0]))
