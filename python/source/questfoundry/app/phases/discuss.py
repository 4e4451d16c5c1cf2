"""Run the Discuss phase: author and model talk until one of them is ready to summarise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import define, evolve, field, frozen

from questfoundry.app.agent import Toolset, Turn, TurnEnd, run_turn
from questfoundry.app.context import RequestKind, fit_request
from questfoundry.app.phases.discuss_tools import READY, UNDO, is_done, to_plain_messages
from questfoundry.app.phases.stage_prompts import extract_brief, extract_notes
from questfoundry.app.run.run import Author
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import ChatMessage, Message, Role, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import WindowExceededError
from questfoundry.domain.protocols.library import ChatMessageRepository
from questfoundry.domain.protocols.provider import ChatModel, TextSink

MAX_CALLS_A_TURN = 8
"""The maximum number of calls with tools in one turn, as a limit on repeated tool calls."""


class DiscussEnd(StrEnum):
    """The reason why a discussion ended; the phase Summarize follows in every case."""

    MODEL = "model"
    AUTHOR = "author"
    LIMIT = "limit"


@frozen(kw_only=True)
class Discussion:
    """The messages of a discussion, and the brief in the last reply, or "" if there is none."""

    messages: tuple[Message, ...]
    turns: int
    end: DiscussEnd
    usage: Usage
    brief: str = ""

    @classmethod
    def from_brief(cls, opening: Message, brief: str) -> Discussion:
        """Create a discussion without any turns, for a stage whose brief is fixed in advance."""
        return cls(messages=(opening,), turns=0, end=DiscussEnd.MODEL, usage=NO_USAGE, brief=brief)


@define(kw_only=True)
class Discuss:
    """The runner of the Discuss phase; without an author, the phase is a single turn.

    The author answers each turn of the model. The author may also answer the last turn; the model
    does not reply to this line. The model cannot end the discussion before the author was asked
    once.

    ``next_request``: builds the request of a turn from the messages before the turn.
    ``model``: returns the model for the turn with the given name.
    ``repository``: stores the messages under ``conversation_id``, or ``None`` to store nothing.
    ``marker``: the line that precedes the brief in the last reply; empty if Discuss does not
      request a brief.
    ``on_author_asked``: receives the number of turns that the model has left, before each line.
    ``always_answers``: whether a turn that used all its calls for tools ends with one more request,
      without tools.
    """

    _model: Callable[[str], ChatModel]
    _next_request: Callable[[Sequence[Message]], ChatRequest]
    _toolset: Toolset
    _max_turns: int
    _repository: ChatMessageRepository | None = None
    _conversation_id: str = ""
    _author: Author | None = None
    _marker: str = ""
    _always_answers: bool = True
    _on_assistant_message: Callable[[str], None] | None = None
    _on_refused_line: Callable[[str], None] | None = None
    _on_author_asked: Callable[[int], None] | None = None
    _on_text: TextSink | None = None
    _history: list[ChatMessage] = field(init=False, factory=list)
    _first_lines: int = field(init=False, default=0)

    async def run(self, opening: Message, earlier: Sequence[Message] = ()) -> Discussion:
        """Hold the discussion until the model or the author ends it or all turns are used.

        Return the discussion. ``opening`` is the first message. ``earlier`` holds the messages of
        an earlier discussion that this discussion continues.
        """
        self._truncate(0)
        self._append_message(opening)
        for message in earlier:
            self._append_message(message)
        self._first_lines = _count_lines(self._list_messages())
        usage, end, brief = NO_USAGE, DiscussEnd.LIMIT, ""
        while self._turns_left:
            turn = await self._take_turn(f"discuss:{self._turn_number}")
            usage, brief = usage + turn.usage, self._extract_brief(turn)
            if turn.end is TurnEnd.SIGNALLED and (by := self._find_signal(turn)):
                end = by
                break
            if self._author is None:
                break
            if not await self._read_author_turn(self._author):
                end = DiscussEnd.AUTHOR
                break
        turns = min(self._turn_number, self._max_turns)
        return Discussion(
            messages=self._list_messages(), turns=turns, end=end, usage=usage, brief=brief
        )

    @property
    def _turn_number(self) -> int:
        """The number of the model's current turn, from 1; each line of the author begins a turn."""
        return 1 + _count_lines(self._list_messages()) - self._first_lines

    @property
    def _turns_left(self) -> int:
        """The number of turns that the model has left, with the current turn."""
        return self._max_turns + 1 - self._turn_number

    def _find_signal(self, turn: Turn) -> DiscussEnd | None:
        """Return who ended the discussion, or ``None`` if the author must be asked first."""
        if READY not in {call.name for each in turn.messages for call in each.tool_calls}:
            return DiscussEnd.AUTHOR
        plain = to_plain_messages(self._list_messages())
        was_asked = self._author is None or _count_lines(plain) > self._first_lines
        return DiscussEnd.MODEL if was_asked else None

    async def _take_turn(self, name: str) -> Turn:
        return await run_turn(
            self._model(name),
            self._next_request(self._list_messages()),
            self._toolset,
            max_calls=MAX_CALLS_A_TURN,
            always_answers=self._always_answers,
            section=name,
            is_enough=(lambda text: bool(extract_notes(text, self._marker)))
            if self._marker
            else None,
            on_text=self._on_text,
            on_message=self._record_message,
        )

    def _extract_brief(self, turn: Turn) -> str:
        """Return the brief in the reply; "" for a truncated reply, whose brief may lack parts."""
        if not self._marker or turn.end is not TurnEnd.ANSWERED or turn.cut_off:
            return ""
        return extract_brief(turn.text, self._marker)

    async def _read_author_turn(self, author: Author) -> bool:
        while True:
            if self._on_author_asked is not None:
                self._on_author_asked(self._turns_left - 1)
            line = await author()
            if line is None or is_done(line):
                return False
            if line.strip() == UNDO:
                self._undo()
            elif self._fits_window(user(line)):
                self._append_message(user(line))
                return True

    def _fits_window(self, line: Message) -> bool:
        """Return whether the window has room for ``line``; if it is too long, tell the author."""
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
        starts = [
            position
            for position, stored in enumerate(self._history)
            if stored.message.role is Role.USER and position > 0
        ]
        if starts:
            del self._history[starts[-1] :]
            self._truncate(len(self._history))

    def _truncate(self, length: int) -> None:
        if self._repository is not None:
            self._repository.truncate(self._conversation_id, length)

    def _list_messages(self) -> tuple[Message, ...]:
        return tuple(stored.message for stored in self._history)

    def _record_message(self, message: Message) -> None:
        self._append_message(message)
        has_text = message.role is Role.ASSISTANT and message.content.strip()
        if has_text and self._on_assistant_message is not None:
            self._on_assistant_message(message.content)

    def _append_message(self, message: Message) -> None:
        stored = ChatMessage(
            conversation_id=self._conversation_id, position=len(self._history), message=message
        )
        self._history.append(stored)
        if self._repository is not None:
            self._repository.save(stored)


def _count_lines(messages: Sequence[Message]) -> int:
    return sum(message.role is Role.USER for message in messages)
