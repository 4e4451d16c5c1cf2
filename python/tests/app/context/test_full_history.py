"""The context contains the newest messages unchanged."""

from collections.abc import Sequence
from typing import Any, overload

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.context.full_history import FullHistoryContextStrategy
from questfoundry.domain.chat.messages import (
    ChatMessage,
    Role,
    ToolCall,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from tests.strategies.histories import histories
from tests.support.examples import examples

caps = st.integers(1, 12)


def stored(count: int) -> list[ChatMessage]:
    return [
        ChatMessage(conversation_id="talk", position=index, message=user(f"line {index}"))
        for index in range(count)
    ]


def contents(history: Sequence[ChatMessage], **settings: Any) -> list[str]:
    context = FullHistoryContextStrategy(**settings).build_context(history, "Be brief.")
    return [message.content for message in context]


def test_a_history_under_the_cap_is_shown_whole() -> None:
    """A short history must not lose messages."""
    assert contents(stored(5)) == ["Be brief.", *(f"line {index}" for index in range(5))]


def test_of_a_history_over_the_cap_the_newest_are_shown() -> None:
    """The newest messages matter most for the next answer. (CTX-1.2)"""
    expected = ["Be brief.", *(f"line {index}" for index in range(10, 30))]
    assert contents(stored(30), max_messages=20) == expected


@given(histories(), caps, caps)
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


def test_tool_calls_and_results_are_shown_as_they_are() -> None:
    """A changed id or role would make providers refuse the conversation."""
    call = ToolCall(id="1", name="search_book", arguments={"query": "the lamp"})
    result = tool_result(ToolResult(call_id="1", name="search_book", content="{}"))
    messages = [user("Who lit it?"), assistant("", (call,)), result, assistant("Ada.")]
    history = [
        ChatMessage(conversation_id="talk", position=index, message=message)
        for index, message in enumerate(messages)
    ]
    context = FullHistoryContextStrategy().build_context(history, "Be brief.")
    assert context[1:] == messages
    assert context[3].role is Role.TOOL_RESULT


class Untouched(Sequence[ChatMessage]):
    """A history that records which messages were read."""

    def __init__(self, length: int) -> None:
        self.read: set[int] = set()
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> ChatMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[ChatMessage]: ...
    def __getitem__(self, index: int | slice) -> ChatMessage | list[ChatMessage]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(self._length))]
        self.read.add(index)
        return ChatMessage(conversation_id="talk", position=index, message=user("line"))


def test_of_a_long_history_only_the_kept_messages_are_read() -> None:
    """Reading a whole long history would slow down every turn."""
    history = Untouched(100_000)
    assert len(contents(history, max_messages=3)) == 4
    assert history.read == {99_997, 99_998, 99_999}


@pytest.mark.parametrize("cap", [0, -1])
def test_a_cap_below_one_is_refused(cap: int) -> None:
    """A cap of zero would send no question at all."""
    with pytest.raises(ValueError, match="max_messages"):
        FullHistoryContextStrategy(max_messages=cap)
