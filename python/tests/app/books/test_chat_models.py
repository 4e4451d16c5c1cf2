"""No request contains text beyond the reader's page."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.books.chat_models import hide_later_pages
from questfoundry.domain.chat.envelope import Envelope, success
from questfoundry.domain.chat.messages import Message, Role, ToolCall, assistant, user
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.protocols.library import RetrievalStrategy
from questfoundry.testing.scripted import calls, calls_all, says
from tests.support.book_talk import ENDING, KEEPER, talk
from tests.support.tools import LookupTool

BEYOND = Excerpt(first_page=38, last_page=39, text=ENDING)
BEFORE = Excerpt(first_page=3, last_page=3, text=KEEPER)


def answering(data: Any, *excerpts: Excerpt) -> Callable[[Mapping[str, Any]], Awaitable[Envelope]]:
    """Return a tool's function that answers with ``data`` and ``excerpts``."""

    async def answer(_: Mapping[str, Any]) -> Envelope:
        return evolve(success(data, action="Go on."), excerpts=excerpts)

    return answer


TYPED = answering([BEFORE.text, BEYOND.text], BEFORE, BEYOND)
LABELLED = answering(f"[Pages 38-39]\n{ENDING}")
TITLED = answering(f"[The Lamp, Pages 38-39]\n{ENDING}")
NUMBERED = answering({"page": 38, "text": ENDING})


class Careless(RetrievalStrategy):
    """A retrieval strategy with a tool that ignores the horizon."""

    def __init__(self, answer) -> None:
        self.tool = LookupTool("open_book", answer)

    def tools(self, reading):
        return (self.tool,)

    def rewording(self, history):
        return None

    async def look_up(self, history, reading, reworded=""):
        return None

    def arrange(self, context):
        return context


@pytest.mark.parametrize("answer", [TYPED, LABELLED, TITLED, NUMBERED])
async def test_no_tool_gets_past_the_horizon(answer) -> None:
    """A plug-in tool may ignore the horizon, so its results are filtered before sending."""
    replies = [calls("open_book", {"query": "end"}), says("I cannot tell."), says("Still not.")]
    book, provider = await talk(replies, page=8, retrieval=Careless(answer))
    await book.ask("How does it end?")
    await book.ask("Tell me!")

    sent = [message.content for each in provider.requests for message in each.messages]
    assert not any(ENDING in each for each in sent)
    assert (answer is TYPED) == any(KEEPER in each for each in sent)
    book, provider = await talk(replies, retrieval=Careless(answer))
    await book.ask("How does it end?")
    assert any(ENDING in message.content for message in provider.requests[1].messages)


def test_an_answer_that_cites_a_hidden_page_by_its_printed_label_is_dropped() -> None:
    """Pages of an appendix, or of a second volume, have labels that are no place in the book."""
    labels = ("A-1", "A-2"), ("2", "2")
    for first, last in labels:
        later = Excerpt(
            first_page=38, last_page=39, first_label=first, last_label=last, text=ENDING
        )
        found = Message(role=Role.TOOL_RESULT, content=later.text, excerpts=(later,))
        answers = [assistant(f"He did it (p. {last})."), assistant("He came (p. 3).")]

        shown = list(hide_later_pages(8, [user("Who?"), found, *answers]))

        assert [each.content for each in shown if each.role is Role.ASSISTANT] == [
            "He came (p. 3)."
        ]
        assert ENDING not in shown[1].content


async def test_what_was_found_is_gone_once_the_reader_turns_back_in_the_same_turn() -> None:
    """After the reader turns back, earlier excerpts and answers are spoilers."""
    replies = [
        calls("search_book", {"query": "keeper killed captain drowned", "top_k": 4}),
        says("He killed the captain (pp. 38-39)."),
        calls_all(
            ToolCall(id="a", name="search_book", arguments={"query": "killed captain"}),
            ToolCall(id="b", name="set_page", arguments={"page": 8}),
        ),
        says("Then I say no more."),
    ]
    book, provider = await talk(replies)
    await book.ask("How does it end?")
    await book.ask("Oh no, I am on page 8 only.")

    last = [message.content for message in provider.requests[-1].messages]
    assert not any(ENDING in each or "killed the captain" in each for each in last)
    assert book.horizon == 8


async def test_later_pages_are_hidden_and_a_result_keeps_its_form() -> None:
    """A request must not contain spoilers, and a filtered result must stay valid JSON."""
    said = [user("How does it end?"), assistant("He kills him (p. 38)."), user("And before?")]
    assert list(hide_later_pages(8, said)) == [said[0], said[2]]
    assert list(hide_later_pages(38, said)) == list(hide_later_pages(None, said)) == said

    content = json.dumps({"result": "success", "query": "end", "data": "x", "action": "Go on."})
    message = Message(role=Role.TOOL_RESULT, content=content, excerpts=(BEFORE, BEYOND))
    (shown,) = hide_later_pages(8, [message])
    assert json.loads(shown.content) == {
        "result": "success",
        "query": "end",
        "data": f"[Pages 3-3]\n{KEEPER}",
        "action": "Go on.",
    }
    assert shown.excerpts == (BEFORE,)
