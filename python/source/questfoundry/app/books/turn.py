"""Open a turn of a book chat in a new or an interrupted run, and store its messages at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import cast

from attrs import define, evolve, field, frozen

from questfoundry.app.books.conversations import (
    BookConversations,
    get_conversation,
    is_same_book,
    resolve_horizon,
)
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message, Role, user
from questfoundry.domain.library.book import Book, Citation, Reading
from questfoundry.domain.protocols.library import ChatMessageRepository, ConversationRepository
from questfoundry.domain.protocols.runs import RunRepository
from questfoundry.domain.run.inputs import BookChatInputs
from questfoundry.domain.run.record import BOOK_CHAT, RunRecord, RunStatus


class OnLimit(StrEnum):
    """The reaction if a turn's last permitted model call is a search: fail, or demand an answer."""

    FAIL = "fail"
    ANSWER = "answer"


@frozen(kw_only=True)
class BookAnswer:
    """The model's answer in one turn of a book chat, and the conversation after the turn."""

    text: str
    citations: tuple[Citation, ...]
    searched: bool
    conversation: Conversation


@define(kw_only=True)
class BookTalk:
    """A writer that appends the messages of one turn to a stored conversation.

    Other processes may append at the same time, so no stored message is replaced.
    ``stored_earlier`` are the messages that this turn had stored before it was interrupted.
    """

    conversation: Conversation
    turn_messages: list[Message] = field(factory=list, init=False)
    _conversations: ConversationRepository
    _messages: ChatMessageRepository
    _stored_earlier: Sequence[Message] = ()
    _unanswered: list[Message] = field(factory=list, init=False)

    @property
    def reading(self) -> Reading:
        """The id of the book, and the last page that may be revealed at this moment."""
        return Reading(book=self.conversation.subject, horizon=self.conversation.horizon)

    def move_horizon(self, page: int) -> None:
        """Make ``page`` the last page that may be revealed, and store the changed conversation."""
        self.conversation = evolve(self.conversation, horizon=page)
        self._conversations.save(self.conversation)

    def add_message(self, message: Message) -> None:
        """Append ``message`` to the turn, and store it; an empty answer is ignored.

        A message with tool calls is stored only when the results of all its calls have been added.
        """
        if message.role is Role.ASSISTANT and not (message.content.strip() or message.tool_calls):
            return
        self.turn_messages.append(message)
        self._unanswered.append(message)
        if len(self._unanswered) > len(self._unanswered[0].tool_calls):
            if self._unanswered[0] in self._stored_earlier:
                self._stored_earlier = self._stored_earlier[len(self._unanswered) :]
            else:
                self._messages.append(self.conversation.id, self._unanswered)
            self._unanswered = []

    @property
    def earlier_search_result(self) -> Message | None:
        """The search result that this turn stored before it was interrupted, or ``None``."""
        found = self._stored_earlier[0] if self._stored_earlier else None
        return found if found and found.role is Role.TOOL_RESULT else None


_INTERRUPTED = (RunStatus.RUNNING, RunStatus.INTERRUPTED)


@frozen(kw_only=True)
class BookTurn:
    """A book chat turn in progress."""

    run: Run
    talk: BookTalk
    earlier_messages: Sequence[ChatMessage]
    runs: RunRepository

    def move_horizon(self, page: int) -> None:
        """Make ``page`` the last page that may be revealed, also if this turn is resumed later."""
        moved = get_chat_inputs(self.run.record).model_copy(update={"moved_to": page})
        self.run.record = evolve(self.run.record, inputs=moved)
        self.runs.save(self.run.record)
        self.talk.move_horizon(page)


@frozen(kw_only=True)
class BookTurns:
    """An opener of a project's book chat turns; a turn sees the ``newest`` earlier messages.

    If the reader repeats the message of an interrupted turn, that turn is resumed. It is not
    resumed if another process runs it, or if the conversation or its last visible page has changed
    since.
    """

    runs: RunOpener
    newest: int

    @contextmanager
    def open(
        self,
        book: Book,
        message: str,
        *,
        conversation: Conversation | None = None,
        page: int | None = None,
    ) -> Iterator[BookTurn]:
        """Return a context manager that opens the turn for ``message`` and yields the turn.

        Without ``conversation``, the turn begins a new conversation, for a reader who has read up
        to ``page``.
        """
        store, providers = self.runs.store, self.runs.choose_providers()
        interrupted = list(
            self._find_interrupted(book, message, conversation, resolve_horizon(book, page))
        )
        while True:
            resumed = bool(interrupted)
            record = (
                interrupted.pop()
                if resumed
                else self._begin_record(book, message, conversation, page)
            )
            with store.lock.try_hold_run(record.id) as alone:
                if not alone or store.runs.get(record.id) != record:
                    continue  # another process runs this turn, or ran it meanwhile
                with self.runs.open(record, providers, resumed=resumed) as run:
                    yield self._build_turn(run, resumed=resumed)
                return

    def _begin_record(
        self, book: Book, message: str, conversation: Conversation | None, page: int | None
    ) -> RunRecord:
        store = self.runs.store
        talks = BookConversations(conversations=store.conversations)
        with store.artifacts.transaction():
            talk = conversation or talks.begin(book, message, page=page)
            last = store.messages.get_by_conversation(talk.id, newest=1)
            inputs = BookChatInputs(
                conversation=talk.id,
                message=message,
                position=last[-1].position + 1 if last else 0,
                page=talk.horizon,
                moved_to=talk.horizon,
            )
            return self.runs.begin(BOOK_CHAT, inputs, self.runs.choose_providers())

    def _find_interrupted(
        self, book: Book, message: str, conversation: Conversation | None, horizon: int | None
    ) -> Iterator[RunRecord]:
        store = self.runs.store
        where = (
            {"conversation": conversation.id} if conversation else {"position": 0, "page": horizon}
        )
        for record in (
            run
            for each in _INTERRUPTED
            for run in store.runs.list_by_inputs(BOOK_CHAT, each, {"message": message, **where})
        ):
            inputs = get_chat_inputs(record)
            talk = store.conversations.get(inputs.conversation)
            if talk is None or talk.subject != book.id or not is_same_book(talk, book):
                continue
            untouched = talk.horizon in (inputs.page, inputs.moved_to)
            if untouched and not self._has_later_message(inputs):
                yield record

    def _has_later_message(self, inputs: BookChatInputs) -> bool:
        stored = self.runs.store.messages.get_by_conversation(inputs.conversation)
        own = [each.message for each in stored if each.position >= inputs.position]
        return [m for m in own if m.role is Role.USER] not in ([], [user(inputs.message)])

    def _build_turn(self, run: Run, *, resumed: bool) -> BookTurn:
        store, inputs = self.runs.store, get_chat_inputs(run.record)
        talk = get_conversation(store.conversations, inputs.conversation)
        all_or_newest = None if resumed else self.newest
        stored = store.messages.get_by_conversation(talk.id, newest=all_or_newest)
        before = [each for each in stored if each.position < inputs.position]
        return BookTurn(
            run=run,
            talk=BookTalk(
                conversation=evolve(talk, horizon=inputs.page),
                conversations=store.conversations,
                messages=store.messages,
                stored_earlier=[each.message for each in stored[len(before) :]] if resumed else (),
            ),
            earlier_messages=before[-self.newest :],
            runs=store.runs,
        )


def get_chat_inputs(record: RunRecord) -> BookChatInputs:
    """Return the inputs of ``record``, which must be the run of a book chat turn."""
    return cast("BookChatInputs", record.inputs)
