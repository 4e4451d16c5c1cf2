"""Pinned messages, and the newest that fit."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from questfoundry.app.context.pinned import PinnedContextStrategy
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import (
    Message,
    Role,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.chat.tokens import estimate_message_tokens
from questfoundry.domain.chat.tools import ToolCall, ToolResult
from tests.strategies.histories import histories

counts = st.integers(1, 12)
budgets = st.integers(1, 150)
MANY = 10**9


def kept(
    history: Sequence[ChatMessage], max_messages: int = MANY, max_tokens: int = MANY
) -> list[Message]:
    strategy = PinnedContextStrategy(max_messages=max_messages, max_tokens=max_tokens)
    first, *rest = strategy.build_context(history, "Be brief.")
    assert first == system("Be brief.")
    return rest


def told_apart(history: list[ChatMessage]) -> list[ChatMessage]:
    """The same history with a different text in every message."""
    return [
        evolve(
            each, message=evolve(each.message, content=f"{each.position} {each.message.content}")
        )
        for each in history
    ]


def stored(*messages: Message, pinned: Sequence[int] = ()) -> list[ChatMessage]:
    return [
        ChatMessage(conversation_id="talk", position=index, message=message, pinned=index in pinned)
        for index, message in enumerate(messages)
    ]


def positions(messages: Sequence[Message]) -> list[int]:
    return [int(message.content.partition(" ")[0]) for message in messages]


@given(histories().map(told_apart), counts, budgets)
@settings(max_examples=60)
def test_every_pinned_message_is_kept_in_its_place(
    history: list[ChatMessage], count: int, budget: int
) -> None:
    """CTX-2.1."""
    found = positions(kept(history, count, budget))
    assert found == sorted(found)
    assert {each.position for each in history if each.pinned} <= set(found)


@given(histories().map(told_apart), counts, budgets)
@settings(max_examples=60)
def test_what_need_not_be_kept_is_within_both_limits(
    history: list[ChatMessage], count: int, budget: int
) -> None:
    """CTX-2.2."""
    least = kept(history, 1, 1)
    found = kept(history, count, budget)
    pinned = sum(each.pinned for each in history)
    assert len(found) - pinned <= count
    if found != least:
        tokens = sum(estimate_message_tokens(each) for each in (system("Be brief."), *found))
        assert tokens <= budget


@given(histories().map(told_apart), counts, budgets)
@settings(max_examples=60)
def test_calls_are_never_parted_from_their_results(
    history: list[ChatMessage], count: int, budget: int
) -> None:
    """CTX-2.3."""
    history = [evolve(each, pinned=False) for each in history]
    found = set(positions(kept(history, count, budget)))
    together: list[set[int]] = []
    for each in history:
        if each.message.tool_calls:
            together.append({each.position})
        elif each.message.role is not Role.TOOL_RESULT:
            together.append(set())
        elif together and together[-1]:
            together[-1].add(each.position)
    for exchange in together:
        assert exchange <= found or not exchange & found


def test_calls_whose_results_do_not_fit_are_left_out() -> None:
    """CTX-2.3."""
    calls = tuple(ToolCall(id=str(index), name="search") for index in range(3))
    results = [
        tool_result(ToolResult(call_id=call.id, name=call.name, content="{}")) for call in calls
    ]
    history = stored(user("Who?"), assistant("", calls), *results, assistant("Ada."))
    assert kept(history, max_messages=5) == [user("Who?"), assistant("Ada.")]
    assert kept(history, max_messages=6) == [each.message for each in history]


def test_the_last_word_of_the_author_is_kept() -> None:
    """CTX-2.4."""
    lines = [assistant(f"thought {index}") for index in range(9)]
    history = stored(user("Old."), user("Find the lamp."), *lines)
    assert kept(history, max_messages=3) == [user("Find the lamp."), *lines[-2:]]
    assert kept(history, max_tokens=1) == [user("Find the lamp.")]


@given(histories().map(told_apart), counts, budgets, counts, budgets)
@settings(max_examples=80)
def test_capping_keeps_its_laws(
    history: list[ChatMessage], count: int, budget: int, more: int, larger: int
) -> None:
    """CTX-2.5."""
    found = positions(kept(history, count, budget))
    remaining = [each for each in history if each.position in found]
    assert positions(kept(remaining, count, budget)) == found
    assert set(found) <= set(positions(kept(history, count + more, budget + larger)))
    assert kept(history) == [each.message for each in history]


class Unread:
    """A message of which only the pinned flag may be read."""

    pinned = False


def test_of_a_long_history_only_the_pinned_flag_is_read() -> None:
    """CA-6.4."""
    newest = stored(user("The question."), assistant("Too long to fit. " * 9), user("And then?"))
    history = [Unread()] * 50_000 + newest
    assert kept(history, max_tokens=20) == [user("And then?")]  # type: ignore[arg-type]
