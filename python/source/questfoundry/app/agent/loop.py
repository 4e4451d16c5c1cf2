"""The one tool loop: ask, run the tools that the model calls, ask again, until it answers.

Discuss, the talk with a book and the studio all use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import evolve, frozen

from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Message, assistant, tool_result
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatModel, TextSink

MessageSink = Callable[[Message], None]
"""Receives each message that a turn adds, as it is added."""


class TurnEnd(StrEnum):
    """Why a turn ended."""

    ANSWERED = "answered"
    SIGNALLED = "signalled"
    LIMIT = "limit"


@frozen(kw_only=True)
class Turn:
    """What one turn added to a conversation; ``text`` is what the model said last.

    ``cut_off`` says that this ended before it was complete.
    """

    messages: tuple[Message, ...]
    text: str
    end: TurnEnd
    usage: Usage
    cut_off: bool = False


async def run_turn(
    model: ChatModel,
    request: ChatRequest,
    toolset: Toolset,
    *,
    max_calls: int,
    section: str = "",
    is_enough: Callable[[str], bool] | None = None,
    on_text: TextSink | None = None,
    on_message: MessageSink | None = None,
) -> Turn:
    """Run one turn of the model, at most ``max_calls`` model calls long.

    ``request`` gives the messages so far and the sampling; the tools offered are the
    toolset's, less those its guard withdrew. A result that ends the turn does so after
    the calls of that reply are answered. An answer that is none is asked for once more:
    ``NoAnswerError``, of that ``section`` of the run, where no other comes. One that was cut off
    after it had said ``enough`` is one.
    """
    toolset.begin_turn()
    added: list[Message] = []
    usage = NO_USAGE
    text = ""

    def add(messages: Sequence[Message]) -> None:
        for message in messages:
            added.append(message)
            if on_message is not None:
                on_message(message)

    for _ in range(max_calls):
        response = await request_answer(
            model,
            evolve(
                request,
                messages=(*request.messages, *added),
                tools=toolset.definitions,
            ),
            prompts=toolset.prompts,
            section=section,
            phase=Phase.DISCUSS.value,
            allow_tool_calls=True,
            is_enough=is_enough,
            on_text=on_text,
        )
        usage = usage + response.usage
        text = response.text or text
        add([assistant(response.text, response.tool_calls)])
        if not response.tool_calls:
            return Turn(
                messages=tuple(added),
                text=text,
                end=TurnEnd.ANSWERED,
                usage=usage,
                cut_off=response.finish_reason is FinishReason.LENGTH,
            )
        results = await toolset.run_calls(response.tool_calls)
        add([tool_result(result) for result in results])
        if any(result.ends_turn for result in results):
            return Turn(messages=tuple(added), text=text, end=TurnEnd.SIGNALLED, usage=usage)
    return Turn(messages=tuple(added), text=text, end=TurnEnd.LIMIT, usage=usage)
