"""Book chats use the real SDKs, against servers as strict as the real ones."""

import pytest

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ChatMessage, Message, Role, ToolCall
from questfoundry.testing.scripted import ScriptedChatProvider, calls, calls_all, says
from tests.support.book_talk import KEEPER, PAGES, STORM, BookTalk, Library
from tests.support.loopback import Loopback
from tests.support.wire_providers import WIRES, Wire

TWO = (
    ToolCall(id="call_a", name="search_book", arguments={"query": "storm"}),
    ToolCall(id="call_b", name="search_book", arguments={"query": "stairs", "top_k": 1}),
)
BOTH = ChatResponse(tool_calls=TWO, finish_reason=FinishReason.TOOL_CALLS, model="m")
ANSWER = ChatResponse(text="He lit it (p. 3).", model="m")

wires = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)


async def told_before() -> list[Message]:
    """Return a stored chat with one search, two parallel searches, and answers."""
    replies = [
        calls("search_book", {"query": "lamp"}, id="1"),
        says("Lit (p. 3)."),
        calls_all(*TWO, text="Let me look."),
        says("Both."),
    ]
    book = BookTalk(await Library.holding(*PAGES), ScriptedChatProvider(replies))
    await book.ask("Who lit it?")
    await book.ask("And who wept?")
    return book.stored


@wires
async def test_two_searches_at_once(wire: Wire) -> None:
    """Each provider has its own format for parallel calls, and a mistake fails the request."""
    with Loopback(wire.answer(BOTH), wire.answer(ANSWER), check=wire.rules) as server:
        async with wire.asked_of(server.url) as provider:
            book = BookTalk(await Library.holding(*PAGES), provider)
            assert await book.ask() == ANSWER.text
            pieces: list[str] = []
            assert await book.chat.execute(book.id, "Sure?", pieces.append) == ANSWER.text

    assert "".join(pieces) == ANSWER.text
    assert book.roles[:5] == [
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL_RESULT,
        Role.TOOL_RESULT,
        Role.ASSISTANT,
    ]
    assert STORM in book.stored[2].content
    assert KEEPER in book.stored[3].content


@wires
async def test_a_talk_cut_off_after_any_message_goes_on(wire: Wire) -> None:
    """A crash can leave a call without result, which providers refuse unless it is repaired."""
    history = await told_before()
    assert len(history) == 9
    with Loopback(wire.answer(ANSWER), check=wire.rules) as server:
        async with wire.asked_of(server.url) as provider:
            for length in range(len(history) + 1):
                book = await gone_on(provider, history[:length])
                assert book.stored[:length] == history[:length]
                assert book.roles[length:] == [Role.USER, Role.ASSISTANT]


@wires
async def test_a_cap_may_cut_a_call_from_its_result(wire: Wire) -> None:
    """A message limit may separate a result from its call, which providers refuse."""
    history = await told_before()
    with Loopback(wire.answer(ANSWER), check=wire.rules) as server:
        async with wire.asked_of(server.url) as provider:
            for cap in range(1, len(history) + 1):
                await gone_on(provider, history, max_messages=cap)


@wires
async def test_a_model_without_tools_goes_on_with_a_talk_that_had_them(wire: Wire) -> None:
    """A reader may change to a model without tools in the middle of a chat."""
    history = await told_before()
    without = {"tools": False, "forced_tool_choice": False}
    with Loopback(wire.answer(ANSWER), check=wire.rules) as server:
        async with wire.asked_of(server.url, capabilities=without) as provider:
            for cap in (1, 2, 20):
                book = await gone_on(provider, history, max_messages=cap)
    assert book.roles[len(history) :] == [Role.USER, Role.TOOL_RESULT, Role.ASSISTANT]


async def gone_on(provider, history: list[Message], **settings) -> BookTalk:
    """Return a chat with ``history`` and one more answer."""
    book = BookTalk(await Library.holding(*PAGES), provider, **settings)
    for position, message in enumerate(history):
        book.messages.save(ChatMessage(conversation_id=book.id, position=position, message=message))
    assert await book.ask("Who wept?") == ANSWER.text
    return book
