"""Measure a session of ten thousand messages, a run of five agents, and fifty sessions at once.

    python python/benchmarks/studio.py

- The session is stored in a folder. The benchmark measures how long the session takes to open, and
  the time from the next message to the request to the model, with and without a budget. With a
  budget, the session counts its earlier spending.
- The run drafts, refines in two rounds and votes, with 50 ms for each call. The ideal is the time
  that its parts must wait for one another.
- Each of the fifty sessions launches a run of three such agents; in each iteration of the event
  loop, one session begins. ``lag`` is the delay with which a task wakes that sleeps for 5 ms.

Objects that are loaded once are frozen before, as in a server. Times are given by the clock and by
the processor; other processes slow only the first.
"""

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import evolve

from questfoundry.app.runs.team import Agent
from questfoundry.app.session.transcript import Transcript
from questfoundry.composition.project.project import Project
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import assistant, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.protocols.runs import ApprovalAnswer
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunStatus
from questfoundry.domain.run.spec import STUDIO
from questfoundry.domain.session import RunEnded
from questfoundry.testing import ScriptedChatProvider, says
from tests.support.delegated import AgentModel
from tests.support.stage_runs import one_provider
from tests.support.studio import WIDE, launches

LATENCY = 0.05
MESSAGES = 10_000
PARTS = 4
"""The steps of a run: a draft, two rounds, and the vote; criteria are made during the drafts."""

SESSIONS = 50
TICK = 0.005
TRIES = 5
BUDGET = "orchestrator: {interactive_mode: {budget: 900000000tokens}}\n"


class LatentAgent(AgentModel):
    """An agent's model that answers after 50 ms."""

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        await asyncio.sleep(LATENCY)
        return await super().complete(request, on_text)


class Agreed:
    async def ask(self, wanted: object) -> ApprovalAnswer:
        del wanted
        return ApprovalAnswer(approved=True)


class Timer:
    """The seconds by the clock and by the processor since the timer was created."""

    def __init__(self) -> None:
        self.clock, self.processor = time.perf_counter(), time.process_time()

    def __call__(self) -> tuple[float, float]:
        return time.perf_counter() - self.clock, time.process_time() - self.processor


class Stopwatch(ScriptedChatProvider):
    """A model that notes the time of each request."""

    timer: Timer
    taken = (0.0, 0.0)

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.taken = self.timer()
        return await super().complete(request, on_text)


def settle() -> None:
    """Freeze all loaded objects, so that the garbage collector skips them, as in a server."""
    gc.collect()
    gc.freeze()


