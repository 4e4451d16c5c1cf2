"""How long a long story takes to be planned, woven, proven and written, chapter by chapter or not.

    python python/benchmarks/long_story.py

A model in this process answers after 50 ms, 16 calls at a time; its prose is as long as it is asked
to be. ``ideal`` is the time of the same calls where each takes exactly the latency and nothing
else takes any: one after the other in SEED and GROW, in FILL as soon as all is written that the
writer is told of. The aims: 1.2 of that; all laws in 2 s and 300 MB.
"""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.filling import LATENCY, ideal
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.checks.laws import check
from questfoundry.domain.protocols import TextSink
from questfoundry.domain.story.size import Size
from questfoundry.testing.scripted import says
from tests.support.any_story import LongStory, Teller
from tests.support.novelist import TITLE, answers_to, prose_of, together

_ASKED = re.compile(r"^(?:It has|Write) (\d+) to (\d+) words", re.MULTILINE)
_PARAGRAPH = 100
"""Words of one piece of that prose."""


class Patient(Teller):
    """Answers after the latency, at the length that is asked for."""

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        await asyncio.sleep(LATENCY)
        return await super().complete(request, on_text)

    def _answer(self, request: ChatRequest) -> ChatResponse:
        message = "" if request.tools else request.messages[1].content
        if not TITLE.search(message):
            return super()._answer(request)
        head, *blocks = re.split(r'^(?=Write the passage ")', message, flags=re.MULTILINE)
        texts = []
        for block in blocks:
            title, asked = TITLE.findall(block)[0], _ASKED.search(block)
            words = sum(map(int, asked.groups())) // 2 if asked else _PARAGRAPH
            pieces = [prose_of(f"{title} {n}", 20) for n in range(words // _PARAGRAPH)]
            pieces.append(prose_of(f"{title} rest", max(1, words % _PARAGRAPH // 5)))
            texts.append((title, "\n\n".join(pieces) + answers_to(head + block)))
        return says(together(*texts) if len(texts) > 1 else texts[0][1])


class Bench(LongStory):
    """Keeps what each stage took."""

    def teller(self, *, breaks: int | None = None) -> Teller:
        return Patient(self.shop, breaks=breaks)


async def made() -> None:
    """Make it as a whole, a stage at a time, and say what each took."""
    story = Bench(Size.LONG)
    took: dict[str, tuple[float, float, int]] = {}
    for stage in ("seed", "grow", "fill"):
        began, worked = time.perf_counter(), time.process_time()
        await story.run(end=stage, acts=True, questions=True)
        calls = len(story.model.requests)
        took[stage] = (time.perf_counter() - began, time.process_time() - worked, calls)
    told = story.shop.registry.story(story.shop.store.artifacts)
    structure = told.settled_structure
    words = sum(len(each.split()) for each in told.prose.values())
    print(
        f"{len(told.chapters)} chapters, {len(structure.passages)} passages, "
        f"{len(structure.choices)} choices, {words:,} words"
    )
    wanted = {"fill": ideal(told) + 2 * LATENCY}
    wanted |= {stage: took[stage][2] * LATENCY for stage in ("seed", "grow")}
    for stage, (seconds, processor, calls) in took.items():
        print(
            f"{stage:5} {calls:5} calls {seconds:7.2f} s, {seconds / wanted[stage]:4.2f} of the "
            f"ideal {wanted[stage]:6.2f} s; {processor:6.2f} s of the processor"
        )
    whole = sum(each[0] for each in took.values())
    print(f"whole {whole:.2f} s, {whole / sum(wanted.values()):.2f} of the ideal")
    before = time.process_time()
    findings = check(structure, story=told)
    print(f"laws  {time.process_time() - before:.2f} s, {len(findings)} findings")
    before = time.process_time()
    shipped = await story.run(acts=True, questions=True)
    assert shipped.shipped is not None
    sizes = {name: len(file) for name, file in story.folder.files.items()}
    print(f"ship  {time.process_time() - before:.2f} s, {sizes}")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB in all")


if __name__ == "__main__":
    asyncio.run(made())
