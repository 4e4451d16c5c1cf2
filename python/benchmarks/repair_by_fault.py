"""Tokens of one repair of SEED by the kind of fault, against asking again with everything.

Run ``python python/benchmarks/repair_by_fault.py``. The naive way has no sections: it repeats
the whole conversation, the failed artifact and the report on it, with the schema of the whole
artifact, and gets the whole artifact back. Counted are the tokens read and written, by the
estimate of ``questfoundry.domain.chat.tokens``, for the small story of the tests and a
discussion of some 400 words. The aim is 0.4.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from questfoundry.app.phases.finalization import described
from questfoundry.domain.artifacts.base import json_schema_of
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, assistant, tool_result, user
from questfoundry.domain.chat.tokens import estimate_request_tokens, estimate_tokens
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition, ToolResult
from tests.support.faulty_model import FAULTS, Asked, FaultyModel, fitted
from tests.support.small_story import SECTIONS, made_until
from tests.support.stage_runs import Ask, Workshop, one_provider, shipped_prompts

PROSE = (
    "The tide took the lower streets a generation ago, and what people could not carry they "
    "sank in air pockets under the old bank. Mara dives for it and sells what it says; the "
    "sergeant follows because nobody else on the barge can swim. "
)
TALK, BRIEF = PROSE * 10, PROSE * 5
ACCEPTED = ("encodes_twice",)


@frozen(kw_only=True)
class Cost:
    """Tokens of a repair: ours, and the naive one's."""

    ours: int
    naive: int

    @property
    def share(self) -> float:
        """What ours costs of the naive one."""
        return self.ours / self.naive


async def main() -> None:
    shares = []
    for fault in (name for name in FAULTS if name not in ACCEPTED):
        costs = [
            cost for section in SECTIONS if (cost := await repaired(fault, section)) is not None
        ]
        share = mean(cost.share for cost in costs)
        shares.append(share)
        ours, naive = mean(cost.ours for cost in costs), mean(cost.naive for cost in costs)
        worst = max(cost.share for cost in costs)
        print(
            f"{fault:13} {ours:6.0f} of {naive:6.0f} tokens: {share:.2f}, at most {worst:.2f} "
            f"({len(costs)} sections)"
        )
    print(f"all faults: {mean(shares):.2f} of asking again with everything")


async def repaired(fault: str, section: str) -> Cost | None:
    """The cost of mending that fault in that section; ``None`` where it cannot have it."""
    workshop = await made_until("brainstorm")
    model = FaultyModel("seed", SECTIONS, {section: [fault]}, talk=TALK, brief=BRIEF)
    await workshop.run_stage(one_provider(model.provider())).execute("seed", Ask())
    place = next((at for at, asked in enumerate(model.asked) if asked.fault is not None), None)
    if place is None:
        return None
    asked, retry = model.asked[place : place + 2]
    correction = fitted(SECTIONS[section], retry.request.tools[0].parameters)
    return Cost(
        ours=estimate_request_tokens(retry.request) + tokens_of(correction),
        naive=estimate_request_tokens(naive(workshop, model.asked, asked, retry))
        + tokens_of(whole(workshop)),
    )


def naive(workshop: Workshop, sections: Sequence[Asked], asked: Asked, retry: Asked) -> ChatRequest:
    """One request for the whole artifact, after everything that was said."""
    said = [each.message for each in workshop.store.messages.get_by_conversation("seed-1")]
    first = [each.request.messages[0] for each in sections[:1]]
    known = user(known_of(sections))
    failed = asked.fault.response if asked.fault else None
    return ChatRequest(
        messages=(*first, *said, assistant(BRIEF), known, *exchange(workshop, failed, retry)),
        tools=(
            ToolDefinition(
                name="submit_seed",
                description="Hand in the finished seed artifact. Fill every field.",
                parameters=described(
                    json_schema_of(SeedArtifact), shipped_prompts().wording("fields/seed")
                ),
            ),
        ),
    )


def exchange(workshop: Workshop, failed: ChatResponse | None, retry: Asked) -> tuple[Message, ...]:
    """The failed answer, whole, and the same feedback that ours gives."""
    if failed is None or not failed.tool_calls or failed.tool_calls[0].malformed is not None:
        return ()
    call = ToolCall(id="submission", name="submit_seed", arguments=whole(workshop))
    report = ToolResult(call_id=call.id, name=call.name, content=retry.request.messages[-1].content)
    return assistant("", (call,)), tool_result(report)


def known_of(sections: Sequence[Asked]) -> str:
    """What every section lists of its ids, once."""
    lines = [
        line
        for asked in sections
        for line in asked.request.messages[1].content.partition("Known:\n")[2].splitlines()
    ]
    return "\n".join(dict.fromkeys(lines))


def whole(workshop: Workshop) -> dict[str, Any]:
    """The artifact."""
    current = workshop.store.artifacts.current("seed")
    assert current is not None
    return dict(current.data)


def tokens_of(answer: dict[str, Any]) -> int:
    return estimate_tokens(json.dumps(answer, ensure_ascii=False))


if __name__ == "__main__":
    asyncio.run(main())
