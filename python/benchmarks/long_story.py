"""Measure how long it takes to plan, weave, prove and write a long story.

    python python/benchmarks/long_story.py [FOLDER]

A model in this process answers after 50 ms, 16 calls at a time, with prose of the requested
length. The model computes its answers within this latency, and its processor time is listed apart.

- ``ideal``: the time of the same calls in the same order if each call takes exactly the latency and
  nothing else takes any time. For this, the benchmark makes the story again, with a clock that
  only waiting moves.
- ``calm``: the time on a machine without other work, that is, the waiting time and the processor
  time of this process; the least of three runs.
- ``alone``: the ideal of one call for each passage, as soon as all prose that its request quotes is
  written. Answers with several passages may be faster.

The aims: 1.2 of the ideal; all laws in 2 s and 300 MB. If FOLDER is given, the exported files are
written there, for ``page.py``.
"""

import asyncio
import re
import resource
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import frozen

from benchmarks.filling import LATENCY, ideal
from benchmarks.waiting_alone import waiting_alone
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.checks.check import check
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.story.size import Size
from questfoundry.testing.scripted import says
from tests.support.any_story import LongStory, Teller
from tests.support.novelist import answers_to, prose_of, together

_ASKED = re.compile(r'^## Passage "(.+)": (\d+) to (\d+) words$', re.MULTILINE)
_PARAGRAPH = 100
"""The number of words in one paragraph of the model's prose."""


class Patient(Teller):
    """A model that answers after the latency, with prose of the requested length.

    ``worked``: the processor seconds that its answers took.
    """

    worked = 0.0

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        del on_text
        loop = asyncio.get_running_loop()
        over = loop.time() + LATENCY
        before = time.process_time()
        self.requests.append(request)
        answer = self._answer(request)
        self.worked += time.process_time() - before
        await asyncio.sleep(over - loop.time())
        return answer

    def _answer(self, request: ChatRequest) -> ChatResponse:
        message = "" if request.tools else request.messages[1].content
        if not _ASKED.search(message):
            return super()._answer(request)
        head, *blocks = re.split(r'^(?=## Passage ")', message, flags=re.MULTILINE)
        texts = []
        for block in blocks:
            title, least, most = _ASKED.findall(block)[0]
            words = (int(least) + int(most)) // 2
            pieces = [prose_of(f"{title} {n}", 20) for n in range(words // _PARAGRAPH)]
            pieces.append(prose_of(f"{title} rest", max(1, words % _PARAGRAPH // 5)))
            texts.append((title, "\n\n".join(pieces) + answers_to(head + block)))
        return says(together(*texts) if len(texts) > 1 else texts[0][1])


class Bench(LongStory):
    """A story whose model answers after the latency."""

    def teller(self, *, breaks: int | None = None) -> Teller:
        return Patient(self.shop, breaks=breaks)


@frozen
class Took:
    """The cost of a stage: seconds of the loop, of the processor, and of the model's processor.

    ``processor`` does not include ``model``.
    """

    seconds: float
    processor: float
    model: float
    calls: int


async def stages(story: Bench) -> dict[str, Took]:
    """Make the whole story, one stage at a time, and return the cost of each stage."""
    loop, took = asyncio.get_running_loop(), dict[str, Took]()
    for stage in ("seed", "grow", "fill"):
        began, worked = loop.time(), time.process_time()
        await story.run(end=stage, acts=True, questions=True)
        model: Any = story.model
        worked = time.process_time() - worked - model.worked
        took[stage] = Took(loop.time() - began, worked, model.worked, len(model.requests))
    return took


async def report(shortest: dict[str, Took], calm: dict[str, Took]) -> None:
    """Make the story, and print the cost of each stage beside its ideal."""
    story = Bench(Size.LONG)
    took = await stages(story)
    told = story.shop.registry.story(story.shop.store.artifacts)
    structure = told.existing_structure
    words = sum(len(each.split()) for each in told.prose.values())
    print(
        f"{len(told.chapters)} chapters, {len(structure.passages)} passages, "
        f"{len(structure.choices)} choices, {words:,} words"
    )
    for stage, each in took.items():
        least = shortest[stage].seconds
        print(
            f"{stage:5} {each.calls:5} calls {each.seconds:7.2f} s, {each.seconds / least:4.2f} of "
            f"the ideal {least:6.2f} s, calm {calm[stage].seconds / least:4.2f}; "
            f"{each.processor:6.2f} s of the processor, "
            f"and the model's {each.model:4.2f} s"
        )
    whole, least, own = (
        sum(each.seconds for each in stages.values()) for stages in (took, shortest, calm)
    )
    alone = least - shortest["fill"].seconds + ideal(told) + 2 * LATENCY
    print(
        f"whole {whole:.2f} s, {whole / least:.2f} of the ideal {least:.2f} s, "
        f"calm {own:.2f} s, {own / least:.2f}; "
        f"{whole / alone:.2f} of {alone:.2f} s alone; "
        f"{sum(each.processor for each in took.values()):.2f} s of the processor, "
        f"calm {sum(each.processor for each in calm.values()):.2f} s"
    )
    before = time.process_time()
    findings = check(structure, story=told)
    print(f"laws  {time.process_time() - before:.2f} s, {len(findings)} findings")
    before = time.process_time()
    shipped = await story.run(acts=True, questions=True)
    assert shipped.ship_result is not None
    for name, file in story.files.contents.items() if sys.argv[1:] else ():
        (Path(sys.argv[1]) / name).write_bytes(file)
    sizes = {name: len(file) for name, file in story.files.contents.items()}
    print(f"ship  {time.process_time() - before:.2f} s, {sizes}")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB in all")


def calmest(times: int = 3) -> dict[str, Took]:
    """Return the cost of each stage on a machine without other work: the least of ``times``."""
    runs = [waiting_alone(stages(Bench(Size.LONG)), computing=True) for _ in range(times)]
    return {
        stage: min((run[stage] for run in runs), key=lambda each: each.seconds) for stage in runs[0]
    }


if __name__ == "__main__":
    asyncio.run(report(waiting_alone(stages(Bench(Size.LONG))), calmest()))