def fill(project: Project) -> str:
    """Store a session with many messages; each turn has its record and its paid call."""
    store, at = project.container.store(), datetime.now(UTC)
    session = project.studio.session().id
    transcript = Transcript(store, session)
    part = transcript.get_newest_part()
    said = [(user(f"Line {n}. " * 9), assistant(f"Answer {n}. " * 9)) for n in range(MESSAGES // 2)]
    with store.artifacts.transaction():
        for place, pair in enumerate(said):
            store.messages.append(part, pair)
            inputs = StudioInputs(session=session, message=pair[0].content, position=2 * place)
            record = store.runs.begin(STUDIO, inputs=inputs, models={}, started_at=at)
            key = JournalKey(
                run_id=record.id,
                kind=EntryKind.MODEL_CALL,
                scope="answer",
                digest=str(place),
                occurrence=0,
            )
            request = {"messages": [{"content": pair[0].content * 20}]}
            usage = Usage(input_tokens=900, output_tokens=60)
            store.journal.record(
                JournalEntry(
                    key=key,
                    request=request,
                    response={},
                    model="openai/gpt-4o",
                    usage=usage,
                    recorded_at=at,
                )
            )
            store.runs.save(evolve(record, status=RunStatus.COMPLETED, ended_at=at))
    return session


def middle(taken: Sequence[tuple[float, float]]) -> str:
    """Return the median of each series, in milliseconds."""
    clock, processor = (statistics.median(each) * 1e3 for each in zip(*taken, strict=True))
    return f"{clock:6.1f} ms (processor {processor:6.1f} ms)"


async def long_session(folder: Path) -> None:
    """Open the long session, send a message, and print both times."""
    model = Stopwatch([says("Yes.")] * 100, traits=WIDE)
    async with Project.open(folder, models=model, env={}, trust=True) as project:
        session = fill(project)
    settle()
    for budget in ("", BUDGET):
        (folder / "project.yaml").write_text(f"name: Long\n{budget}")
        opened, asked = [], []
        for _ in range(TRIES):
            async with Project.open(folder, models=model, env={}, trust=True) as project:
                project.studio.session()
                timer = Timer()
                talk = project.studio.session(session)
                opened.append(timer())
                for _ in range(2):
                    model.timer = Timer()
                    async for _ in talk.chat("And now?"):
                        pass
                asked.append(model.taken)
                await talk.close()
        what = f"{MESSAGES:,} messages{', a budget' if budget else ''}"
        print(f"{what:26} opened in {middle(opened)}; the next is asked after {middle(asked)}")


def team(count: int) -> list[Agent]:
    return [
        Agent(id=f"agent-{at}", providers=one_provider(LatentAgent(at + 1))) for at in range(count)
    ]


async def one_run(folder: Path) -> None:
    """Measure a run of five agents with two rounds and a vote."""
    taken = []
    async with Project.open(folder, models=ScriptedChatProvider(), env={}) as project:
        await project.studio.delegate("Find a name.", agents=team(5), key="first")
        settle()
        for at in range(2 * TRIES):
            timer, agents = Timer(), team(5)
            result = await project.studio.delegate("Find a name.", agents=agents, key=str(at))
            taken.append(timer())
            assert (len(result.votes), result.rounds) == (5, 2), result
    seconds, ideal = statistics.median(each for each, _ in taken), PARTS * LATENCY
    print(
        f"five agents, two rounds    {middle(taken)}, the ideal is {ideal * 1e3:.0f} ms: "
        f"{seconds / ideal:.2f}"
    )


async def many(folder: Path) -> None:
    """Measure concurrent sessions, each with its own project in memory."""
    lags: list[float] = []

    async def watch() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            lags.append(time.perf_counter() - begun - TICK)

    async def talk(number: int) -> None:
        agents = team(3)
        wanted = launches(f"Name number {number}.", agents=[each.id for each in agents])
        model = ScriptedChatProvider([wanted, says("Done.")], traits=WIDE)
        talks = Agent(id="talks", providers=one_provider(model))
        async with Project.open_in_memory(models=model, env={}) as project:
            session = project.studio.session(approval=Agreed(), agents=[talks, *agents])
            ended = [
                each.result async for each in session.chat("A name?") if isinstance(each, RunEnded)
            ]
            await session.close()
        assert [len(each.votes) for each in ended] == [3], ended

    del folder
    await talk(0)  # what is loaded once a process
    settle()
    watching = asyncio.ensure_future(watch())
    timer, talks = Timer(), list[asyncio.Future[None]]()
    for each in range(SESSIONS):
        talks.append(asyncio.ensure_future(talk(each)))
        await asyncio.sleep(0)
    await asyncio.gather(*talks)
    watching.cancel()
    lags.sort()
    median, worst = statistics.median(lags), lags[int(len(lags) * 0.99)]
    print(
        f"{SESSIONS} sessions at once       {middle([timer()])}; lag median {median * 1e3:.1f} ms, "
        f"99 % {worst * 1e3:.1f} ms, most {max(lags) * 1e3:.1f} ms"
    )


async def main() -> None:
    """Print a line for each measurement."""
    for case in (long_session, one_run, many):
        with tempfile.TemporaryDirectory() as folder:
            await case(Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
