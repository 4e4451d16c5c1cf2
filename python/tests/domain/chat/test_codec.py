"""Tests that messages survive JSON and that equal requests have equal hashes."""

import json
from typing import Any

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.chat.codec import (
    envelope_from_dict,
    envelope_to_dict,
    message_from_dict,
    message_to_dict,
    request_to_dict,
    response_from_dict,
    response_to_dict,
)
from questfoundry.domain.chat.envelope import success
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Message, ToolResult, system, tool_result, user
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from questfoundry.domain.text.digest import digest, to_canonical_json
from tests.strategies.chat import messages, requests, responses
from tests.strategies.plain import json_objects
from tests.support.examples import examples


@given(messages)
@examples(50)
def test_a_message_survives_json(message: Message) -> None:
    assert message_from_dict(from_text(to_text(message_to_dict(message)))) == message


@given(responses)
@examples(50)
def test_a_response_survives_json(response: ChatResponse) -> None:
    assert response_from_dict(from_text(to_text(response_to_dict(response)))) == response


def test_what_a_tool_showed_of_a_book_survives_json() -> None:
    shown = Excerpt(book="Tides", first_page=1, last_page=2, text="It rises.")
    found = evolve(success("[Pages 1-2]", action="Answer.", query="tide"), excerpts=(shown,))

    assert envelope_from_dict(from_text(to_text(envelope_to_dict(found)))) == found


def test_excerpts_are_no_part_of_a_question() -> None:
    """Excerpts must stay out of the hash: no model reads them, and old journals lack them."""
    shown = Excerpt(first_page=1, last_page=2, text="It rises.")
    result = tool_result(ToolResult(call_id="a", name="search_book", content="{}"))

    assert request_to_dict(ChatRequest(messages=(evolve(result, excerpts=(shown,)),))) == (
        request_to_dict(ChatRequest(messages=(result,)))
    )


def test_what_a_request_is_about_is_no_part_of_the_question() -> None:
    """Journals hold requests without their subject, so that old recordings still answer them."""
    plain = ChatRequest(messages=(user("Who?"),))
    subject = SectionSubject(mentions=(IdMention(id="character::ann", name="Ann", text="A cook."),))
    about = evolve(plain, about=subject)

    assert request_to_dict(about) == request_to_dict(plain)
    assert about == plain
    assert "Ann" not in repr(about)


@given(requests)
@examples(50)
def test_a_request_from_storage_is_the_same_question(request: ChatRequest) -> None:
    """A stored request with another hash would be sent, and paid for, a second time."""
    document = request_to_dict(request)

    assert to_canonical_json(from_text(to_text(document))) == to_canonical_json(document)


@given(json_objects(), st.randoms(use_true_random=False))
@examples(50)
def test_the_order_of_keys_does_not_change_the_bytes(document: dict[str, Any], random: Any) -> None:
    """The order of keys is an accident and must not make two requests different."""
    items = list(document.items())
    random.shuffle(items)

    assert to_canonical_json(dict(items)) == to_canonical_json(document)


def test_what_is_left_at_its_default_is_not_part_of_the_question() -> None:
    request = ChatRequest(messages=(system("Be brief."), user("A drowned city.")))

    document = request_to_dict(request)

    assert json.loads(to_canonical_json(document)) == {
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "A drowned city."},
        ]
    }
    assert request_to_dict(ChatRequest(messages=request.messages, temperature=0.0)) != document


def test_the_hash_of_a_question_is_the_one_that_stored_journals_hold() -> None:
    """A changed hash would make every stored journal useless for resuming and replay. (JRN-3.4)"""
    request = ChatRequest(messages=(user("Eine Stadt unter dem Meer 🌊"),), temperature=0.8)

    assert to_canonical_json(request_to_dict(request)) == (
        '{"messages":[{"content":"Eine Stadt unter dem Meer 🌊","role":"user"}],"temperature":0.8}'
    )
    assert digest(to_canonical_json(request_to_dict(request))) == (
        "0e2cf87b9d426001ff446232d72d5e4e845f5420cee23e8bdace2f5d7345018c"
    )
