"""Call the model, run the tools that it calls, and repeat until the model answers in text."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import evolve, frozen

from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Message, assistant, tool_result
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import ChatModel, TextSink

MessageSink = Callable[[Message], None]
"""A callback that receives each message as soon as the turn has produced the message."""


class TurnEnd(StrEnum):
    """The reasons why a turn ended: a text answer, a tool that ends the turn, or the call limit."""

    ANSWERED = "answered"
    SIGNALLED = "signalled"
    LIMIT = "limit"


@frozen(kw_only=True)
class Turn:
    """The new messages and final answer of one turn; ``cut_off`` if the answer is truncated."""

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
    always_answers: bool = False,
    section: str = "",
    is_enough: Callable[[str], bool] | None = None,
    on_text: TextSink | None = None,
    on_message: MessageSink | None = None,
) -> Turn:
    """Run one turn of at most ``max_calls`` model calls, and return its result.

    If a tool's result ends the turn, the other tool calls of the same model answer are still run.
    With ``always_answers``, the model is called once more after the limit, without tools.
    ``is_enough`` decides whether a truncated text is accepted. Raise ``NoAnswerError``, which names
    ``section``, if the model's answer and its second attempt are both unusable.
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
            evolve(request, messages=(*request.messages, *added), tools=toolset.definitions),
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
    if not always_answers:
        return Turn(messages=tuple(added), text=text, end=TurnEnd.LIMIT, usage=usage)
    response = await request_answer(
        model,
        evolve(request, messages=(*request.messages, *added)),
        prompts=toolset.prompts,
        section=section,
        phase=Phase.DISCUSS.value,
        is_enough=is_enough,
        on_text=on_text,
    )
    add([assistant(response.text)])
    return Turn(
        messages=tuple(added),
        text=response.text,
        end=TurnEnd.ANSWERED,
        usage=usage + response.usage,
        cut_off=response.finish_reason is FinishReason.LENGTH,
    )
