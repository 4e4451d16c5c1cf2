"""Select the messages that a model receives, and shorten requests that exceed its window.

These steps are taken in order until the request fits:

1. Drop the tool calls before the newest question with their results, oldest first.

2. Drop the other messages before the newest question, oldest first.

3. Cut the longest tool results after that question to a common length. If this is not enough, drop
these results, oldest first, but never the last one.

4. Lower the maximum length of the answer, but not below an eighth of the window.

The system message, the opening of a stage, the newest question, the tool definitions and the schema
always stay. A single question is never shortened; only step 4 applies to it. A request that still
exceeds the window is not sent.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from attrs import evolve, field, frozen
from attrs.validators import ge

from questfoundry.domain.chat.envelope import shorten_result
from questfoundry.domain.chat.exchange import (
    TOKENS_PER_MESSAGE,
    ChatRequest,
    estimate_message_tokens,
    estimate_request_tokens,
)
from questfoundry.domain.chat.messages import ChatMessage, Message, Role, system
from questfoundry.domain.errors import WindowExceededError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.library import ConversationContextStrategy
from questfoundry.domain.remedy import ChooseModel

MIN_RESULT_TOKENS = 120
"""The minimum length, in tokens, to which a tool result is cut."""

_REASON = "the model's window"
_EXCERPT_LENGTH = 60


class RequestKind(StrEnum):
    """The kinds of requests; the kind decides which messages may be dropped or shortened."""

    QUESTION = "question"
    """A single question without a conversation."""
    TALK = "talk"
    """Discuss or Summarize: a system message, an opening, and the conversation."""
    BOOK = "book"
    """A book chat or a studio turn: a system message and the conversation."""


_HEAD_LENGTHS = {RequestKind.TALK: 2, RequestKind.BOOK: 1}
"""The number of messages at the start of a conversation that are never dropped, by kind."""


@frozen
class FittedRequest:
    """A request that fits into the model's context window.

    ``tokens`` is the estimated length of the input. ``left_out`` lists what was dropped or cut. A
    lower maximum length of the answer is listed only if it is less than half of the original.
    """

    request: ChatRequest
    tokens: int
    left_out: tuple[str, ...] = ()


def fit_request(
    request: ChatRequest, model: ModelRef, traits: ModelTraits, kind: RequestKind
) -> FittedRequest:
    """Return ``request``, shortened if needed, or raise ``WindowExceededError``."""
    window = traits.capabilities.context_window
    least = max(1, window // 8)
    room = request.max_tokens or least
    tokens = _count_input_tokens(request, traits)
    excess = tokens + room - window
    if excess <= 0:
        return FittedRequest(request, tokens)
    left_out: list[str] = []
    if kind in _HEAD_LENGTHS:
        shortening = _Shortening(request.messages, _HEAD_LENGTHS[kind], excess)
        request = evolve(request, messages=shortening.shorten_messages())
        left_out = shortening.left_out
        tokens = _count_input_tokens(request, traits)
        excess = tokens + room - window
    if excess > 0:
        left = room - excess
        if left < min(room, least):
            raise _build_window_error(request, model, traits)
        if left < room // 2:
            left_out.append(f"room for the answer, {left:,} tokens instead of {room:,}: {_REASON}")
        request = evolve(request, max_tokens=left)
    return FittedRequest(request, tokens, tuple(left_out))


def shorten_results(messages: Sequence[Message], max_tokens: int) -> tuple[Message, ...]:
    """Return ``messages`` with tool results that have at most ``max_tokens`` tokens together.

    The longest results are cut to a common length of at least ``MIN_RESULT_TOKENS``.
    """
    sizes = [estimate_message_tokens(each) for each in messages if each.role is Role.TOOL_RESULT]
    if sum(sizes) <= max_tokens:
        return tuple(messages)
    length = _find_common_length(sizes, sum(sizes) - max_tokens)
    return tuple(
        _cut_result(each, length) if each.role is Role.TOOL_RESULT else each for each in messages
    )


def _cut_result(message: Message, tokens: int) -> Message:
    content = shorten_result(message.content, tokens - TOKENS_PER_MESSAGE)
    return evolve(message, content=content)


def _count_input_tokens(request: ChatRequest, traits: ModelTraits) -> int:
    """Return the estimated number of tokens that the model reads.

    The schema does not count for a model without text comprehension, because such a model does not
    read the schema.
    """
    if not traits.capabilities.comprehension:
        request = evolve(request, response_schema=None)
    return estimate_request_tokens(request)


class _Shortening:
    def __init__(self, messages: Sequence[Message], head: int, excess: int) -> None:
        self.left_out: list[str] = []
        self._messages = list(messages)
        self._excess = excess
        self._dropped: set[int] = set()
        users = [at for at, each in enumerate(messages) if each.role is Role.USER]
        exchanges = list(_group_exchanges(messages, head))
        newest = max(head, users[-1]) if users else exchanges[-1].start if exchanges else head
        self._old = [each for each in exchanges if each.start < newest]
        self._turn = [
            each for each in exchanges if each.start >= newest and self._list_result_indices(each)
        ]

    def shorten_messages(self) -> tuple[Message, ...]:
        self._drop_exchanges(
            [each for each in self._old if self._list_result_indices(each)], "older tool results"
        )
        self._drop_exchanges(
            [each for each in self._old if not self._list_result_indices(each)], "older messages"
        )
        self._cut_results()
        self._drop_exchanges(self._turn[:-1], "tool results of this turn")
        return tuple(each for at, each in enumerate(self._messages) if at not in self._dropped)

    def _drop_exchanges(self, exchanges: Sequence[range], what: str) -> None:
        count = 0
        for each in exchanges:
            if self._excess > 0:
                self._dropped.update(each)
                self._excess -= sum(map(self._size, each))
                count += len(self._list_result_indices(each)) or 1
        if count:
            self.left_out.append(f"{count} {what}: {_REASON}")

    def _cut_results(self) -> None:
        results = [at for each in self._turn for at in self._list_result_indices(each)]
        if self._excess <= 0 or not results:
            return
        length = _find_common_length(list(map(self._size, results)), self._excess)
        cut = 0
        for at in results:
            before, message = self._size(at), self._messages[at]
            self._messages[at] = _cut_result(message, length)
            self._excess -= before - self._size(at)
            cut += self._messages[at] != message
        if cut:
            self.left_out.append(f"the ends of {cut} tool results: {_REASON}")

    def _list_result_indices(self, exchange: range) -> list[int]:
        return [at for at in exchange if self._messages[at].role is Role.TOOL_RESULT]

    def _size(self, at: int) -> int:
        return estimate_message_tokens(self._messages[at])


def _group_exchanges(messages: Sequence[Message], begin: int) -> Iterator[range]:
    """Yield the index range of each message together with the tool results that follow it."""
    start = begin
    for at in range(begin + 1, len(messages) + 1):
        follows = at < len(messages) and messages[at].role is Role.TOOL_RESULT
        if not follows or not _is_tool_message(messages[start]):
            yield range(start, at)
            start = at


def _is_tool_message(message: Message) -> bool:
    return bool(message.tool_calls) or message.role is Role.TOOL_RESULT


def _find_common_length(sizes: Sequence[int], excess: int) -> int:
    """Return the length in tokens to which the longest tool results must be cut.

    The cuts save ``excess`` tokens in total. The length is never below ``MIN_RESULT_TOKENS``.
    """
    left = sum(sizes) - excess
    for at, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - at)
        if size > share:
            return max(MIN_RESULT_TOKENS, share)
        left -= size
    return max(sizes, default=MIN_RESULT_TOKENS)


def _build_window_error(
    request: ChatRequest, model: ModelRef, traits: ModelTraits
) -> WindowExceededError:
    longest = max(request.messages, key=estimate_message_tokens)
    begins = " ".join(longest.content.split())[:_EXCERPT_LENGTH]
    return WindowExceededError(
        f"The request has about {_count_input_tokens(request, traits):,} tokens. "
        f"The window of {str(model)!r} holds "
        f"{traits.capabilities.context_window:,} tokens, including the answer. Nothing was sent. "
        f"The longest part, about {estimate_message_tokens(longest):,} tokens, begins {begins!r}: "
        "shorten it. If the window is larger, set the model's context_window in project.yaml.",
        remedies=(ChooseModel(),),
    )


@frozen(kw_only=True)
class FullHistoryContextStrategy(ConversationContextStrategy):
    """A strategy that sends the system message and at most the newest ``max_messages`` messages."""

    max_messages: int = field(default=20, validator=ge(1))

    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """Return ``system_prompt`` as a message, followed by the newest messages unchanged."""
        newest = messages[-self.max_messages :]
        return [system(system_prompt), *(stored.message for stored in newest)]
