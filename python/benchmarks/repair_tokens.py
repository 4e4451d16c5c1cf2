"""Prompt tokens of one and of two repairs, against asking again with everything.

Run ``python python/benchmarks/repair_tokens.py``. The naive way repeats the conversation,
each failed answer, pydantic's report on it and the whole schema. It is counted twice:
with the messages of Serialize only, and with the discussion before them. Tokens are the
estimate of ``questfoundry.domain.chat.tokens``. The aims, against the latter, are 0.6 and 0.45.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve
from pydantic import ValidationError

from questfoundry.app.phases.finalization import Finalization, finalization
from questfoundry.app.phases.serialize import Serialize
from questfoundry.app.stages.dream import DreamStage
from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, assistant, system, tool_result, user
from questfoundry.domain.chat.tokens import estimate_request_tokens
from questfoundry.domain.chat.tools import ToolCall, ToolResult
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.story import EMPTY_STORY
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.testing.memory import RecordingEventSink
from questfoundry.testing.scripted import ScriptedChatProvider, calls

PROMPTS = Path(__file__).parents[2] / "prompts"
IDEA = "A noir mystery in a drowned city."
PROSE = (
    "The tide took the lower streets a generation ago, and what people could not carry they "
    "sank in air pockets under the old archive. A detective who sold her own past to the "
    "salvagers is asked to find a clerk who never existed on paper. "
)
DISCUSSION = PROSE * 6
BRIEF = PROSE * 4
VALID: dict[str, Any] = {
    "genre": "mystery",
    "subgenre": "noir",
    "tone": "brooding, wry",
    "themes": ["loyalty against truth", "what the drowned remember"],
    "audience": "adult",
    "scope": "one night in one district",
    "size": "micro",
    "style": "terse second person",
    "creative_vision": PROSE * 2,
    "content_notes": "drowning",
}
TWICE_AT_FAULT = {**VALID, "genre": "mystery/noir", "themes": ["loyalty"]}
AT_FAULT = {**VALID, "genre": "mystery/noir"}


def main() -> None:
    prompts = JinjaPromptRepository([PROMPTS])
    section = DreamStage().next_section(EMPTY_STORY, StageInputs(), {})
    assert section is not None
    tool = finalization("dream", section, prompts)
    prompt = prompts.render(
        section.template,
        {
            "brief": BRIEF,
            "idea": IDEA,
            "tool_name": tool.name,
            "size": None,
            "language": "en",
            "structured_output": "tool",
        },
    )
    messages = (system(prompt["system"]), user(prompt["user"]))
    talk = (user(IDEA), assistant(DISCUSSION), user("Go on."), assistant(DISCUSSION))
    for title, failed in (
        ("one repair", [AT_FAULT]),
        ("two repairs", [TWICE_AT_FAULT, AT_FAULT]),
    ):
        ours = asyncio.run(_repairs(failed, messages, tool))
        alone = sum(_naive(failed[: n + 1], messages, tool) for n in range(len(failed)))
        whole = sum(_naive(failed[: n + 1], (*talk, *messages), tool) for n in range(len(failed)))
        print(
            f"{title}: {ours} tokens, {ours / whole:.2f} of asking again with the discussion, "
            f"{ours / alone:.2f} of asking again without"
        )


async def _repairs(
    failed: Sequence[dict[str, Any]],
    messages: Sequence[Message],
    tool: Finalization,
) -> int:
    """The prompt tokens of all requests after the first; a correction holds what was asked."""
    corrections = [_correction(tool, answer) for answer in (*failed[1:], VALID)]
    provider = ScriptedChatProvider([calls(tool.name, failed[0]), *corrections])
    serialize = Serialize(
        model=provider,
        finalization=tool,
        events=RecordingEventSink(),
    )
    await serialize.run(messages)
    return sum(estimate_request_tokens(request) for request in provider.requests[1:])


def _correction(
    tool: Finalization, answer: dict[str, Any]
) -> Callable[[ChatRequest], ChatResponse]:
    """A reply with those fields of the answer that the request asks for."""

    def reply(request: ChatRequest) -> ChatResponse:
        asked = request.tools[0].parameters["properties"]
        return calls(tool.name, {name: answer[name] for name in asked})

    return reply


def _naive(
    failed: Sequence[dict[str, Any]], messages: Sequence[Message], tool: Finalization
) -> int:
    """The prompt tokens of one more request, after those answers."""
    request = ChatRequest(messages=tuple(messages), tools=(tool.tool(),))
    for answer in failed:
        call = ToolCall(id="submission", name=tool.name, arguments=answer)
        result = ToolResult(call_id=call.id, name=call.name, content=_report(answer))
        more = (assistant("", (call,)), tool_result(result))
        request = evolve(request, messages=(*request.messages, *more))
    return estimate_request_tokens(request)


def _report(answer: dict[str, Any]) -> str:
    try:
        DreamArtifact.model_validate(answer)
    except ValidationError as error:
        return str(error)
    raise AssertionError("the answer has no fault")


if __name__ == "__main__":
    main()
