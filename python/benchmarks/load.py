"""Measure many projects at once in one process, and many conversations about a book.

    python python/benchmarks/load.py [projects] [talks]

Each call takes 50 ms. In the first cases (``object``), the model is an object of the program, so
they show the time of the library itself. In the cases ``server``, a server in its own process
answers through OpenAI's SDK. In the cases ``database``, the project is in PostgreSQL, on the same
machine. The projects run from an idea to their exports; each conversation
has three turns. ``bare`` makes as many calls on the SDK by hand. ``lag`` is the delay with which a
task wakes that sleeps for 5 ms; every other task in the event loop waits as long. ``busy`` is the
processor time of the event loop's thread in this delay. Calls a second are given by the clock and
by processor time; other processes slow the clock and the lag, and the processor time less.
``memory`` is the largest memory of the process during the wave. A case imports only what it needs.

As a server should, the program excludes loaded objects from garbage collection.
"""

import asyncio
import gc
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.composition.project.project import Project
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from tests.chaos.question import Question, Said, question_of
from tests.chaos.storyteller import answer_to
from tests.support.dialects import openai_answer
from tests.support.libraries import library_project
from tests.support.loopback import Asked, Loopback, Reply

LATENCY = 0.05
TURNS = 3
WAVES = 2
TICK = 0.005
IDEA = "A noir mystery in a drowned city"


_KNOWN: dict[str, ChatResponse] = {}


class LatentStoryteller(ChatProvider):
    """A model that answers for the small story after 50 ms."""

    calls = 0

    @property
    def model(self) -> ModelRef:
        return ModelRef("openai", "gpt-4o")

    @property
    def traits(self) -> ModelTraits:
        return ModelTraits(capabilities=Capabilities(context_window=128_000, json_schema=True))

    async def complete(self, request: ChatRequest, _: TextSink | None = None) -> ChatResponse:
        LatentStoryteller.calls += 1
        await asyncio.sleep(LATENCY)
        key = "\n".join([each.content for each in request.messages])
        if key not in _KNOWN:
            _KNOWN[key] = answer_to(_question(request))
        return _KNOWN[key]

    async def close(self) -> None:
        pass


def _question(request: ChatRequest) -> Question:
    return Question(
        said=tuple(
            Said(role=each.role, text=each.content, is_result=each.role is Role.TOOL_RESULT)
            for each in request.messages
        ),
        schema=request.response_schema,
        tools={tool.name: tool.parameters for tool in request.tools},
        streamed=False,
    )


def serve(ready: Connection) -> None:
    """Run the server until ``ready`` receives ``None``; answer any other message with the calls."""
    known: dict[str, Reply] = {}
    calls = 0

    def reply(asked: Asked) -> Reply:
        nonlocal calls
        calls += 1
        key = json.dumps(asked.body)
        if key not in known:
            script = openai_answer(answer_to(question_of(asked)))
            made = script(asked) if callable(script) else script
            known[key] = evolve(made, delay=LATENCY, chunks=(b"".join(made.chunks),))
        return known[key]

    with Loopback(reply) as server:
        ready.send(server.url)
        while ready.recv() is not None:
            ready.send(calls)
            calls = 0


@frozen(kw_only=True)
class Load:
    """The cost of one wave: clock and processor seconds, lags in ms, and the largest memory in MB.

    ``busy`` has the processor time in ms that the event loop's thread used in each lag.
    """

    seconds: float
    processor: float
    lags: list[float]
    busy: list[float]
    memory: float

    def format(self, calls: int) -> str:
        """Return one line of figures."""
        return (
            f"{calls:6,} calls, {calls / self.seconds:5.0f}/s of the clock, "
            f"{calls / self.processor:5.0f}/s of the processor; lag {_spread(self.lags)}, "
            f"busy {_spread(self.busy)} ms; memory {self.memory:.0f} MB"
        )


def _spread(found: list[float]) -> str:
    ordered = sorted(found)
    p50, p95 = statistics.median(ordered), ordered[int(0.95 * len(ordered))]
    return f"p50 {p50:.0f}, p95 {p95:.0f}, max {ordered[-1]:.0f}"


async def measure(work: Callable[[], Awaitable[object]]) -> Load:
    """Run ``work``, and measure the lag of the event loop meanwhile."""
    lags: list[float] = []
    busy: list[float] = []

    async def look() -> None:
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            lags.append(1000 * max(0.0, time.perf_counter() - began - TICK))
            busy.append(1000 * (time.thread_time() - worked))

    _forget_largest_memory()
    looking = asyncio.create_task(look())
    began, worked = time.perf_counter(), time.process_time()
    await work()
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    looking.cancel()
    return Load(
        seconds=seconds, processor=processor, lags=lags, busy=busy, memory=_largest_memory()
    )


