"""A request is shortened to the model's window in a fixed order; some parts never change."""

import json
from collections.abc import Sequence
from itertools import chain

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.context import (
    FittedRequest,
    FullHistoryContextStrategy,
    RequestKind,
    fit_request,
)
from questfoundry.domain.chat.codec import envelope_from_dict, envelope_to_dict
from questfoundry.domain.chat.envelope import success
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    estimate_message_tokens,
    estimate_request_tokens,
)
from questfoundry.domain.chat.messages import (
    ChatMessage,
    Message,
    Role,
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.errors import LLMFault, WindowExceededError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.remedy import ChooseModel
from tests.support.examples import examples

words = st.text(max_size=30)


@st.composite
def _exchange(draw: st.DrawFn) -> list[Message]:
    content = draw(words)
    names = draw(st.lists(st.sampled_from(["search", "fetch"]), max_size=3))
    calls = tuple(ToolCall(id=f"call-{index}", name=name) for index, name in enumerate(names))
    results = [
        tool_result(ToolResult(call_id=call.id, name=call.name, content=draw(words)))
        for call in calls
    ]
    return draw(
        st.sampled_from([[user(content)], [assistant(content)], results])
        | st.just([assistant(content, calls), *results])
    )


@st.composite
def histories(draw: st.DrawFn) -> list[ChatMessage]:
    messages = [message for part in draw(st.lists(_exchange(), max_size=8)) for message in part]
    return [
        ChatMessage(conversation_id="talk", position=position, message=message)
        for position, message in enumerate(messages)
    ]


SYSTEM = system("Be brief.")

TOOL = ToolDefinition(name="search", description="Search the book.")

CAPS = st.integers(1, 12)

TALKS = st.sampled_from([RequestKind.TALK, RequestKind.BOOK])


def fit(request: ChatRequest, window: int, kind: RequestKind = RequestKind.BOOK) -> FittedRequest:
    return fit_request(
        request,
        ModelRef.parse("any/model"),
        ModelTraits.from_capabilities(context_window=window),
        kind,
    )


def asked(*messages: Message, room: int = 200) -> ChatRequest:
    return ChatRequest(messages=(SYSTEM, *messages), tools=(TOOL,), max_tokens=room)


def search(*texts: str, name: str = "call") -> list[Message]:
    """Return a reply with one search for each text, and the results."""
    found = [success(text, query="lamp", action="Answer.").to_json() for text in texts]
    calls = tuple(ToolCall(id=f"{name}-{at}", name="search") for at in range(len(texts)))
    results = [
        tool_result(ToolResult(call_id=call.id, name=call.name, content=content))
        for call, content in zip(calls, found, strict=True)
    ]
    return [assistant("", calls), *results]


LETTERS = st.integers(0, 2_000)

PARTS = st.lists(
    st.tuples(st.just("user"), LETTERS)
    | st.tuples(st.just("assistant"), LETTERS)
    | st.tuples(st.just("search"), st.lists(LETTERS, min_size=1, max_size=5)),
    max_size=14,
)


def conversation(parts: Sequence[tuple[str, int | list[int]]]) -> list[list[Message]]:
    """Return a conversation as groups of messages that belong together; no two are equal."""
    said = [[user("The idea.")]]
    for number, (who, sizes) in enumerate(parts):
        if isinstance(sizes, list):
            said.append(search(*(f"{number} {'x' * size}" for size in sizes), name=f"c{number}"))
        else:
            text = f"{number} {'x' * sizes}"
            said.append([user(text) if who == "user" else assistant(text)])
    return said


def places(said: Sequence[Sequence[Message]], sent: Sequence[Message]) -> list[tuple[int, int]]:
    """Return the position of each sent message; results are matched by call, as they may be cut."""
    known = {
        key_of(each): (part, at)
        for part, messages in enumerate(said)
        for at, each in enumerate(messages)
    }
    return [known[key_of(each)] for each in sent]


def key_of(message: Message) -> str:
    return message.call_id or str(message)


@given(PARTS, TALKS, st.integers(100, 4_000), st.integers(1, 900))
@examples(300)
def test_whatever_was_said_what_is_sent_fits(parts, kind, window, room) -> None:
    """No conversation may exceed the window or lose its question."""
    said = conversation(parts)
    newest = max(part for part, each in enumerate(said) if each[0].role is Role.USER)
    try:
        fits = fit(asked(*chain(*said), room=room), window, kind)
    except WindowExceededError:
        stays = [SYSTEM, *said[0], *(each[0] for each in said[newest:])]
        results = 130 * max(len(each) - 1 for each in said)
        words = sum(map(estimate_message_tokens, stays))
        assert words + results + 30 > window - max(1, window // 8)
        return
    sent = fits.request.messages
    assert estimate_request_tokens(fits.request) + (fits.request.max_tokens or 0) <= window
    assert sent[0] == SYSTEM
    found = places(said, sent[1:])
    assert found == sorted(found)
    assert (newest, 0) in found
    assert kind is RequestKind.BOOK or found[0] == (0, 0)
    for part in {part for part, _ in found}:
        assert [at for each, at in found if each == part] == list(range(len(said[part])))
    words = [part for part, each in enumerate(said[:newest]) if part and len(each) == 1]
    kept = [part for part in words if (part, 0) in found]
    assert kept == words[len(words) - len(kept) :]


@given(PARTS, TALKS, st.integers(100, 4_000), st.integers(0, 2_000))
@examples(100)
def test_laws_of_what_gives_way(parts, kind, window, more) -> None:
    """A larger window must never show less of the conversation."""
    said = conversation(parts)
    request = asked(*chain(*said))
    try:
        small = fit(request, window, kind)
    except WindowExceededError:
        return
    large = fit(request, window + more, kind)
    assert fit(small.request, window, kind) == evolve(small, left_out=())
    assert small.left_out or small.request.messages == request.messages
    assert set(places(said, small.request.messages[1:])) <= set(
        places(said, large.request.messages[1:])
    )
    assert fit(request, 10**6, kind).request == request


def test_the_order_in_which_a_talk_gives_way() -> None:
    """Old tool results matter least, so they go first, and the answer's room goes last."""
    said = [
        *[user("The idea."), *search("a" * 2_000, name="old")],
        *[assistant("b" * 800), user("c" * 800), assistant("d" * 800)],
        *[user("The newest."), *search("e" * 2_000, "f" * 6_000, name="new")],
    ]
    fits = [
        fit(asked(*said, room=240), window, RequestKind.TALK)
        for window in (3_640, 3_140, 2_540, 1_540, 640, 400)
    ]
    lines = [tuple(line.partition(":")[0] for line in each.left_out) for each in fits]
    older = "1 older tool results"
    assert lines == [
        (),
        (older,),
        (older, "2 older messages"),
        (older, "3 older messages", "the ends of 1 tool results"),
        (older, "3 older messages", "the ends of 2 tool results"),
        (
            *(older, "3 older messages", "the ends of 2 tool results"),
            "room for the answer, 114 tokens instead of 240",
        ),
    ]


def test_results_are_cut_to_one_length_and_say_so() -> None:
    """A model that does not know about a cut would treat half a result as the whole."""
    found = success(["x" * 6_001, "y" * 7_000, "short"], action="Go on.")
    for each in (found, envelope_from_dict(envelope_to_dict(found))):
        told = json.loads(each.to_json())
        assert told["left_out_characters"] == 2 + 1_001
        assert [len(text) for text in told["data"]] == [6_000, 6_000, 5]

    said = [user("Who?"), *search("short", "e" * 5_000, "f" * 6_000)]
    sent = fit(asked(*said), 1_500).request.messages
    short, *cut = [json.loads(each.content) for each in sent[-3:]]
    assert short["data"] == "short"
    assert "left_out_characters" not in short
    for each, before in zip(cut, (5_000, 6_000), strict=True):
        assert each["left_out_characters"] == before - len(each["data"]) + 1
        assert (each["result"], each["action"]) == ("success", "Answer.")
        assert list(each)[-1] == "action"
    assert abs(len(cut[0]["data"]) - len(cut[1]["data"])) < 8


@pytest.mark.parametrize("text", ["plain words " * 400, "[" * 5_000, json.dumps(["x"] * 2_000)])
def test_results_that_are_no_envelope_are_cut_too(text: str) -> None:
    """Results of foreign tools are no JSON envelopes but can be just as long."""
    said = [user("Who?"), *search("")]
    odd = [*said[:-1], evolve(said[-1], content=text)]
    assert estimate_request_tokens(fit(asked(*odd), 600).request) <= 400


@pytest.mark.parametrize("kind", list(RequestKind))
def test_what_cannot_give_way_is_not_sent(kind: RequestKind) -> None:
    """The author must learn that the idea is too long, instead of losing a part of it. (CTX-2.8)"""
    idea = user("A long idea. " * 2_000)
    with pytest.raises(WindowExceededError) as told:
        fit(asked(idea), 4_096, kind)
    assert told.value.code is LLMFault.WINDOW_EXCEEDED
    assert told.value.remedies == (ChooseModel(),)
    assert "'A long idea." in str(told.value)


def test_of_a_question_only_the_room_gives_way_and_filled_schemas_take_none() -> None:
    """Serialize needs all its text; the embedded model sees no schema. (CTX-2.8)"""
    said = [user("The brief. " * 100), *search("What is wrong. " * 10)]
    request = asked(*said, room=4_000)
    fits = fit(request, 4_096, RequestKind.QUESTION)
    assert fits.request.messages == request.messages
    assert fits.request.max_tokens == 4_096 - estimate_request_tokens(request)

    fields = {f"field {at}": {"type": "string"} for at in range(999)}
    long = {"type": "object", "properties": fields}
    request = evolve(asked(user("The brief.")), response_schema=long)
    with pytest.raises(WindowExceededError):
        fit(request, 2_048, RequestKind.QUESTION)
    small = ModelTraits.from_capabilities(context_window=2_048, comprehension=False)
    fits = fit_request(request, ModelRef.parse("any/model"), small, RequestKind.QUESTION)
    assert fits.request == request


@given(histories(), CAPS, CAPS)
@examples(60)
def test_capping_keeps_its_laws(history: list[ChatMessage], cap: int, more: int) -> None:
    """A cap that drops messages in the middle would tear the conversation apart."""
    context = FullHistoryContextStrategy(max_messages=cap).build_context(history, "Be brief.")
    kept = context[1:]
    assert context[0] == system("Be brief.")
    assert len(kept) == min(cap, len(history))
    assert kept == [each.message for each in history][len(history) - len(kept) :]

    again = FullHistoryContextStrategy(max_messages=cap).build_context(
        history[len(history) - len(kept) :], "Be brief."
    )
    larger = FullHistoryContextStrategy(max_messages=cap + more).build_context(history, "")
    assert again == context
    assert larger[len(larger) - len(kept) :] == kept


@pytest.mark.parametrize("cap", [0, -1])
def test_a_cap_below_one_is_refused(cap: int) -> None:
    """A cap of zero would send no question at all."""
    with pytest.raises(ValueError, match="max_messages"):
        FullHistoryContextStrategy(max_messages=cap)
