"""A chat with a book: requests, stored messages and answers."""

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.books.chat import SYSTEM_PROMPT
from questfoundry.app.books.turn import OnLimit
from questfoundry.app.context import FullHistoryContextStrategy
from questfoundry.app.run.spend_meter import SpendMeter, ledger_of
from questfoundry.domain.chat.exchange import FinishReason
from questfoundry.domain.chat.messages import ChatMessage, Role, assistant, user
from questfoundry.domain.errors import (
    BookError,
    BookFault,
    BudgetReachedError,
    InputError,
    LLMError,
    NoAnswerError,
    PromptError,
    UnreachableError,
)
from questfoundry.domain.library.book import BookStatus
from questfoundry.domain.run.inputs import BookChatInputs
from questfoundry.domain.run.record import BOOK_CHAT, RunStatus
from questfoundry.domain.run.spec import Budget
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.testing.library import InMemoryChatMessageRepository
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.book_talk import BOOK, KEEPER, NO_TOOLS, PAGES, BookTalk, Library, talk
from tests.support.checkout import PROMPTS
from tests.support.stage_runs import PennyPrices, one_provider, shipped_prompts

SEARCH = calls("search_book", {"query": "who lit the lamp"})
ANSWER = "The keeper lit it (p. 3)."
DOWN = UnreachableError("Nobody answers.")


def data_of(message):
    return json.loads(message.content)["data"]


async def test_an_answer_without_a_search_is_stored_and_returned() -> None:
    """A greeting needs no search but must still be part of the conversation."""
    book, provider = await talk([says("Good evening.")])

    assert await book.ask("Hello.") == "Good evening."
    assert book.stored == [user("Hello."), assistant("Good evening.")]
    assert len(provider.requests) == 1


async def test_a_search_is_run_stored_and_shown_before_the_answer_and_in_the_next_turn() -> None:
    """An answer needs the result after its call; a follow-up needs it too. (CA-1.2, CA-8.2)"""
    book, provider = await talk([SEARCH, says(ANSWER), says("Yes (p. 3).")])

    assert await book.ask() == ANSWER
    assert book.roles == [Role.USER, Role.ASSISTANT, Role.TOOL_RESULT, Role.ASSISTANT]
    call, result = book.stored[1:3]
    assert (call.tool_calls[0].id, result.tool_name) == (result.call_id, "search_book")
    assert f"[Pages 3-3]\n{KEEPER}" in data_of(result)
    assert provider.requests[1].messages[-1] == result

    await book.ask("Is that so?")
    shown = [m for m in provider.requests[-1].messages if m.role is Role.TOOL_RESULT]
    assert [data_of(m) for m in shown] == [data_of(result)]


async def test_a_missing_conversation_or_an_empty_message_is_refused() -> None:
    """A wrong id must fail before a call is paid for, with a code for programs."""
    book, provider = await talk([])
    with pytest.raises(BookError, match="no conversation 'book::none/1'") as told:
        await book.chat.execute("book::none/1", "Hello.")
    assert told.value.code is BookFault.NOT_FOUND
    assert provider.requests == []

    with pytest.raises(InputError, match="empty"):
        await book.ask("  ")
    assert book.stored == []


async def test_a_failed_call_keeps_the_question_and_the_next_turn_goes_on() -> None:
    """A network error must neither lose the question nor break the conversation."""
    book, provider = await talk([DOWN, says("The keeper.")])

    with pytest.raises(LLMError):
        await book.ask("Who lit it?")
    assert book.stored == [user("Who lit it?")]
    assert await book.ask("Once more: who?") == "The keeper."
    assert [m.content for m in provider.requests[1].messages[1:]] == [
        "Who lit it?",
        "Once more: who?",
    ]


@given(st.integers(1, 6))
async def test_a_model_that_never_answers_is_stopped_at_the_limit(limit: int) -> None:
    """A model that only searches must stop, and its paid results must stay. (CA-2.4)"""
    endless = [calls("search_book", {"query": f"lamp {n}"}, id=f"c{n}") for n in range(limit)]
    book, provider = await talk(endless, max_calls=limit)

    with pytest.raises(LLMError, match=f"searched {limit} times"):
        await book.ask()
    assert len(provider.requests) == limit
    assert book.stored[-1].role is Role.TOOL_RESULT


async def test_the_limit_is_three_calls_and_may_end_in_an_answer() -> None:
    """Readers may prefer an answer from the results so far to an error. (CA-2.4)"""
    endless = [calls("search_book", {"query": f"lamp {n}"}, id=f"c{n}") for n in range(9)]
    book, provider = await talk(endless)
    with pytest.raises(LLMError):
        await book.ask()
    assert len(provider.requests) == 3

    book, provider = await talk([SEARCH, says(ANSWER)], max_calls=1, on_limit=OnLimit.ANSWER)

    assert await book.ask() == ANSWER
    assert (len(provider.requests[0].tools), provider.requests[1].tools) == (2, ())
    assert book.stored[-1] == assistant(ANSWER)


