"""Measure how near the writing of a long story comes to the shortest possible time.

    python python/benchmarks/filling.py

A server in a process of its own speaks OpenAI's chat completions, with a latency of 50 ms.
308 passages are written, each with a call for its prose and one for its facts, 16 calls at a
time. ``ideal`` is the time of the same jobs in the same order if each call takes exactly the
latency and nothing else takes any time. In the second case, the server first answers a third of
the calls with the error 429.
"""

import asyncio
import heapq
import json
import multiprocessing
import random
import resource
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiohttp import web
from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.app.run.models import PhaseProviders
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.writing.write_passage import PassageWriter
from questfoundry.app.writing.write_story import WriteStory
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact, FillVoice
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider
from questfoundry.infra.llm.openai.provider import OPENAI
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.rate_limit import RateLimit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.testing.scripted import RecordingEventSink
from tests.support.novelist import TITLE, VOICE, prose_of
from tests.support.shapes import Shape, shaped
from tests.support.stage_runs import VISION, PennyPrices, Workshop, shipped_prompts
from tests.support.wire_providers import service_at

AT_ONCE = 16
LATENCY = 0.05


def story() -> Story:
    """A long plan in small passages, woven."""
    shapes = [Shape(hard=True, residue=Residue.HEAVY)]
    shapes += [Shape(residue=Residue.HEAVY, shared=1)] * 50
    plan = shaped(*shapes, size=Size.MICRO)
    here = Entity(
        id="location::here", kind=EntityKind.LOCATION, name="Here", concept="A place.", is_kept=True
    )
    vision = DreamArtifact(**{**VISION, "size": Size.MICRO})
    woven = weave(plan)
    structure = woven.structure
    titled = [evolve(each, title=f"Room {n}") for n, each in enumerate(structure.passages)]
    labelled = [evolve(each, label=f"Walk on to {each.target}") for each in structure.choices]
    return evolve(
        plan,
        title="A Long Story",
        vision=vision,
        entities=(here,),
        beats=woven.beats,
        structure=evolve(structure, passages=tuple(titled), choices=tuple(labelled)),
    )


def serve(refuses: bool, ready: Connection) -> None:
    asyncio.run(_serve(refuses, ready))


async def _serve(refuses: bool, ready: Connection) -> None:
    chance = random.Random(1)
    inside = busiest = answered = 0

    async def answer(request: web.Request) -> web.Response:
        nonlocal inside, busiest, answered
        body = await request.json()
        inside += 1
        busiest = max(busiest, inside)
        try:
            if refuses and chance.random() < 1 / 3:
                error = {"error": {"message": "slow down"}}
                return web.json_response(error, status=429, headers={"retry-after-ms": "20"})
            await asyncio.sleep(LATENCY)
            answered += 1
            return web.json_response(_answer(body))
        finally:
            inside -= 1

    app = web.Application(client_max_size=10**7)
    app.router.add_post("/v1/chat/completions", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    ready.send(runner.addresses[0][1])
    await asyncio.to_thread(ready.recv)
    ready.send((busiest, answered))
    await runner.cleanup()


def _answer(body: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    if body.get("tools"):
        name = body["tools"][0]["function"]["name"]
        function = {"name": name, "arguments": json.dumps({"findings": []})}
        message["tool_calls"] = [{"id": "call-1", "type": "function", "function": function}]
    else:
        found = TITLE.search(body["messages"][1]["content"])
        message["content"] = prose_of(found[1] if found else "")
    reason = "tool_calls" if body.get("tools") else "stop"
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": reason, "message": message}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960},
    }


def ideal(told: Story) -> float:
    """Seconds of the same jobs in the same order, each exactly as long as the latency."""
    briefer = Briefer(told)
    done: dict[str, float] = {}
    free = [0.0] * AT_ONCE
    for passage, turn in briefer.turns.items():
        begins = max(
            (done[each] for each in turn.dependencies | briefer.list_fact_sources(passage)),
            default=0.0,
        )
        done[passage] = max(begins, heapq.heappop(free)) + LATENCY
        heapq.heappush(free, done[passage])
    return max(done.values())


@frozen(kw_only=True)
class Outcome:
    """The seconds by the clock and by the processor; ``memory`` is the growth in KB."""

    seconds: float
    processor: float
    passages: int
    memory: int


async def write(told: Story, port: int, folder: str) -> Outcome:
    """Write the story."""
    clock, events, prompts = SystemClock(), RecordingEventSink(), shipped_prompts()
    adapter = OpenAIChatProvider(
        service_at(OPENAI, "m", url=f"http://127.0.0.1:{port}/v1"),
        traits=ModelTraits(capabilities=Capabilities(context_window=128_000)),
    )
    provider = RetryingChatProvider(
        LimitingChatProvider(
            adapter, limiter=AdaptiveLimiter(RateLimit(clock), concurrency=AT_ONCE)
        ),
        clock=clock,
        events=events,
    )
    database = Database(Path(folder) / "story.db")
    database.execute("SELECT 1")  # makes it
    run = Run(
        RunRecord(id="fill-1", task="fill", inputs=StageInputs(), started_at=clock.now()),
        providers=PhaseProviders(discuss=provider, summarize=provider, serialize=provider),
        journal=SqlJournal(database),
        meter=SpendMeter(prices=PennyPrices()),
        clock=clock,
        events=events,
    )
    voice = FillVoice.model_validate(VOICE)
    first = Briefer(told).build_briefing(next(iter(Briefer(told).turns)), {}, {})
    await _warm_up(run, evolve(told, voice=voice), first)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began, worked = time.perf_counter(), time.process_time()
    made = await WriteStory(store=Workshop().store, prompts=prompts, concurrency=AT_ONCE).complete(
        FillArtifact(voice=voice, passages={}), story=told, run=run
    )
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    grown_by = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    await provider.close()
    database.close()
    assert isinstance(made, FillArtifact)
    return Outcome(
        seconds=seconds, processor=processor, passages=len(made.passages), memory=grown_by
    )


async def _warm_up(run: Run, told: Story, first: Briefing) -> None:
    """Connect, and import the modules that are imported late."""
    writer = PassageWriter.from_run(run, told, shipped_prompts(), outline=Briefer(told).outline)
    await run.providers.discuss.complete(writer.requests.build_request(first))


def run(name: str, told: Story, *, refuses: bool) -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(refuses, theirs))
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(write(told, ours.recv(), folder))
    ours.send("stop")
    busiest, answered = ours.recv()
    server.join()
    print(
        f"{name:12} {outcome.seconds:6.2f} s, {outcome.seconds / ideal(told):4.2f} of the ideal; "
        f"{outcome.processor:.2f} s of the processor; {outcome.passages} passages, {answered} "
        f"answers, at most {busiest} at once; memory grew by {outcome.memory:,} KB"
    )


def main() -> None:
    told = story()
    print(f"ideal: {ideal(told):.2f} s")
    run("calm", told, refuses=False)
    run("a third 429", told, refuses=True)


if __name__ == "__main__":
    main()
