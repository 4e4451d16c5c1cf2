"""Store the messages, pins and turns (messages with the work of answering them) of sessions."""

from collections.abc import Sequence

from attrs import define, evolve, field, frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message, Role, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import RunRepository
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.spec import STUDIO

SUBJECT = "studio"
MAX_SHOWN_MESSAGES = 200
"""The number of messages that are read; if the request is then too long, it is shortened later."""


def begin_session(store: ProjectStore, title: str = "") -> str:
    """Store a new session and return its id, such as ``studio/1``."""
    number = len(store.conversations.list(SUBJECT)) + 1
    while not store.conversations.add(
        Conversation(id=f"{SUBJECT}/{number}", subject=SUBJECT, title=title)
    ):
        number += 1
    return f"{SUBJECT}/{number}"


@frozen
class Transcript:
    """The messages of one session, stored in parts; the agent sees only the newest part.

    After the messages of a part have been summarised, a new part begins.
    """

    store: ProjectStore
    session: str

    def require_session(self) -> None:
        """Raise ``InputError`` if the session does not exist."""
        if self.store.conversations.get(self.session) is None:
            known = ", ".join(each.id for each in self.store.conversations.list(SUBJECT))
            raise InputError(
                f"There is no session {self.session!r}. The sessions are: {known or 'none yet'}."
            )

    def set_first_title(self, message: str) -> None:
        """Make a title for the session from its first ``message``, if it has no title yet."""
        session = self.store.conversations.get(self.session)
        if session is not None and not session.title:
            self.store.conversations.save(evolve(session, title=make_title(message)))

    def get_newest_part(self) -> str:
        """Return the id of the session's newest part; begin the first part if there is none."""
        parts = self.store.conversations.list(self.session)
        return parts[-1].id if parts else self._begin_part(1)

    def begin_next_part(self, part: str) -> str:
        """Begin the part that follows ``part``, and return its id."""
        return self._begin_part(int(part.rpartition("/")[2]) + 1)

    def count_messages(self, part: str) -> int:
        """Return the number of messages in a part."""
        newest = self.store.messages.get_by_conversation(part, newest=1)
        return newest[-1].position + 1 if newest else 0

    def list_before(self, part: str, position: int) -> Sequence[ChatMessage]:
        """Return the messages of ``part`` (an id) that precede ``position``.

        The result has the last ``MAX_SHOWN_MESSAGES`` of them, at most.
        """
        return self.store.messages.get_by_conversation(
            part, newest=MAX_SHOWN_MESSAGES, before=position
        )

    def list_newest(self) -> Sequence[ChatMessage]:
        """Return the last messages of the newest part, at most ``MAX_SHOWN_MESSAGES``."""
        parts = self.store.conversations.list(self.session)
        return (
            self.store.messages.get_by_conversation(parts[-1].id, newest=MAX_SHOWN_MESSAGES)
            if parts
            else ()
        )

    def has_no_later_message(self, part: str, position: int) -> bool:
        """Return whether the author sent no message after ``position``, even in a later part."""
        if part != self.get_newest_part():
            return False
        newest = self.store.messages.get_by_conversation(part, newest=MAX_SHOWN_MESSAGES)
        return not any(
            each.message.role is Role.USER for each in newest if each.position > position
        )

    def store_messages(self, part: str, position: int, messages: Sequence[Message]) -> None:
        """Store ``messages`` from ``position`` on, and drop those stored there before."""
        self.store.messages.truncate(part, position)
        self.store.messages.append(part, messages)

    def add_message(self, part: str, message: Message) -> None:
        """Store ``message`` at the end of ``part``."""
        self.store.messages.append(part, [message])

    def list_pins(self) -> tuple[str, ...]:
        """Return the pinned texts of the session, oldest first."""
        stored = self.store.messages.get_by_conversation(self._pins_id())
        return tuple(each.message.content for each in stored)

    def add_pin(self, text: str) -> None:
        """Add a text to the pinned texts of the session."""
        self.store.conversations.add(
            Conversation(id=self._pins_id(), subject=f"{self.session}:pins")
        )
        self.store.messages.append(self._pins_id(), [user(text)])

    def _pins_id(self) -> str:
        return f"{self.session}/pins"

    def _begin_part(self, number: int) -> str:
        part = f"{self.session}/{number}"
        self.store.conversations.add(Conversation(id=part, subject=self.session))
        return part


