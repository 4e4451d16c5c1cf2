"""Tests of ``qf book chat`` and its stored conversations, with a model on a local server."""

import asyncio
import json

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.chat.usage import Usage
from questfoundry.presentation.errors import BUDGET_REACHED
from tests.support.libraries import library_project
from tests.support.loopback import json_reply
from tests.support.qf import qf, qf_answered

SEARCH = ChatResponse(
    tool_calls=(ToolCall(id="1", name="search_book", arguments={"query": "coins", "top_k": 1}),),
    finish_reason=FinishReason.TOOL_CALLS,
)
ANSWER = ChatResponse(text="The clerk counted them (p. 2), and fled (p. 9).")
REFUSAL = json_reply({"error": {"message": "no such key"}}, 401)


@pytest.fixture
def project(tmp_path):
    return str(asyncio.run(library_project(tmp_path / "story")))


def chat(project, *arguments, replies=(SEARCH, ANSWER), **given):
    command = ("book", "chat", "the-tides", *arguments, "-p", project)
    return qf_answered(*command, replies=replies, **given)


def lines(said):
    return [json.loads(line) for line in said.out.splitlines()]


def test_one_question(project):
    """Scripts use the answer from standard output, and wrong citations are marked."""
    said = chat(project, "Who counted the coins?", code=0)

    assert said.out == (f"{ANSWER.text}\n[not supported: no excerpt from p. 9 was found]\n")
    assert "Conversation 1 with The Tides: Who counted the coins?" in said.err
    assert "search_book" in said.err


def test_events_for_programs(project):
    """Programs follow the conversation as one JSON object on each line."""
    said = chat(project, "--json", "--page", "2", "Who counted the coins?")
    events = lines(said)

    assert [e["event"] for e in events if e["event"] != "text"] == [
        "conversation",
        "tool_call",
        "tool_result",
        "answer",
    ]
    assert "".join(e["text"] for e in events if e["event"] == "text") == ANSWER.text
    called = next(each for each in events if each["event"] == "tool_call")
    assert "query" in dict(called["arguments"])
    assert events[-1]["page"] == 2
    assert [(c["first_page"], c["supported"]) for c in events[-1]["citations"]] == [
        (2, True),
        (9, False),
    ]


def test_a_talk_line_by_line_survives_a_failed_call(project):
    """A failed call must not end the conversation, and `/page` must hide later pages."""
    typed = (
        "Who counted the coins?\n\n/page 1\n/page 99\n/pge 3\n/help\nAnd now?\n/quit\nnever read\n"
    )
    said = chat(project, replies=(REFUSAL, ANSWER), typed=typed, code=0)

    assert "Error:" in said.err
    assert "The answers may reveal the book up to page 1." in said.err
    assert "has no page 99" in said.err
    assert "There is no command '/pge 3'." in said.err
    assert ANSWER.text in said.out
    (listed,) = qf("book", "conversations", "--json", "-p", project).document
    assert (listed["conversation"], listed["page"]) == (1, 1)


def test_a_question_that_fails_tells_how_to_go_on(project):
    """A failed question must not get lost, so the error names the command that continues."""
    said = chat(project, "Who counted the coins?", replies=(REFUSAL,), code=5)
    assert "Continue it with: qf book chat the-tides --conversation 1" in said.err
    (event,) = lines(chat(project, "--json", "Who?", replies=(REFUSAL,)))[1:]
    assert (event["event"], event["code"]) == ("error", 5)


def test_a_conversation_goes_on_is_renamed_and_removed(project):
    """A conversation outlives its session and can be renamed or removed. (CA-13.4)"""
    chat(project, "Who counted the coins?")
    said = chat(project, "-c", "1", "Truly?", replies=(ANSWER,))
    assert "Conversation 1 with The Tides: Who counted the coins?" in said.err

    assert qf("book", "rename", "the-tides", "1", "The coins", "-p", project).code == 0
    assert "The coins" in qf("book", "conversations", "the-tides", "-p", project).out
    assert qf("book", "forget", "the-tides", "1", "-p", project).code == 0
    assert "no conversations yet" in qf("book", "conversations", "-p", project).out
    assert chat(project, "-c", "1", "Truly?").code == 3


def test_the_strategy_and_a_budget_can_be_chosen(project) -> None:
    """A model without tools must answer, and a talk must not exceed its budget. (CA-3.2)"""
    said = chat(project, "--strategy", "always", "Who counted?", replies=(ANSWER,), code=0)
    assert "search_book" not in said.err

    costly = evolve(SEARCH, usage=Usage(input_tokens=9, output_tokens=1))
    said = chat(project, "--budget", "5tokens", "Who counted?", replies=(costly, ANSWER))
    assert said.code == BUDGET_REACHED
    assert "The budget of 5 tokens is reached" in said.err


def test_each_turn_is_a_run_with_its_log(project):
    """Every paid call must be in the journal, including calls about books. (CA-14.1)"""
    chat(project, "Who counted the coins?")

    (run,) = qf("runs", "--json", "-p", project).document
    assert (run["run"], run["status"], run["usage"]["calls"]) == ("book-chat-1", "completed", 2)
    assert run["inputs"]["message"] == "Who counted the coins?"
    logged = qf("log", "book-chat-1", "--full", "-p", project).out
    assert "--- tool_result search_book" in logged
    assert ANSWER.text in logged
    assert "Who counted the coins?" not in qf("status", "-p", project).out


def test_a_prompt_is_shown_and_nothing_is_sent_or_kept(project):
    """The author checks a prompt without paying for it or storing a message."""
    said = chat(project, "--show-prompt", "Who counted the coins?", replies=(), code=0)
    assert "--- user\nWho counted the coins?" in said.out
    assert "--- tool search_book" in said.out
    assert "no conversations yet" in qf("book", "conversations", "-p", project).out
    assert chat(project, "--show-prompt", replies=()).code == 3


def test_an_answer_without_a_search_and_a_fault_are_marked(project):
    """The reader must know that an answer does not come from the book."""
    plain = chat(project, "Hello?", replies=(ChatResponse(text="Good evening."),))
    assert plain.out == (
        "Good evening.\n[not looked up: the book was not searched for this answer]\n"
    )
    told = lines(chat(project, "--json", "Hello?", replies=(ChatResponse(text="Good evening."),)))
    assert told[-1]["searched"] is False
    failed = lines(chat(project, "--json", "Hello?", replies=(REFUSAL,)))
    assert failed[-1]["fault"] == "authentication"


def test_conversations_outlive_their_book(project):
    """Removing a book must not delete the conversations or attach them to another book."""
    chat(project, "Hello?", replies=(ChatResponse(text="Good evening."),))
    removed = qf("book", "remove", "the-tides", "--yes", "-p", project)
    assert "Conversations still stored: 1." in removed.out

    listed = json.loads(qf("book", "conversations", "--json", "-p", project).out)
    assert [(each["conversation"], each["book_is_there"]) for each in listed] == [(1, False)]
    assert "*" in qf("book", "conversations", "-p", project).out
    assert qf("book", "forget", "the-tides", "1", "-p", project).code == 0
    assert json.loads(qf("book", "conversations", "--json", "-p", project).out) == []
