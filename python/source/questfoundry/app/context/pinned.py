"""The context of a long dialogue: what is pinned, and as much of the newest as fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen
from attrs.validators import ge

from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import Message, Role, system
from questfoundry.domain.chat.tokens import estimate_message_tokens
from questfoundry.domain.protocols import ConversationContextStrategy


@frozen(kw_only=True)
class PinnedContextStrategy(ConversationContextStrategy):
    """Keeps pinned messages and, within both limits, the newest others.

    ``max_tokens`` is an estimate over everything kept; ``max_messages`` counts neither the
    system's message nor pinned ones. The system's, the pinned and the newest message of the
    author are kept even where they alone are too many. An assistant's message with tool
    calls and the results that follow it are kept or left out together. Of messages that
    are older than what fits, only the pinned flag is read.
    """

    max_messages: int = field(default=40, validator=ge(1))
    max_tokens: int = field(validator=ge(1))

    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """The system's message, then the kept ones in their order."""
        first = system(system_prompt)
        always = {index for index, stored in enumerate(messages) if stored.pinned}
        latest = _latest_of_author(messages)
        places = self.max_messages
        if latest is not None and latest not in always:
            always.add(latest)
            places -= 1
        tokens = self.max_tokens - estimate_message_tokens(first)
        tokens -= sum(estimate_message_tokens(messages[index].message) for index in always)

        kept = set(always)
        for exchange in _exchanges_newest_first(messages):
            more = [index for index in exchange if index not in always]
            places -= len(more)
            tokens -= sum(estimate_message_tokens(messages[index].message) for index in more)
            if more and (places < 0 or tokens < 0):
                break
            kept.update(more)
        return [first, *(messages[index].message for index in sorted(kept))]


def _latest_of_author(messages: Sequence[ChatMessage]) -> int | None:
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].message.role is Role.USER:
            return index
    return None


def _exchanges_newest_first(messages: Sequence[ChatMessage]) -> Iterator[range]:
    """Indexes that belong together: a message, or tool calls with the results that follow."""
    end = len(messages)
    while end > 0:
        start = end - 1
        while start > 0 and messages[start].message.role is Role.TOOL_RESULT:
            start -= 1
        if messages[start].message.tool_calls:
            yield range(start, end)
        else:
            yield from (range(index, index + 1) for index in range(end - 1, start - 1, -1))
        end = start
