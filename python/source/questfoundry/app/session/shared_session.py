"""Let another program launch runs in the session that the author has open."""

import asyncio
from collections.abc import AsyncIterator, Callable

from attrs import frozen

from questfoundry.app.run.cooperative import EventQueue
from questfoundry.app.runs.outcome import list_results
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.studio import Studio
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import RunHandle
from questfoundry.domain.run.inputs import DelegatedInputs, RunInputs, StudioInputs
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import DELEGATED, STUDIO, RunSpec
from questfoundry.domain.session import (
    AgentReplied,
    ApprovalDeclined,
    RunEnded,
    RunLaunched,
    TurnCancelled,
    TurnFailed,
)


class RunDeclinedError(InputError):
    """The author declined a run that another program wanted to launch."""


@frozen(kw_only=True)
class SharedSession:
    """The session that the author has open, begun if necessary; ``follow`` shows its events."""

    open: Callable[[], InteractiveSession]
    follow: Callable[[AsyncIterator[Event]], None]

    async def start(self, spec: RunSpec, *, key: str = "") -> RunHandle:
        """Launch a run in the session, and return its handle as soon as the run begins.

        Raise ``RunDeclinedError`` if the author declines the run, and ``InputError`` if the run
        cannot begin.
        """
        session = self.open()
        handle = SharedHandle(session)
        self.follow(handle.watch(session.launch(spec, key=key)))
        await handle.began
        return handle


class SharedHandle(RunHandle):
    """A handle of a run that takes place in the author's session."""

    def __init__(self, session: InteractiveSession) -> None:
        loop = asyncio.get_running_loop()
        self.began: asyncio.Future[None] = loop.create_future()
        self._ended: asyncio.Future[RunResult] = loop.create_future()
        self._problem: InputError | None = None
        self._session = session
        self._queue = EventQueue()
        self._run = ""

    @property
    def run(self) -> str:
        """The id of the run; empty until the run begins."""
        return self._run

    def events(self) -> AsyncIterator[Event]:
        """Yield the session's events until the run ends."""
        return self._queue.events()

    async def result(self) -> RunResult:
        """Wait for the result; the run continues if the waiting task is cancelled."""
        return await asyncio.shield(self._ended)

    def cancel(self) -> None:
        """Ask the run to stop, unless the session already does something else."""
        if self._session.status().run == self._run:
            self._session.cancel()

    async def watch(self, events: AsyncIterator[Event]) -> AsyncIterator[Event]:
        """Yield ``events``, and note how the run begins and ends."""
        try:
            async for event in events:
                self._note(event)
                self._queue.send(event)
                yield event
        finally:
            self._queue.end()
            self._settle()

    def _note(self, event: Event) -> None:
        match event:
            case RunLaunched(run=run):
                self._run = run
                if not self.began.done():
                    self.began.set_result(None)
            case RunEnded(result=result) if not self._ended.done():
                self._ended.set_result(result)
            case ApprovalDeclined() | TurnCancelled():
                self._problem = RunDeclinedError("The author declined the run.")
            case AgentReplied(text=problem) | TurnFailed(problem=problem):
                self._problem = self._problem or InputError(problem)

    def _settle(self) -> None:
        problem = self._problem or InputError("The session was closed.")
        if not self.began.done():
            self.began.set_exception(problem)
            self._ended.cancel()
        elif not self._ended.done():
            self._ended.set_exception(problem)


def find_launched_result(studio: Studio, key: str) -> RunResult | None:
    """Return the result of the run that a program launched under ``key``, if the run has ended."""
    runs = studio.runs.store.runs
    turns = {each.id for each in runs.list(task=STUDIO) if _has_key(each.inputs, key)}
    launched = {
        each.id
        for each in runs.list(task=DELEGATED)
        if isinstance(each.inputs, DelegatedInputs) and each.inputs.key.rpartition(":")[0] in turns
    }
    ended = [each for each in list_results(studio.workspace) if each.run in launched]
    return ended[-1] if ended else None


def _has_key(inputs: RunInputs, key: str) -> bool:
    return isinstance(inputs, StudioInputs) and inputs.key == key
