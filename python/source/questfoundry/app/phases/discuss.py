"""Discuss: author and model talk, with tools, until one of them is ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import evolve, field, frozen

from questfoundry.app.agent.loop import Turn, TurnEnd, run_turn
from questfoundry.app.agent.toolset import Toolset
from questfoundry.app.context.window import RequestKind, fit_request
from questfoundry.app.phases.discuss_tools import READY, is_done
from questfoundry.app.phases.notes_and_brief import extract_brief, extract_notes
from questfoundry.app.run.run import Author
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message, Role, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import WindowExceededError
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
    """What was said, without the system's message.

    ``brief`` is what it came to, where the last reply says so; else Summarize asks for it.
    """

    messages: tuple[Message, ...]
    turns: int
    end: DiscussEnd
    usage: Usage
    brief: str = ""

    @classmethod
    def from_brief(cls, opening: Message, brief: str) -> Discussion:
        """The discussion of what needs none."""
        return cls(messages=(opening,), turns=0, end=DiscussEnd.MODEL, usage=NO_USAGE, brief=brief)


@frozen(kw_only=True)
class Discuss:
    """The first phase; direct mode is the same with one turn and no author.

    ``next_request`` makes the request of a turn from what was said before it; ``model`` gives
    whom to ask in the turn of that name, which is asked afresh where it failed before. ``mark``
    is the line below which the last reply is to hold the brief, where one is asked for.
    """

    _model: Callable[[str], ChatModel]
    _next_request: Callable[[Sequence[Message]], ChatRequest]
    _toolset: Toolset
    _stored: ChatMessageRepository
    _conversation_id: str
    _max_turns: int
    _author: Author | None = None
    _mark: str = ""
    _on_assistant_message: Callable[[str], None] | None = None
    _on_refused_line: Callable[[str], None] | None = None
    _on_text: TextSink | None = None
    _history: list[ChatMessage] = field(init=False, factory=list)

    async def run(self, opening: Message, earlier: Sequence[Message] = ()) -> Discussion:
        """Talk until the model or the author is ready, or the turns are used up.

        ``earlier`` is what was said before, which this discussion goes on from.
        """
        self._stored.truncate(self._conversation_id, 0)
        self._append_message(opening)
        for message in earlier:
            self._append_message(message)
        usage, turns, end, brief = NO_USAGE, 0, DiscussEnd.LIMIT, ""
        while turns < self._max_turns:
            turns += 1
            turn = await self._take_turn(f"discuss:{turns}")
            usage, brief = usage + turn.usage, self._extract_brief(turn)
            if turn.end is TurnEnd.SIGNALLED:
                end = DiscussEnd.MODEL if _has_ready_call(turn.messages) else DiscussEnd.AUTHOR
                break
            if self._author is None or turns == self._max_turns:
                break
            if not await self._read_author_turn(self._author):
                end = DiscussEnd.AUTHOR
                break
        return Discussion(
            messages=self._list_messages(), turns=turns, end=end, usage=usage, brief=brief
        )

    async def _take_turn(self, name: str) -> Turn:
        return await run_turn(
            self._model(name),
            self._next_request(self._list_messages()),
            self._toolset,
            max_calls=MAX_CALLS_A_TURN,
            section=name,
            is_enough=(lambda said: bool(extract_notes(said, self._mark))) if self._mark else None,
            on_text=self._on_text,
            on_message=self._record_message,
        )

    def _extract_brief(self, turn: Turn) -> str:
        """The brief of a reply that is whole; one that was cut off may lack any part of it."""
        if not self._mark or turn.end is not TurnEnd.ANSWERED or turn.cut_off:
            return ""
        return extract_brief(turn.text, self._mark)

    async def _read_author_turn(self, author: Author) -> bool:
        """Ask for the author's next line; ``False`` when the author is done."""
        while True:
            line = await author()
            if line is None or is_done(line):
                return False
            if line.strip() == UNDO:
                self._undo()
            elif self._fits_window(user(line)):
                self._append_message(user(line))
                return True

    def _fits_window(self, line: Message) -> bool:
        """Whether the model can be sent it; a line that is too long would end every later try."""
        model = self._model("")
        request = self._next_request((*self._list_messages(), line))
        try:
            fit_request(
                evolve(request, tools=self._toolset.definitions),
                model.model,
                model.traits,
                RequestKind.TALK,
            )
        except WindowExceededError as problem:
            if self._on_refused_line is not None:
                self._on_refused_line(str(problem))
            return False
        return True

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

    def _list_messages(self) -> tuple[Message, ...]:
        return tuple(stored.message for stored in self._history)

    def _record_message(self, message: Message) -> None:
        """Keep what the turn added, and announce what the model says in it."""
        self._append_message(message)
        has_text = message.role is Role.ASSISTANT and message.content.strip()
        if has_text and self._on_assistant_message is not None:
            self._on_assistant_message(message.content)

    def _append_message(self, message: Message) -> None:
        stored = ChatMessage(
            conversation_id=self._conversation_id,
            position=len(self._history),
            message=message,
        )
        self._history.append(stored)
        self._stored.save(stored)


def _has_ready_call(messages: Sequence[Message]) -> bool:
    return any(call.name == READY for each in messages for call in each.tool_calls)
