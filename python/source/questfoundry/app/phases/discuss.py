"""Discuss: author and model talk, with tools, until one of them is ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import field, frozen

from questfoundry.app.agent.loop import Turn, TurnEnd, run_turn
from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.phases.discuss_tools import DONE, READY
from questfoundry.app.run.run import Author
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.protocols import ChatMessageRepository, ChatModel, TextSink

UNDO = "/undo"
MAX_CALLS_A_TURN = 8
"""Model calls within one turn: tools may be used, but not without end."""


class DiscussEnd(StrEnum):
    """Who or what ended the discussion; all ends lead to Summarize alike."""

    MODEL = "model"
    AUTHOR = "author"
    LIMIT = "limit"


@frozen(kw_only=True)
class Discussion:
    """What was said, without the system's message."""

    messages: tuple[Message, ...]
    turns: int
    end: DiscussEnd
    usage: Usage


@frozen(kw_only=True)
class Discuss:
    """The first phase; direct mode is the same with one turn and no author.

    ``next_request`` makes the request of a turn from what was said before it.
    """

    _model: ChatModel
    _next_request: Callable[[Sequence[ChatMessage]], ChatRequest]
    _new_toolset: Callable[[], Toolset]
    _stored: ChatMessageRepository
    _conversation_id: str
    _max_turns: int
    _author: Author | None = None
    _on_assistant_message: Callable[[str], None] | None = None
    _on_text: TextSink | None = None
    _history: list[ChatMessage] = field(init=False, factory=list)

    async def run(self, opening: Message, earlier: Sequence[Message] = ()) -> Discussion:
        """Talk until the model or the author is ready, or the turns are used up.

        ``earlier`` is what was said before, which this discussion goes on from.
        """
        self._stored.truncate(self._conversation_id, 0)
        self._say(opening, pinned=True)
        for message in earlier:
            self._say(message)
        usage, turns, end = NO_USAGE, 0, DiscussEnd.LIMIT
        while turns < self._max_turns:
            turn = await self._take_turn()
            turns += 1
            usage = usage + turn.usage
            if turn.text and self._on_assistant_message is not None:
                self._on_assistant_message(turn.text)
            if turn.end is TurnEnd.SIGNALLED:
                end = DiscussEnd.MODEL
                break
            if self._author is None or turns == self._max_turns:
                break
            if not await self._author_goes_on(self._author):
                end = DiscussEnd.AUTHOR
                break
        messages = tuple(stored.message for stored in self._history)
        return Discussion(messages=messages, turns=turns, end=end, usage=usage)

    async def _take_turn(self) -> Turn:
        return await run_turn(
            self._model,
            self._next_request(self._history),
            self._new_toolset(),
            max_calls=MAX_CALLS_A_TURN,
            signals=frozenset({READY}),
            on_text=self._on_text,
            on_message=self._say,
        )

    async def _author_goes_on(self, author: Author) -> bool:
        """Ask for the author's next line; ``False`` when the author is done."""
        while True:
            line = await author()
            if line is None or not line.strip() or line.strip() == DONE:
                return False
            if line.strip() != UNDO:
                self._say(user(line))
                return True
            self._undo()

    def _undo(self) -> None:
        """Take back the author's last line and the answer to it; the opening stays."""
        starts = [
            position
            for position, stored in enumerate(self._history)
            if stored.message.role is Role.USER and position > 0
        ]
        if starts:
            del self._history[starts[-1] :]
            self._stored.truncate(self._conversation_id, len(self._history))

    def _say(self, message: Message, *, pinned: bool = False) -> None:
        stored = ChatMessage(
            conversation_id=self._conversation_id,
            position=len(self._history),
            message=message,
            pinned=pinned,
        )
        self._history.append(stored)
        self._stored.save(stored)
