"""A session of ten thousand messages, a run of five agents, and fifty sessions at once.

    python python/benchmarks/studio.py

The session lies in a folder: opening it, and from the next message to its question at the model,
with and without a budget, whose session counts what it spent. The run drafts, refines in two rounds
and votes, 50 ms a call; the ideal is what its parts must wait for each other. The sessions each
launch a run of three such agents, one beginning in each turn of the loop; ``lag`` is how much later
than asked for a task is woken that sleeps for 5 ms. What is loaded once was frozen before, as in a
program that serves. Times are given by the clock and by the processor: other processes take from
the first.
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
from questfoundry.domain.protocols import ApprovalAnswer, TextSink
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunStatus
from questfoundry.domain.run.spec import STUDIO
from questfoundry.domain.session.events import RunEnded
from questfoundry.testing import ScriptedChatProvider, says
from tests.support.delegated import AgentModel
from tests.support.stage_runs import one_provider
from tests.support.studio import WIDE, launches

LATENCY = 0.05
MESSAGES = 10_000
PARTS = 4
"""A draft, two rounds, and the vote, whose criteria are made beside the drafts."""

SESSIONS = 50
TICK = 0.005
TRIES = 5
BUDGET = "orchestrator: {interactive_mode: {budget: 900000000tokens}}\n"


class LatentAgent(AgentModel):
    """An agent's model, 50 ms away."""

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        await asyncio.sleep(LATENCY)
        return await super().complete(request, on_text)


class Agreed:
    async def ask(self, wanted: object) -> ApprovalAnswer:
        del wanted
        return ApprovalAnswer(approved=True)


class Timer:
    """Seconds by the clock and by the processor since it was made."""

    def __init__(self) -> None:
        self.clock, self.processor = time.perf_counter(), time.process_time()

    def __call__(self) -> tuple[float, float]:
        return time.perf_counter() - self.clock, time.process_time() - self.processor


class Stopwatch(ScriptedChatProvider):
    """Notes when it is asked."""

    timer: Timer
    taken = (0.0, 0.0)

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.taken = self.timer()
        return await super().complete(request, on_text)


def settle() -> None:
    """Have what is loaded by now looked through no more, as a program that serves does."""
    gc.collect()
    gc.freeze()


def fill(project: Project) -> str:
    """A session of so many messages, each turn with its record and its paid call."""
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
    """The median of each, in milliseconds."""
    clock, processor = (statistics.median(each) * 1e3 for each in zip(*taken, strict=True))
    return f"{clock:6.1f} ms (processor {processor:6.1f} ms)"


async def long_session(folder: Path) -> None:
    """Open it, say something, and print both."""
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
    """Five agents, two rounds, a vote."""
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
    """Sessions side by side, each with its own project in memory."""
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
    """Print a line for each."""
    for case in (long_session, one_run, many):
        with tempfile.TemporaryDirectory() as folder:
            await case(Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