async def test_only_the_newest_messages_are_sent() -> None:
    """A long conversation must not grow the cost of each turn. (CA-6.2)"""
    book, provider = await talk([says(f"Answer {n}.") for n in range(9)], max_messages=5)
    for n in range(9):
        await book.ask(f"Question {n}?")

    sent = [[m.content for m in each.messages[1:]] for each in provider.requests]
    newest = ["Question 6?", "Answer 6.", "Question 7?", "Answer 7.", "Question 8?"]
    assert sent[-1] == newest
    assert sent[1] == ["Question 0?", "Answer 0.", "Question 1?"]


def test_a_model_knows_which_pages_no_search_can_find() -> None:
    """A model must not take what is on scanned pages for something that the book does not say."""
    about = {"title": "The Lamp", "author": "", "pages": 40, "horizon": None, "searches": True}

    scanned, whole = (
        shipped_prompts().render(SYSTEM_PROMPT, {**about, "unread": pages})["system"]
        for pages in ("3-8", "")
    )
    assert "No search finds pages 3-8" in scanned
    assert "No search finds" not in whole


async def test_the_system_prompt_is_the_template_and_stands_first(tmp_path) -> None:
    """Authors can replace the prompt; a missing one costs no call. (CA-7.1, CTX-1.2)"""
    (tmp_path / "tools").symlink_to(PROMPTS / "tools")
    book, provider = await talk([], prompts=JinjaPromptRepository([tmp_path]))

    with pytest.raises(FileNotFoundError) as told:
        await book.ask()
    assert isinstance(told.value, PromptError)
    assert provider.requests == []

    book, provider = await talk([says("Hello.")], page=None)
    await book.ask()

    first, *others = provider.requests[0].messages
    assert first.role is Role.SYSTEM
    assert first.content.startswith("You talk with a reader about one book: The Lamp by Ada Moss")
    assert Role.SYSTEM not in [m.role for m in others]


async def test_a_context_strategy_can_be_given() -> None:
    """Embedding programs choose how much of the conversation a model sees. (CTX-1.2)"""
    context = FullHistoryContextStrategy(max_messages=1)
    book, provider = await talk([says("One."), says("Two.")], context=context)
    await book.ask("1?")
    await book.ask("2?")
    assert [m.content for m in provider.requests[-1].messages[1:]] == ["2?"]


async def test_a_book_that_is_gone_or_not_ready_is_told() -> None:
    """A question about an unfinished book would get an answer from half the text."""
    library = await Library.holding(*PAGES)
    for other_book, code in (
        (evolve(BOOK, status=BookStatus.FAILED), BookFault.NOT_READY),
        (evolve(BOOK, digest="1"), BookFault.REPLACED),
        (None, BookFault.NOT_FOUND),
    ):
        other = BookTalk(library, ScriptedChatProvider([]))
        if other_book is None:
            library.books.delete(BOOK.id)
        else:
            library.books.save(other_book)
        with pytest.raises(BookError) as told:
            await other.ask()
        assert told.value.code is code
        assert other.stored == []


@pytest.mark.parametrize(
    ("replies", "traits", "searched"),
    [
        ([says("Good evening.")], None, False),
        ([calls("set_page", {"page": 8}), says("Noted.")], None, False),
        ([calls("search_book", {}), says("I looked.")], None, False),
        ([SEARCH, says(ANSWER)], None, True),
        ([calls("search_book", {"query": "zebra"}), says("Not told.")], None, True),
        ([says(ANSWER)], NO_TOOLS, True),
    ],
)
async def test_an_answer_says_whether_the_book_was_searched_for_it(replies, traits, searched):
    """Readers should know whether an answer comes from the book."""
    book, _ = await talk(replies, traits)
    answer = await book.chat.answer(book.id, "I am on page 8. Who lit the lamp?")
    assert answer.searched is searched
    assert all(each.supported for each in answer.citations)


@pytest.mark.parametrize("lack", ["refused", "cut_off", "empty"])
async def test_what_is_no_answer_is_not_given_as_one(lack) -> None:
    """A refusal or half sentence must not look like the book's answer."""
    bad = {
        "refused": says("The keeper", finish_reason=FinishReason.REFUSED),
        "cut_off": says("The keeper", finish_reason=FinishReason.LENGTH),
        "empty": says(" "),
    }[lack]
    book, _ = await talk([bad, bad, says("The keeper.")])
    with pytest.raises(NoAnswerError) as told:
        await book.ask()
    assert told.value.code.value == lack
    assert book.roles == [Role.USER]
    assert await book.ask("Once more.") == "The keeper."