@define
class SessionTurns:
    """The stored turns of a session; ``cancelled`` are those that the author cancelled just now.

    ``has_started`` is true once this process has begun a turn, and false again after a pause.
    """

    _runs: RunRepository
    _transcript: Transcript
    has_started: bool = False
    cancelled: set[str] = field(factory=set, init=False)

    def list_resumable(self) -> Sequence[RunRecord]:
        """Return the newest interrupted turn and all turns of :meth:`list_abandoned`.

        The interrupted turn is left out if the author has sent a later message.
        """
        stopped = [
            each
            for each in self._list_by_status(RunStatus.INTERRUPTED)[-1:]
            if not get_studio_inputs(each).part
            or self._transcript.has_no_later_message(
                get_studio_inputs(each).part, get_studio_inputs(each).position
            )
        ]
        return [*stopped, *self.list_abandoned()]

    def list_abandoned(self) -> Sequence[RunRecord]:
        """Return the turns whose process was killed, or which waited in the queue at a pause.

        While this process has turns of its own, return none.
        """
        return [] if self.has_started else self._list_by_status(RunStatus.RUNNING)

    def cancel(self, run: str, *, status: RunStatus | None = None) -> StudioInputs:
        """Store that the author cancelled the turn ``run``, so that it is never resumed.

        Set ``status``, if given, and return the inputs of the turn.
        """
        self.cancelled.add(run)
        record = self.get(run)
        inputs = get_studio_inputs(record).model_copy(update={"cancelled": True})
        self._runs.save(evolve(record, inputs=inputs, status=status or record.status))
        return inputs

    def get(self, run: str) -> RunRecord:
        """Return the turn with the run id ``run``, or raise ``InputError``."""
        record = self._runs.get(run)
        if record is None:
            raise InputError(f"There is no run {run!r}.")
        return record

    def _list_by_status(self, status: RunStatus) -> Sequence[RunRecord]:
        found = self._runs.list(task=STUDIO, status=status)
        return [each for each in found if self._is_open(get_studio_inputs(each))]

    def _is_open(self, inputs: StudioInputs) -> bool:
        return inputs.session == self._transcript.session and not inputs.cancelled


def get_studio_inputs(record: RunRecord) -> StudioInputs:
    """Return the inputs of ``record``, or raise ``InputError`` if it is no turn of a session."""
    if not isinstance(record.inputs, StudioInputs):
        raise InputError(f"{record.id!r} is no turn of a session.")
    return record.inputs


@frozen(kw_only=True)
class ListedSession:
    """A listed session; ``cut_off`` is true if a turn is running or its process was killed."""

    number: str
    title: str
    cut_off: bool


def list_sessions(store: ProjectStore) -> tuple[ListedSession, ...]:
    """Return all sessions of a project, oldest first."""
    running = store.runs.list(task=STUDIO, status=RunStatus.RUNNING)
    begun = [each.inputs for each in running if isinstance(each.inputs, StudioInputs)]
    interrupted = {each.session for each in begun if not each.cancelled}
    return tuple(
        ListedSession(
            number=each.id.rpartition("/")[2], title=each.title, cut_off=each.id in interrupted
        )
        for each in store.conversations.list(SUBJECT)
    )


def find_latest_session(store: ProjectStore) -> str:
    """Return the number of the session with the newest message; raise ``InputError`` if none."""
    turns = [get_studio_inputs(each).session for each in store.runs.list(task=STUDIO)]
    sessions = [*(each.id for each in store.conversations.list(SUBJECT)), *turns]
    if not sessions:
        raise InputError("There is no session yet.", remedies=(SimpleAction.START_SESSION,))
    return sessions[-1].rpartition("/")[2]


def make_title(message: str) -> str:
    """Return a session's title: the first 60 characters of ``message``, the first message."""
    return " ".join(message.split())[:60]
