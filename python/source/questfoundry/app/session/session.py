"""A session of the studio: it answers one message after the other and yields events."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from questfoundry.app.run.cooperative import EventQueue, ForwardedEvents, yield_to_loop
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.runs.outcome import list_results
from questfoundry.app.session.approval import GuardedTool, RecordedApproval
from questfoundry.app.session.history import SessionHistory
from questfoundry.app.session.launching import LAUNCH, Launcher, SessionStateMachine
from questfoundry.app.session.studio import SessionLedger, SessionStatus, Studio
from questfoundry.app.session.tools import PinTool, build_session_tools
from questfoundry.app.session.transcript import SessionTurns, Transcript, get_studio_inputs
from questfoundry.app.session.turn import TASK_COMMANDS, SessionTurn
from questfoundry.domain.chat.messages import assistant
from questfoundry.domain.errors import InputError, QuestFoundryError, StoreLockedError
from questfoundry.domain.events import Event
from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols.workspace import ProjectWorkspace, Tool
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.result import DraftChoice, RunResult
from questfoundry.domain.run.spec import STUDIO, RunSpec
from questfoundry.domain.session import (
    AgentReplied,
    MessageQueued,
    MessageTaken,
    Pinned,
    SessionState,
    SessionStep,
    ToolServerFailed,
    TurnCancelled,
    TurnFailed,
)


@former_names(cut_off="list_interrupted_messages", go_on="resume")
class InteractiveSession:
    """A conversation about a project; its work continues even if the caller stops listening."""

    def __init__(self, studio: Studio, session: str) -> None:
        self.id = session
        self._studio = studio
        self._store = studio.runs.store
        self._transcript = Transcript(self._store, session)
        self._transcript.require_session()
        self._turns = SessionTurns(self._store.runs, self._transcript)
        self._listener: EventQueue | None = None
        self._state_machine = SessionStateMachine(self._send)
        self._queue: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._turn: asyncio.Task[None] | None = None
        self._launcher: Launcher | None = None
        self._stop = asyncio.Event()
        self._server_problems: Sequence[str] = ()
        self._ledger = SessionLedger(studio.runs, session, studio.settings.budget)

    @property
    def state(self) -> SessionState:
        """The state of the session."""
        return self._state_machine.state

    @property
    def run_history(self) -> Sequence[RunResult]:
        """The results of the project's runs, oldest first."""
        return list_results(self._studio.workspace)

    @property
    def workspace(self) -> ProjectWorkspace:
        """The workspace with the project's context, files, runs and deliverables."""
        return self._studio.workspace

    def status(self) -> SessionStatus:
        """Return the current status of the session, even while a message is being answered."""
        handle = self._launcher.handle if self._launcher else None
        return SessionStatus(
            session=self.id,
            state=self.state,
            queued=max(0, len(self._queue) - 1),
            spent=self._ledger.compute_spending(),
            on_talk=self._ledger.compute_talk_spending(),
            on_runs=self._ledger.compute_run_spending(),
            budget=self._ledger.budget,
            run=handle.run if handle else "",
        )

    def chat(self, message: str) -> AsyncIterator[Event]:
        """Queue a message, and yield events until it is answered.

        If another process was killed during a turn of this session, that turn is resumed first.
        Raise ``InputError`` if the message is empty.
        """
        if not message.strip():
            raise InputError("The message is empty. Say something, or end the session.")
        return self._begin_turn(StudioInputs(session=self.id, message=message))

    def launch(self, spec: RunSpec, *, key: str = "") -> AsyncIterator[Event]:
        """Queue a run that another program asks for, and yield events until it has ended.

        The author is asked for approval, as for any run. ``key`` is the program's name for the run.
        """
        message = f"{TASK_COMMANDS[0]} {spec.task}"
        return self._begin_turn(
            StudioInputs(session=self.id, message=message, launch=spec, key=key)
        )

    def _begin_turn(self, inputs: StudioInputs) -> AsyncIterator[Event]:
        abandoned = self._turns.list_abandoned()
        self._turns.has_started = True
        self._transcript.set_first_title(inputs.message)
        runs = self._studio.runs
        record = runs.begin(STUDIO, inputs, self._studio.agent.providers)
        return self._enqueue([*(each.id for each in abandoned), record.id], begun=record.id)

    def resume(self) -> AsyncIterator[Event]:
        """Resume interrupted turns of this session, and yield their events."""
        turns = [each.id for each in self._turns.list_resumable()]
        self._turns.has_started = True
        return self._enqueue(turns)

    def list_interrupted_messages(self) -> tuple[str, ...]:
        """Return the author's messages in the turns that :meth:`resume` would resume."""
        return tuple(get_studio_inputs(each).message for each in self._turns.list_resumable())

    def history(self) -> SessionHistory:
        """Return the history of the session before the turns that :meth:`resume` would resume."""
        begun = [get_studio_inputs(each) for each in self._turns.list_resumable()]
        return SessionHistory(
            self._store, self.run_history, self.id, until=next((e for e in begun if e.part), None)
        )

    def cancel(self) -> None:
        """Stop the current run, which keeps its answers, or decline a pending approval.

        Without either, cancel the message that is being answered, for good.
        """
        if self._launcher is not None and self._launcher.handle is not None:
            self._launcher.handle.cancel()
        elif self.state is SessionState.AWAITING_APPROVAL:
            self._stop.set()
        elif self._turn is not None:
            self._turns.cancel(self._queue[0])
            self._turn.cancel()

    def pause(self) -> None:
        """Interrupt the current turn, and keep queued messages waiting.

        :meth:`resume` goes through all of them, and reuses the answers already paid for.
        """
        self._turns.has_started = False
        self._cancel_tasks()

    async def choose_draft(self, choice: DraftChoice) -> RunResult:
        """Make a draft the answer of its run, whatever the vote chose; return the new result."""
        return await self._studio.executor.choose_draft(choice)

    def pin(self, text: str) -> None:
        """Store a text that the agent sees with every message; raise ``InputError`` if empty."""
        if not text.strip():
            raise InputError(
                "The text to pin is empty. Give the text that the agent should always see."
            )
        self._transcript.add_pin(text.strip())
        self._send(Pinned(text=text.strip()))

    async def close(self) -> None:
        """Interrupt all work of the session and wait until it has ended; it can be resumed."""
        self._cancel_tasks()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _cancel_tasks(self) -> None:
        for each in self._tasks:
            each.cancel()

    def _enqueue(self, turns: Sequence[str], *, begun: str = "") -> AsyncIterator[Event]:
        listener = EventQueue()
        place = len(self._queue)
        self._queue += turns
        if place and begun:
            record = self._turns.get(begun)
            listener.send(MessageQueued(message=get_studio_inputs(record).message, place=place))
        self._tasks = [each for each in self._tasks if not each.done()]
        work = asyncio.ensure_future(self._run_turns(turns, listener, tuple(self._tasks)))
        # A callback, since a task that is cancelled before its first step runs no code.
        work.add_done_callback(lambda _: listener.end())
        self._tasks.append(work)
        return listener.events()

    async def _run_turns(
        self, turns: Sequence[str], listener: EventQueue, before: Sequence[asyncio.Task[None]]
    ) -> None:
        try:
            if before:
                await asyncio.wait(before)
            self._listener = listener
            for turn in turns:
                self._turn = asyncio.ensure_future(self._run_turn(self._turns.get(turn)))
                try:
                    await asyncio.wait({self._turn})
                    if not self._turn.cancelled() and (problem := self._turn.exception()):
                        listener.end(problem)
                except asyncio.CancelledError:
                    self._turn.cancel()
                    await asyncio.gather(self._turn, return_exceptions=True)
                    raise
                finally:
                    self._turn = None
                    self._queue.remove(turn)
        except asyncio.CancelledError:
            self._queue = [each for each in self._queue if each not in turns]
            raise
        finally:
            if self._listener is listener:
                self._listener = None

    async def _run_turn(self, record: RunRecord) -> None:
        self._stop.clear()
        self._send(MessageTaken(message=get_studio_inputs(record).message, run=record.id))
        text, problem = "", ""
        try:
            await yield_to_loop()
            with self._hold_lock():
                text = await self._answer_message(record)
        except asyncio.CancelledError:
            problem = "The turn was stopped."
            raise
        except QuestFoundryError as error:
            problem = str(error)
        finally:
            self._launcher = None
            self._state_machine.return_to_idle()
            if record.id in self._turns.cancelled:
                self._end_cancelled(record.id)
            elif problem:
                self._send(TurnFailed(problem=problem, run=record.id))
        if text:
            self._send(AgentReplied(text=text, run=record.id))

    def _end_cancelled(self, run: str) -> None:
        """End the turn ``run`` for good; the agent sees in its place that it was cancelled."""
        inputs = self._turns.cancel(run, status=RunStatus.COMPLETED)
        if inputs.part:
            words = self._studio.prompts.wording("studio")
            self._transcript.add_message(inputs.part, assistant(str(words["cancelled"])))
        self._send(TurnCancelled(run=run))

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        with self._store.lock.try_hold_run(f"session-{self.id.rpartition('/')[2]}") as alone:
            if not alone:
                raise StoreLockedError(
                    f"Another process is answering in the session {self.id!r}. "
                    "Wait for it, or stop it."
                )
            yield

    async def _answer_message(self, record: RunRecord) -> str:
        studio, ledger, inputs = self._studio, self._ledger, get_studio_inputs(record)
        ledger.recount()
        events = ForwardedEvents((studio.runs.events.emit, self._send))
        runs = evolve(studio.runs, meter=ledger.meter, events=events, session=self.id)
        self._state_machine.apply_step(SessionStep.MESSAGE)
        with runs.open(record, studio.agent.providers, resumed=True) as run:
            approval = (
                RecordedApproval(run, studio.approval, self._stop)
                if studio.settings.require_approval
                else None
            )
            self._launcher = Launcher(
                studio=studio,
                session=self.id,
                run=run,
                state_machine=self._state_machine,
                approval=approval,
                ledger=ledger,
                emit=self._send,
                by_program=inputs.launch is not None,
            )
            turn = SessionTurn(
                studio=studio,
                run=run,
                inputs=inputs,
                transcript=self._transcript,
                launcher=self._launcher,
                tools=await self._build_tools(run, runs, approval),
                remaining=ledger.meter.get_remaining(),
                emit=self._send,
            )
            return await turn.answer()

    async def _build_tools(
        self, run: Run, runs: RunOpener, approval: RecordedApproval | None
    ) -> tuple[Tool, ...]:
        studio = self._studio
        added = (
            PinTool(self.pin, studio.prompts),
            *studio.tools(runs),
            *await self._list_server_tools(run),
        )
        launch_words = studio.prompts.wording(f"tools/{LAUNCH}")
        return tuple(
            GuardedTool(
                inner=each,
                run=run,
                approval=approval,
                words=studio.prompts.wording("tools/errors"),
                declined_action=str(launch_words["actions"]["declined"]),
            )
            for each in build_session_tools(studio.workspace, studio.prompts, added)
        )

    async def _list_server_tools(self, run: Run) -> Sequence[Tool]:
        """Return the tools of MCP servers; report each unreachable server once in the session."""
        servers = self._studio.servers
        if servers is None:
            return ()
        tools, problems = await servers.tools(), servers.problems()
        for each in problems:
            if each not in self._server_problems:
                run.events.emit(ToolServerFailed(problem=each))
        self._server_problems = problems
        return tools

    def _send(self, event: Event) -> None:
        if self._listener is not None:
            self._listener.send(event)