async def test_a_question_that_was_not_reworded_is_looked_for_as_it_is() -> None:
    """If rewording fails, searching with the original question is better than an error."""
    refused = says("No.", finish_reason=FinishReason.REFUSED)
    book, provider = await talk([says("The keeper."), refused, says("It burned.")], NO_TOOLS)
    await book.ask("Who lit it?")
    assert await book.ask("What of the ship on the rocks?") == "It burned."
    assert "The ship struck the rocks" in provider.requests[-1].messages[-1].content


async def test_two_processes_keep_what_both_said() -> None:
    """Two open windows on one conversation must not overwrite each other's messages."""
    interrupted = []

    def meanwhile(_request):
        if not interrupted:
            book.messages.append(book.id, [user("Me too.")])
            interrupted.append(True)
            return SEARCH
        return says(ANSWER)

    book, _ = await talk([meanwhile, meanwhile])
    assert await book.ask() == ANSWER
    assert [m.content for m in book.stored if m.role is Role.USER] == [
        "Who lit the lamp?",
        "Me too.",
    ]
    assert book.roles[2:] == [Role.ASSISTANT, Role.TOOL_RESULT, Role.ASSISTANT]


class Watched(InMemoryChatMessageRepository):
    """A repository that records how many messages each read requests."""

    def __init__(self, conversations):
        super().__init__(conversations)
        self.asked = []

    def get_by_conversation(self, conversation_id, *, newest=None, before=None):
        self.asked.append(newest)
        return super().get_by_conversation(conversation_id, newest=newest, before=before)


async def test_older_messages_are_not_read() -> None:
    """Reading all rows would slow down every turn of a long conversation."""
    book, provider = await talk([says("Yes.")])
    messages = Watched(book.conversations)
    for position in range(1_000):
        message = user(f"line {position}")
        messages.save(ChatMessage(conversation_id=book.id, position=position, message=message))
    runs = book.workshop.opener(one_provider(provider))
    chat = book.led(runs=evolve(runs, store=evolve(runs.store, messages=messages)))

    await chat.execute(book.id, "Is it so?")
    assert max(messages.asked) == 20
    assert [m.content for m in provider.requests[0].messages[1:3]] == ["line 981", "line 982"]


async def test_a_turn_is_a_run_whose_calls_are_in_the_journal_and_the_ledger() -> None:
    """Costs of book chats must appear in reports, as those of stages do. (CA-14.1)"""
    replies = [says("The keeper."), says("Why did the keeper weep?"), says("It was dark (p. 7).")]
    book, _ = await talk(replies, NO_TOOLS)
    await book.ask("Who lit it?")
    await book.ask("Why?")

    store = book.workshop.store
    first, second = store.runs.list(BOOK_CHAT)
    assert (second.id, second.status) == ("book-chat-2", RunStatus.COMPLETED)
    assert second.inputs == BookChatInputs(conversation=book.id, message="Why?", position=3)
    entries = store.journal.entries(second.id)
    assert [entry.key.scope for entry in entries] == ["reword", "answer"]
    assert [
        ledger_of(store.journal.entries(each.id), PennyPrices()).calls for each in (first, second)
    ] == [1, 2]


async def test_all_turns_together_keep_to_one_budget() -> None:
    """A budget for each turn alone would never end a long chat."""
    book, provider = await talk([says("The keeper."), says("Never asked.")])
    meter = SpendMeter(prices=PennyPrices(), budget=Budget.parse("1tokens"))
    chat = book.led(runs=book.workshop.opener(one_provider(provider), meter))
    await chat.execute(book.id, "Who lit it?")

    with pytest.raises(BudgetReachedError):
        await chat.execute(book.id, "Why?")
    assert len(provider.requests) == 1
    assert book.stored[-1] == user("Why?")


@pytest.mark.parametrize("traits", [None, NO_TOOLS])
async def test_what_would_be_asked_is_shown_and_nothing_is_stored(traits) -> None:
    """A preview must show the exact request and leave the conversation unchanged."""
    book, provider = await talk([says("The keeper."), says("Why?"), says("Dark.")], traits)
    for question in ("Who lit the lamp?", "Why did he weep?"):
        before = book.stored
        shown = await book.chat.preview(book.conversations.get(book.id), question)
        assert book.stored == before
        asked = len(provider.requests)
        await book.ask(question)
        assert provider.requests[asked] == shown.request
        assert shown.left_out == ()
