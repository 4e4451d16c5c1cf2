"""Long book chats in a small window, and by several processes in parallel."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from attrs import evolve

from questfoundry.app.books.conversations import BookConversations, number_of
from questfoundry.domain.chat.exchange import estimate_request_tokens
from questfoundry.domain.chat.messages import Role, ToolCall
from questfoundry.domain.errors import WindowExceededError
from questfoundry.domain.events import RequestShortened
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.testing.scripted import ScriptedChatProvider, calls, calls_all, says
from tests.support.book_talk import BOOK, BookTalk, Library, talk
from tests.support.stage_runs import one_provider

WINDOW = 8_192
TURNS, SEARCHES = 200, 5
BIG = evolve(BOOK, pages=2_000)
PARAGRAPH = "The keeper climbed the stairs, and the lamp burned over page {page}. " * 18
MANY = tuple((page, page, PARAGRAPH.format(page=page)) for page in range(1, 13))


def searches(turn: int):
    """Return a reply with five searches that each find five long excerpts."""
    return calls_all(
        *(
            ToolCall(
                id=f"t{turn}-{at}",
                name="search_book",
                arguments={"query": f"lamp keeper {turn} {at}", "top_k": 5},
            )
            for at in range(SEARCHES)
        )
    )


def cites_what_it_sees(request):
    """Return an answer that cites a page of the newest excerpts in ``request``."""
    shown = [m for m in request.messages if m.role is Role.TOOL_RESULT][-1]
    page = json.loads(shown.content)["data"].partition("Pages ")[2].partition("-")[0]
    return says(f"It burned (p. {page}). " + "As was told before. " * 10)


async def test_two_hundred_turns_of_five_searches_stay_within_the_window() -> None:
    """A long chat must neither exceed the window nor lose its citations. (CA-15.1)"""
    traits = ModelTraits.from_capabilities(context_window=WINDOW)
    replies = [reply for turn in range(TURNS) for reply in (searches(turn), cites_what_it_sees)]
    provider = ScriptedChatProvider(replies, traits=traits)
    book = BookTalk(await Library.holding(*MANY, book=BIG), provider)
    for turn in range(TURNS):
        answer = await book.chat.answer(book.id, f"What of the lamp in turn {turn}?")
        assert [each.supported for each in answer.citations] == [True]
        assert answer.searched

    sizes = [estimate_request_tokens(each) + each.max_tokens for each in provider.requests]
    assert len(sizes) == 2 * TURNS
    assert max(sizes) <= WINDOW
    for request in provider.requests[1::2]:
        results = [m for m in request.messages if m.role is Role.TOOL_RESULT]
        assert all("[Pages " in m.content for m in results[-SEARCHES:])
    assert any(isinstance(each, RequestShortened) for each in book.events.events)


async def test_a_question_that_is_too_long_does_not_block_the_talk() -> None:
    """One huge question must not stay in the chat and break every later turn."""
    traits = ModelTraits.from_capabilities(context_window=WINDOW)
    book, provider = await talk([says("The keeper.")], traits)
    with pytest.raises(WindowExceededError):
        await book.ask("Who? " * 10_000)
    assert provider.requests == []
    assert await book.ask("Who lit the lamp?") == "The keeper."


async def test_what_was_left_out_is_shown_beforehand() -> None:
    """Readers can see which old messages the model will not get."""
    book, _ = await talk(
        [says("Yes. " * 500)] * 14, ModelTraits.from_capabilities(context_window=WINDOW)
    )
    for _ in range(14):
        await book.ask("Is it so?")
    shown = await book.chat.preview(book.conversations.get(book.id), "And now?")
    assert shown.left_out[0].startswith("9 older messages: ")
    assert shown.left_out[1].endswith("older messages: the model's window")


def repositories(path):
    database = Database(path)
    return SqlConversationRepository(database), SqlChatMessageRepository(database)


def test_several_at_once_keep_all_answers_and_get_numbers_of_their_own(tmp_path) -> None:
    """Parallel writers must not overwrite answers or share a number. (STO-2.6)"""
    path, turns, writers = tmp_path / "story.db", 12, 4
    conversations, messages = repositories(path)
    shared = BookConversations(conversations=conversations).begin(BOOK, "Who lit the lamp?")

    def converse(writer: int) -> list[int]:
        async def turns_of() -> None:
            said = [
                reply
                for turn in range(turns)
                for reply in (
                    calls("search_book", {"query": f"lamp {turn}"}, id=f"same-{turn}"),
                    says(f"Answer {writer}/{turn} (p. 3)."),
                )
            ]
            provider = ScriptedChatProvider(said)
            book = BookTalk(await Library.holding((3, 3, "The lamp.")), provider)
            mine = repositories(path)
            runs = book.workshop.opener(one_provider(provider))
            store = evolve(runs.store, conversations=mine[0], messages=mine[1])
            chat = book.led(runs=evolve(runs, store=store))
            for turn in range(turns):
                await chat.execute(shared.id, f"Question {writer}/{turn}?")

        asyncio.run(turns_of())
        begun = BookConversations(conversations=repositories(path)[0])
        return [number_of(begun.begin(BOOK, "New.")) for _ in range(5)]

    with ThreadPoolExecutor(writers) as pool:
        numbers = [number for each in pool.map(converse, range(writers)) for number in each]

    assert sorted(numbers) == list(range(2, 2 + 5 * writers))
    stored = [each.message for each in messages.get_by_conversation(shared.id)]
    answers = {f"Answer {w}/{t} (p. 3)." for w in range(writers) for t in range(turns)}
    assert answers <= {each.content for each in stored}
    assert len(stored) == writers * turns * 4
    for at, each in enumerate(stored):
        if each.tool_calls:
            assert stored[at + 1].call_id == each.tool_calls[0].id