def _forget_largest_memory() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _largest_memory() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def settings(url: str) -> dict[str, str]:
    """Return the environment variables that select the server at ``url``."""
    return {
        "OPENAI_BASE_URL": f"{url}/v1",
        "OPENAI_API_KEY": "sk-of-the-author",
        "QF_PROVIDER": "openai/gpt-4o",
    }


Opener = Callable[[Path], Project]


async def stories(opened: Opener, count: int, folder: Path) -> None:
    """Run ``count`` projects from an idea to their exports."""

    async def story(at: int) -> None:
        project_folder = folder / f"story-{at}"
        project_folder.mkdir(parents=True)
        (project_folder / "project.yaml").write_text("research: {corpus: false}\n")
        async with opened(project_folder) as project:
            made = await project.run(IDEA)
            assert made.ship_result is not None

    await asyncio.gather(*(story(at) for at in range(count)))


async def talks(opened: Opener, count: int, folder: Path) -> None:
    """Hold ``count`` conversations about one book, each in its own project object."""

    async def talk(project: Project) -> None:
        number = None
        for turn in range(TURNS):
            said = await project.books.chat(
                "the-tides", f"Who counted coins, {turn}?", conversation=number
            )
            number = said.conversation

    async with AsyncExitStack() as stack:
        projects = [await stack.enter_async_context(opened(folder)) for _ in range(count)]
        await asyncio.gather(*map(talk, projects))


@contextmanager
def running_database() -> Iterator[str]:
    """Yield the address of a project in a private PostgreSQL."""
    from questfoundry.infra.postgres.migrations import upgrade
    from tests.support.postgres import PostgresServer

    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        upgrade(server.url())
        yield f"{server.url()}/tides"
    finally:
        server.remove()


async def copy_library(folder: Path, stored: Project) -> None:
    """Store the books of the project in ``folder`` in the project ``stored``, too."""
    async with Project.open(folder, env={}) as given, stored:
        source, target = given.container.library, stored.container.library
        for book in source.books().list():
            target.books().save(book)
            chunks = source.chunks().list_after(book.id, -1, book.chunks)
            target.chunks().add(chunks)
            await target.index().add(chunks)


async def bare(url: str, calls: int, at_once: int) -> None:
    """Make ``calls`` calls on the SDK by hand, ``at_once`` at a time."""
    import openai

    messages: Any = [{"role": "system", "content": "You plan stories. " * 200}]
    client = openai.AsyncOpenAI(
        api_key="k", base_url=f"{url}/v1", http_client=openai.DefaultAioHttpClient()
    )

    async def ask() -> None:
        for _ in range(calls // at_once):
            await client.chat.completions.create(model="gpt-4o", messages=messages)

    async with client:
        await asyncio.gather(*(ask() for _ in range(at_once)))


async def main(projects: int, talking: int) -> None:
    """Print one line for each wave."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        here, there = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,))
        server.start()
        url = here.recv()

        def calls() -> int:
            here.send("calls")
            inside, LatentStoryteller.calls = LatentStoryteller.calls, 0
            return inside + int(here.recv())

        async def waves(case: str, work: Callable[[Path], Awaitable[object]]) -> None:
            for at in range(WAVES):
                load = await measure(partial(work, folder / f"{case} {at}"))
                print(f"{case:20} {load.format(calls())}", flush=True)

        ways: dict[str, Opener] = {
            "object": lambda at: Project.open(at, env={}, models=LatentStoryteller()),
            "server": lambda at: Project.open(at, env=settings(url)),
        }
        for way, opened in ways.items():
            await stories(opened, 1, folder / f"warm {way}")  # imports what is imported late
            gc.freeze()
            calls()
            await waves(f"{projects} projects, {way}", partial(stories, opened, projects))
        book = await library_project(folder / "book")
        for way, opened in ways.items():
            await talks(opened, 1, book)
            gc.freeze()
            calls()
            await waves(f"{talking} talks, {way}", lambda _, at=opened: talks(at, talking, book))
        with running_database() as address:
            ways["database"] = lambda _: Project.open(address, env={}, models=LatentStoryteller())
            await copy_library(book, ways["database"](book))
            hold = partial(talks, ways["database"])
            await hold(1, book)
            calls()
            await waves(f"{talking} talks, database", lambda _: hold(talking, book))
        await waves("bare", lambda _: bare(url, 53 * projects, projects))
        here.send(None)
        server.join(10)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    asyncio.run(main(*(given or (50, 200))))
