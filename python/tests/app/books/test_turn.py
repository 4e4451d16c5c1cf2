"""An interrupted chat turn continues with the same words and pays for nothing twice."""

import asyncio

import pytest
from attrs import evolve

from questfoundry.domain.chat.messages import Role, user
from questfoundry.domain.errors import LLMError, NoAnswerError, UnreachableError
from questfoundry.domain.run.record import BOOK_CHAT, RunStatus
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.book_talk import BOOK, NO_TOOLS, talk

ASKED = "I am on page 8. Who lit the lamp?"
DOWN = UnreachableError("Nobody answers.")
WITH_TOOLS = (
    None,
    calls("search_book", {"query": "who lit the lamp"}),
    calls("set_page", {"page": 8}, id="call-2"),
    says("The keeper (p. 3)."),
)
WITHOUT = (NO_TOOLS, says("The keeper (p. 3)."))
CASES = [
    (traits, replies, cut, killed)
    for traits, *replies in (WITH_TOOLS, WITHOUT)
    for cut in range(len(replies))
    for killed in (False, True)
]


def as_if_killed(book) -> None:
    """Set interrupted runs to running, as a killed process leaves them."""
    runs = book.workshop.store.runs
    for run in runs.list(BOOK_CHAT, RunStatus.INTERRUPTED):
        runs.save(evolve(run, status=RunStatus.RUNNING, problem="", ended_at=None))


@pytest.mark.parametrize(("traits", "replies", "cut", "killed"), CASES)
async def test_the_same_words_go_on_where_the_turn_was_cut_off(traits, replies, cut, killed):
    """Asking the same question after a crash must continue the turn instead of paying again."""
    whole, _ = await talk(replies, traits)
    answer = await whole.chat.ask(BOOK, ASKED)
    disturbed, provider = await talk([*replies[:cut], DOWN, *replies[cut:]], traits)
    with pytest.raises(LLMError):
        await disturbed.chat.ask(BOOK, ASKED)
    if killed:
        as_if_killed(disturbed)

    assert await disturbed.chat.ask(BOOK, ASKED) == answer
    assert len(provider.requests) == len(replies) + 1
    said, undisturbed = (
        book.messages.get_by_conversation(answer.conversation.id) for book in (disturbed, whole)
    )
    assert said == undisturbed
    (run,) = disturbed.workshop.store.runs.list(BOOK_CHAT)
    assert run.status is RunStatus.COMPLETED


async def test_a_later_turn_goes_on_in_its_conversation() -> None:
    """A repeated question belongs to its interrupted conversation, even after rewording."""
    replies = [says("He did."), says("Who lit the lamp?"), DOWN, says("The keeper (p. 3).")]
    book, provider = await talk(replies, NO_TOOLS)
    await book.ask("Did he light it?")
    with pytest.raises(LLMError):
        await book.ask("Who?")
    assert await book.ask("Who?") == "The keeper (p. 3)."
    assert len(provider.requests) == 4
    assert [m.content for m in book.stored if m.role is Role.USER] == ["Did he light it?", "Who?"]


async def cut_off(*replies):
    """Return a chat whose first turn got no answer."""
    book, provider = await talk([DOWN, *replies, *map(says, "abcd")])
    with pytest.raises(LLMError):
        await book.ask("Who?")
    return book, provider


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda book: book.messages.append(book.id, [user("And why?")]),
        lambda book: book.talks.set_horizon(BOOK, 1, 3),
    ],
    ids=["said more", "turned the page"],
)
async def test_a_talk_that_went_on_since_is_not_taken_back(meanwhile) -> None:
    """Resuming an old turn after the conversation moved on could reveal later pages."""
    book, _ = await cut_off()
    meanwhile(book)
    await book.ask("Who?")
    first, second = book.workshop.store.runs.list(BOOK_CHAT)
    assert (first.status, second.status) == (RunStatus.INTERRUPTED, RunStatus.COMPLETED)
    assert book.stored[-2:] == [user("Who?"), book.stored[-1]]


async def test_other_words_another_page_or_another_talk_begin_anew() -> None:
    """Only the identical question may reuse the calls of an interrupted turn."""
    book, _ = await cut_off()
    begun = [
        (await book.chat.ask(BOOK, said, page=page)).conversation.id[-1]
        for said, page in (("Where?", None), ("Who?", 3))
    ]
    assert begun == ["2", "3"]
    assert await book.ask("Who?") == "c"
    assert len(book.workshop.store.runs.list(BOOK_CHAT, RunStatus.COMPLETED)) == 3


class Slow(ScriptedChatProvider):
    """A model that answers only when the test allows it."""

    def __init__(self, replies):
        super().__init__(replies)
        self.arrived, self.let = asyncio.Event(), asyncio.Event()

    async def complete(self, request, on_text=None):
        self.arrived.set()
        await self.let.wait()
        return await super().complete(request, on_text)


async def test_a_turn_that_is_alive_is_not_taken_over() -> None:
    """Two windows with the same question must not share one running turn."""
    book, _ = await talk([says("Another answer.")] * 2)
    slow = Slow([says("The keeper.")])
    first = asyncio.create_task(book.led(provider=slow).ask(BOOK, "Who?"))
    await slow.arrived.wait()

    second = await book.chat.ask(BOOK, "Who?")
    third = await book.chat.answer("book::the-lamp/2", "Who?")
    slow.let.set()
    begun = (await first, second, third)

    assert [each.conversation.id[-1] for each in begun] == ["2", "3", "2"]
    assert [each.text for each in begun] == ["The keeper.", "Another answer.", "Another answer."]


async def test_a_model_that_gave_no_answer_is_asked_anew() -> None:
    """Replaying an empty answer from the journal would repeat it for ever."""
    book, provider = await talk([says(""), says(""), says("The keeper.")])
    with pytest.raises(NoAnswerError):
        await book.ask("Who?")
    assert await book.ask("Who?") == "The keeper."
    assert len(provider.requests) == 3
