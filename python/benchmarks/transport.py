"""Measure how near many calls come to the shortest possible time, with a real server and SDK.

    python python/benchmarks/transport.py

A server in a process of its own speaks OpenAI's chat completions, with a latency of 50 ms and, in
most cases, a limit of 100 calls a second, which is counted in one of the usual manners.
``shortest`` is the time of a client that knows the server's rule; ``rate`` is 200 / 100.
"""

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from aiohttp import web
from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider
from questfoundry.infra.llm.openai.provider import OPENAI
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.testing.scripted import RecordingEventSink
from tests.support.busy import (
    Quota,
    exactly,
    fixed_window,
    not_said,
    sliding_window,
    token_bucket,
    whole_seconds,
)
from tests.support.wire_providers import service_at

CALLS = 200
IN_FLIGHT = 20
LATENCY = 0.05
RATE = 100
ANSWER = {
    "id": "x",
    "object": "chat.completion",
    "created": 0,
    "model": "m",
    "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes."}}
    ],
    "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
}


@frozen(kw_only=True)
class Case:
    """One server; ``shortest`` is in seconds."""

    name: str
    quota: Callable[[], Quota]
    shortest: float
    retry_after: Callable[[float], float | None] = exactly


@frozen(kw_only=True)
class Outcome:
    """The result of one case."""

    seconds: float
    answered: int
    retries: int


def cases() -> list[Case]:
    found = [Case(name="no limit", quota=lambda: lambda _: 0.0, shortest=0.5)]
    for says in (exactly, whole_seconds, not_said):
        for name, quota, shortest in (
            ("fixed window of 1 s", lambda: fixed_window(RATE, 1.0), 1.25),
            ("sliding window of 1 s", lambda: sliding_window(RATE, 1.0), 1.25),
            ("bucket of 100", lambda: token_bucket(100, RATE), 1.05),
            ("bucket of 20", lambda: token_bucket(20, RATE), 1.85),
            ("bucket of 10", lambda: token_bucket(10, RATE), 1.95),
        ):
            label = f"{name}, {says.__name__.replace('_', ' ')}"
            found.append(Case(name=label, quota=quota, shortest=shortest, retry_after=says))
    return found


def serve(number: int, ready: Connection) -> None:
    asyncio.run(_serve(cases()[number], ready))


async def _serve(case: Case, ready: Connection) -> None:
    quota = case.quota()
    first: list[float] = []

    async def answer(request: web.Request) -> web.Response:
        await request.read()
        await asyncio.sleep(LATENCY / 2)
        # Windows begin with the first call, so that every run meets the same ones.
        first.append(time.monotonic())
        wait = quota(time.monotonic() - first[0])
        if wait > 0:
            said = case.retry_after(wait)
            headers = {} if said is None else {"retry-after": f"{said:g}"}
            return web.json_response(
                {"error": {"message": "slow down"}}, status=429, headers=headers
            )
        await asyncio.sleep(LATENCY / 2)
        return web.json_response(ANSWER)

    app = web.Application()
    app.router.add_post("/v1/chat/completions", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    ready.send(runner.addresses[0][1])
    await asyncio.to_thread(ready.recv)
    await runner.cleanup()


async def measure(port: int) -> Outcome:
    clock, events = SystemClock(), RecordingEventSink()
    adapter = OpenAIChatProvider(
        service_at(OPENAI, "m", url=f"http://127.0.0.1:{port}/v1"), traits=ModelTraits()
    )
    limiter = AdaptiveLimiter(RateLimit(clock), concurrency=IN_FLIGHT)
    provider = RetryingChatProvider(
        LimitingChatProvider(adapter, limiter=limiter), clock=clock, events=events
    )
    asked = [
        ChatRequest(messages=(system("You answer."), user(f"Question {number}?")))
        for number in range(CALLS)
    ]
    await adapter.complete(asked[0])  # connects, and imports what is imported late
    if events.events:
        raise RuntimeError("The first call was refused.")
    await asyncio.sleep(1.5)  # the quota is whole again
    began = time.perf_counter()
    answers = await asyncio.gather(*map(provider.complete, asked), return_exceptions=True)
    seconds = time.perf_counter() - began
    await provider.close()
    return Outcome(
        seconds=seconds,
        answered=sum(not isinstance(answer, LLMError) for answer in answers),
        retries=len(events.events),
    )


def run(number: int, case: Case) -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(number, theirs))
    server.start()
    outcome = asyncio.run(measure(ours.recv()))
    ours.send("stop")
    server.join()
    of_shortest = outcome.seconds / case.shortest
    of_rate = "" if number == 0 else f"{outcome.seconds / (CALLS / RATE):6.2f}"
    print(
        f"{case.name:38} {outcome.seconds:6.2f} s  {outcome.answered}/{CALLS}"
        f"  shortest {of_shortest:5.2f}  rate {of_rate:6}  retries {outcome.retries}"
    )


def main(wanted: Sequence[str]) -> None:
    for number, case in enumerate(cases()):
        if not wanted or any(word in case.name for word in wanted):
            run(number, case)


if __name__ == "__main__":
    main(sys.argv[1:])
