"""Read the messages and runs of a session page by page, from the newest to the oldest."""

import json
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.app.session.launching import LAUNCH
from questfoundry.app.session.turn import parse_task
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import ChatMessage, Role
from questfoundry.domain.former_names import former_names
from questfoundry.domain.run.inputs import DelegatedInputs, StudioInputs
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import DELEGATED


@frozen(kw_only=True)
class HistoryMessage:
    """A message of the author or an answer of the agent in the history of a session."""

    text: str
    by_author: bool


@frozen(kw_only=True)
class HistoryRun:
    """A run that was launched in a session; ``result`` is ``None`` if the run has not ended."""

    run: str
    task: str
    result: RunResult | None


HistoryEntry = HistoryMessage | HistoryRun


@former_names(earlier="read_earlier")
class SessionHistory:
    """A reader of a session's history, page by page."""

    def __init__(
        self,
        store: ProjectStore,
        results: Sequence[RunResult],
        session: str,
        *,
        until: StudioInputs | None = None,
    ) -> None:
        """Set up a reader that ends before the turn with the inputs ``until``, if given."""
        self._store = store
        self._runs = _find_runs(store, session, {each.run: each for each in results})
        self._parts = [each.id for each in store.conversations.list(session)]
        self._before: int | None = None
        if until is not None:
            self._parts = self._parts[: self._parts.index(until.part) + 1]
            self._before = until.position

    def read_earlier(self, count: int) -> Sequence[HistoryEntry]:
        """Return the next older page: at most ``count`` messages, and the runs that they launched.

        Return an empty sequence after the oldest page.
        """
        found: list[HistoryEntry] = []
        while self._parts and not found:
            stored = self._store.messages.get_by_conversation(
                self._parts[-1], newest=count, before=self._before
            )
            self._before = stored[0].position if stored else None
            if not stored or not self._before:
                self._parts.pop()
                self._before = None
            found = [entry for each in stored for entry in self._build_entries(each)]
        return found

    def _build_entries(self, stored: ChatMessage) -> Iterator[HistoryEntry]:
        message = stored.message
        match message.role:
            case Role.USER | Role.ASSISTANT if message.content.strip():
                by_author = message.role is Role.USER
                yield HistoryMessage(text=message.content, by_author=by_author)
                if by_author and parse_task(message.content) is not None:
                    place = (stored.conversation_id, stored.position)
                    yield from (ran for at, ran in self._runs.values() if at == place)
            case Role.TOOL_RESULT if message.tool_name == LAUNCH:
                if (run := _parse_run_id(message.content)) in self._runs:
                    yield self._runs[run][1]
            case _:
                pass


_Place = tuple[str, int]
"""The place of a message that launched a run: its part of the conversation, and its position."""


def _find_runs(
    store: ProjectStore, session: str, results: dict[str, RunResult]
) -> dict[str, tuple[_Place, HistoryRun]]:
    found: dict[str, tuple[_Place, HistoryRun]] = {}
    for record in store.runs.list(task=DELEGATED):
        inputs, run = record.inputs, record.id
        if isinstance(inputs, DelegatedInputs) and inputs.session == session:
            turn = store.runs.get(inputs.key.rpartition(":")[0])
            place = ("", 0)
            if turn is not None and isinstance(turn.inputs, StudioInputs):
                place = (turn.inputs.part, turn.inputs.position)
            ran = HistoryRun(run=run, task=inputs.spec.task, result=results.get(run))
            found[run] = (place, ran)
    return found


def _parse_run_id(content: str) -> str:
    try:
        return str(json.loads(content)["data"]["run"])
    except (ValueError, LookupError, TypeError):
        return ""
