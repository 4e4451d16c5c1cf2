"""Measure the tokens of one and of two repairs, by kind and place of the fault.

Run ``python python/benchmarks/repair_tokens.py``. Repairs are compared with asking again, as a loop
on a bare SDK does. Such a loop sends the same prompt, each failed answer as a whole, a report with
one line for each fault, and the schema of the pydantic model; the model returns the whole answer.
The benchmark counts the tokens read and written, as estimated by
``questfoundry.domain.chat.exchange``, for a long story with 24 entities and 6 dilemmas. The
discussion, which a naive loop would repeat as well, is left out. The aims are a share of 0.6 for
one repair and 0.45 for two.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import cast

from attrs import evolve, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry.app.phases.finalization import add_descriptions
from questfoundry.app.phases.serialize import Serialize
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    estimate_request_tokens,
    estimate_tokens,
)
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    tool_result,
)
from questfoundry.domain.field_types import Artifact, json_schema_of
from questfoundry.testing.scripted import RecordingEventSink, ScriptedChatProvider, calls
from tests.support.long_sections import (
    BRIEF,
    FAULTS,
    Answer,
    LongSection,
    corrected,
    long_sections,
    with_faults,
)

PAIRS = (
    ("top: a slash in a term", "top: wrong type"),
    ("middle of a list: missing", "middle of a list: no such kind"),
    ("nested: empty", "reference: invented, too"),
    ("nested: wrong type", "nested: missing"),
    ("by id: missing", "by id: an empty list"),
    ("reference: deep, invented", "deep: missing"),
    ("reference: invented", "deep: one entry too few"),
)
"""Pairs of faults in one answer; the first repair corrects only one of the two."""


@frozen(kw_only=True)
class Cost:
    """The tokens after the first answer: of our repairs, and of repeating the whole request."""

    ours: int
    again: int

    @property
    def share(self) -> float:
        return self.ours / self.again


async def cost_of(section: LongSection, failed: Sequence[Answer]) -> Cost:
    """Return the cost if the model gives the ``failed`` answers and then the right one."""
    right = [*failed[1:], section.answer]

    def correct(request: ChatRequest) -> ChatResponse:
        asked = request.tools[0].parameters
        return calls(section.tool.name, corrected(right.pop(0), asked))

    provider = ScriptedChatProvider([calls(section.tool.name, failed[0]), *[correct] * len(failed)])
    serialize = Serialize(
        model=provider,
        finalization=section.tool,
        events=RecordingEventSink(),
        run="benchmark",
        brief=BRIEF,
    )
    await serialize.run(lambda _: section.messages)
    requests = provider.requests[1:]
    answers = [*failed[1:], section.answer][: len(requests)]
    ours = sum(
        estimate_request_tokens(request) + tokens_of(corrected(answer, request.tools[0].parameters))
        for request, answer in zip(requests, answers, strict=True)
    )
    again = sum(
        estimate_request_tokens(bare(section, failed[: n + 1])) + tokens_of(answer)
        for n, answer in enumerate([*failed[1:], section.answer])
    )
    return Cost(ours=ours, again=again)


def bare(section: LongSection, failed: Sequence[Answer]) -> ChatRequest:
    """Return the request after the ``failed`` answers, as a loop on a bare SDK builds it."""
    tool = section.tool
    schema = add_descriptions(
        json_schema_of(cast("type[Artifact]", tool.section.model)), tool.guide
    )
    request = ChatRequest(
        messages=section.messages,
        tools=(ToolDefinition(name=tool.name, description=tool.description, parameters=schema),),
    )
    for answer in failed:
        faults = tool.validate(answer)
        assert isinstance(faults, tuple)
        report = "\n".join(f"{fault.field}: {fault.problem}" for fault in faults)
        call = ToolCall(id="submission", name=tool.name, arguments=answer)
        result = ToolResult(call_id=call.id, name=call.name, content=report)
        more = (assistant("", (call,)), tool_result(result))
        request = evolve(request, messages=(*request.messages, *more))
    return request


def tokens_of(answer: Answer) -> int:
    return estimate_tokens(json.dumps(answer, ensure_ascii=False))


async def main() -> None:
    """Print a line for each fault: the tokens, and their share of asking again."""
    made = long_sections()
    shares = []
    for name, (place, fault) in FAULTS.items():
        section = made[place]
        cost = await cost_of(section, [with_faults(section.answer, fault)])
        shares.append(cost.share)
        print(f"{name:34} {place:10} {cost.ours:6} of {cost.again:6}: {cost.share:.2f}")
    print(f"one repair: {mean(shares):.2f} on average, at most {max(shares):.2f}\n")
    shares = []
    for one, other in PAIRS:
        place, mended = FAULTS[one]
        section = made[place]
        left = FAULTS[other][1]
        both = with_faults(section.answer, mended, left)
        cost = await cost_of(section, [both, with_faults(section.answer, left)])
        shares.append(cost.share)
        print(f"{one} + {other}: {cost.ours} of {cost.again}: {cost.share:.2f}")
    print(f"two repairs: {mean(shares):.2f} on average, at most {max(shares):.2f}")


if __name__ == "__main__":
    asyncio.run(main())
