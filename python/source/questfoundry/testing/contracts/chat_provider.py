"""Test what every chat provider must do.

Subclass :class:`ChatProviderContract` with a name that pytest collects. Override ``answering`` to
give a provider whose model returns prepared answers. The tests are coroutines, which pytest-asyncio
runs in its auto mode.
"""

import asyncio
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import ClassVar

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import RefusedError
from questfoundry.domain.protocols.provider import ChatProvider

LOOK_UP = ToolDefinition(
    name="look_up",
    description="Looks a word up.",
    parameters={
        "type": "object",
        "properties": {"word": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["word"],
    },
)
ASKED = ChatRequest(messages=(system("Be brief."), user("Who lives in the archive?")))
SAID = ChatResponse(
    text="A drowned clerk. He keeps a brass key — née Höfer.",
    usage=Usage(input_tokens=21, output_tokens=12),
    model="model-of-the-server",
)


class ChatProviderContract(ABC):
    """The tests for chat providers; each test creates its own provider.

    For a provider that never streams an answer in pieces, set ``streams`` to ``False``.
    """

    streams = True

    takes_tools: ClassVar[bool] = True
    """``True`` if requests may offer tools; otherwise the provider must refuse such requests."""

    @abstractmethod
    def answering(self, *answers: ChatResponse) -> AbstractContextManager[ChatProvider]:
        """Return a context manager that gives a provider with the prepared ``answers``."""

    async def test_an_answer_in_words_arrives_with_its_usage(self) -> None:
        """A text answer arrives with its usage and the name of the model."""
        with self.answering(SAID) as provider:
            response = await provider.complete(ASKED)
            await provider.close()
        assert response == SAID

    async def test_streamed_pieces_together_are_the_text(self) -> None:
        """The streamed pieces, joined, are exactly the text of the response (PRV-6.2)."""
        pieces: list[str] = []
        with self.answering(SAID) as provider:
            response = await provider.complete(ASKED, pieces.append)
            await provider.close()
        assert response == SAID
        assert len(pieces) > self.streams
        assert "".join(pieces) == SAID.text

    async def test_all_tool_calls_of_one_reply_arrive_in_order(self) -> None:
        """All tool calls of one answer arrive in order, each with its own id."""
        first = ToolCall(id="a1", name="look_up", arguments={"word": "brass", "limit": 2})
        second = ToolCall(id="a2", name="look_up", arguments={"word": "clé"})
        answer = evolve(
            SAID, text="", tool_calls=(first, second), finish_reason=FinishReason.TOOL_CALLS
        )
        request = evolve(ASKED, tools=(LOOK_UP,))
        with self.answering(answer, answer) as provider:
            if not self.takes_tools:
                with pytest.raises(RefusedError):
                    await provider.complete(request)
                return
            whole = await provider.complete(request)
            streamed = await provider.complete(request, lambda _: None)
            await provider.close()
        for response in (whole, streamed):
            assert response.finish_reason is FinishReason.TOOL_CALLS
            assert [(call.name, call.arguments) for call in response.tool_calls] == [
                ("look_up", {"word": "brass", "limit": 2}),
                ("look_up", {"word": "clé"}),
            ]
            assert len({call.id for call in response.tool_calls}) == 2

    async def test_a_model_that_was_cut_off_says_so(self) -> None:
        """If an answer was cut off, the response's finish reason says so."""
        answer = evolve(SAID, text="A drowned cl", finish_reason=FinishReason.LENGTH)
        with self.answering(answer, answer) as provider:
            whole = await provider.complete(ASKED)
            streamed = await provider.complete(ASKED, lambda _: None)
            await provider.close()
        assert whole == streamed == answer

    async def test_a_history_with_half_a_tool_call_is_answered(self) -> None:
        """A history may contain a tool call without a result, or a result without a call."""
        call = ToolCall(id="lost", name="look_up", arguments={"word": "brass"})
        result = ToolResult(call_id="gone", name="look_up", content='{"result": "success"}')
        history = (user("Hello."), assistant("", (call,)), user("Well?"), tool_result(result))
        tools = (LOOK_UP,) if self.takes_tools else ()
        request = ChatRequest(messages=(*ASKED.messages, *history), tools=tools)
        with self.answering(SAID) as provider:
            assert await provider.complete(request) == SAID
            await provider.close()

    async def test_concurrent_calls_each_get_their_answer(self) -> None:
        """Concurrent calls each get their own answer."""
        with self.answering(SAID, SAID, SAID) as provider:
            responses = await asyncio.gather(*(provider.complete(ASKED) for _ in range(3)))
            await provider.close()
        assert responses == [SAID, SAID, SAID]

    async def test_an_error_of_the_text_receiver_is_raised_unchanged(self) -> None:
        """An exception in the function that receives streamed text is raised unchanged."""
        fault = OSError("the terminal is gone")

        def read(_: str) -> None:
            raise fault

        with self.answering(SAID) as provider:
            with pytest.raises(OSError, match="terminal") as caught:
                await provider.complete(ASKED, read)
            await provider.close()
        assert caught.value is fault

    def test_one_provider_serves_one_event_loop_after_another(self) -> None:
        """One provider can be used in several event loops, one after another."""
        with self.answering(SAID, SAID) as provider:

            async def ask_and_close() -> ChatResponse:
                response = await provider.complete(ASKED)
                await provider.close()
                return response

            assert asyncio.run(ask_and_close()) == SAID
            assert asyncio.run(ask_and_close()) == SAID

    async def test_it_can_be_closed_twice_and_before_its_first_call(self) -> None:
        """Closing a provider twice, or before its first call, is no error."""
        with self.answering(SAID) as provider:
            await provider.close()
            await provider.close()
