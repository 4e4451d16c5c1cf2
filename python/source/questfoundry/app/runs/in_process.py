"""Delegated runs in this process: begun, followed, stopped, and told of in a result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import evolve, field, frozen

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.runs.call_barrier import Gate
from questfoundry.app.runs.coordinator import Conduct, Workplace
from questfoundry.app.runs.handle import SilentEvents, TaskHandle, WatchedEvents
from questfoundry.app.runs.outcome import CANCELLED, TIMED_OUT, Outcome
from questfoundry.app.runs.run_state import Board
from questfoundry.app.runs.team import Agent
from questfoundry.domain.budget import Budget
from questfoundry.domain.errors import (
    AuthorLeft,
    InputError,
    QuestFoundryError,
)
from questfoundry.domain.protocols import RunExecutor, RunHandle
from questfoundry.domain.run import RunRecord
from questfoundry.domain.run_inputs import DelegatedInputs
from questfoundry.domain.session.events import RunEnded, RunLaunched
from questfoundry.domain.session.result import RunResult, label_of
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.task import DELEGATED


class InProcessRunExecutor(RunExecutor):
    """Executes runs as tasks of the running loop; ``agents`` are asked for when a run begins."""

    def __init__(self, place: Workplace, *, agents: Callable[[], Sequence[Agent]]) -> None:
        self._place = place
        self._agents = agents

    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Begin it, or go on with the run of that key."""
        runs = self._place.runs
        found = found_by(runs, key) if key else None
        inputs = found.inputs if found else DelegatedInputs(spec=spec, key=key, session=session)
        spec = inputs.spec
        agents = self._chosen(spec)
        meter = SpendMeter(prices=runs.prices)
        for limit in (*limits, spec.budget):
            if limit is not None:
                meter = SpendMeter(prices=runs.prices, budget=limit, parent=meter)
        for agent in agents:
            for provider in agent.providers:
                meter.require_price(str(provider.model))
        if found is None:
            self._require_reach(spec)
            record = runs.store.runs.begin(
                DELEGATED,
                inputs=inputs,
                models={each.id: each.recorded() for each in agents},
                started_at=runs.clock.now(),
            )
        else:
            record = found.record
        watched = WatchedEvents(runs.events)
        opener = evolve(runs, meter=meter, events=watched, session=inputs.session)
        place = evolve(self._place, runs=opener)
        execution = _Execution(
            place=place, record=record, inputs=inputs, agents=agents, resumed=found is not None
        )
        return TaskHandle(record.id, execution.result(), watched=watched, stop=execution.cancel.set)

    def _chosen(self, spec: RunSpec) -> tuple[Agent, ...]:
        known = {each.id: each for each in self._agents()}
        return tuple(known[name] for name in spec.choose_agents(tuple(known)))

    def _require_reach(self, spec: RunSpec) -> None:
        if spec.stage:
            self._place.stage_task.require(spec.stage)
        for path in spec.context_paths:
            if not self._place.workspace.files((path,)):
                raise InputError(f"There is no file at {path!r} in the project.")


@frozen
class Found:
    """A delegated run that was begun before."""

    record: RunRecord
    inputs: DelegatedInputs


def found_by(runs: RunOpener, key: str) -> Found | None:
    """The delegated run that was begun under that key."""
    for record in runs.store.runs.list(task=DELEGATED):
        if isinstance(record.inputs, DelegatedInputs) and record.inputs.key == key:
            return Found(record, record.inputs)
    return None


@frozen(kw_only=True)
class _Execution:
    """One run from its opening to its result."""

    place: Workplace
    record: RunRecord
    inputs: DelegatedInputs
    agents: tuple[Agent, ...]
    resumed: bool
    cancel: asyncio.Event = field(factory=asyncio.Event)

    @property
    def spec(self) -> RunSpec:
        """What was asked for."""
        return self.inputs.spec

    async def result(self) -> RunResult:
        """Carry it out; what stops it, but the end of the process, is told in the result."""
        runs = self.place.runs
        runs.events.emit(
            RunLaunched(
                run=self.record.id,
                label=label_of(self.spec.task),
                spec=self.spec,
                agents=tuple(each.id for each in self.agents),
                resumed=self.resumed,
            )
        )
        with runs.open(self.record, self.agents[0].providers, resumed=self.resumed) as run:
            stopped, board = self.inputs.stopped, self._board()
            problem = ""
            if not stopped:
                problem, stopped = await self._attempt(run, board)
            if stopped:
                self._note(run, stopped)
                board = await self._answered()
            spent = self._conduct(run, board, Gate()).spent()
            told = await self.outcome(board).told(run, spent, stopped=stopped, problem=problem)
        runs.events.emit(RunEnded(result=told))
        return told

    def outcome(self, board: Board) -> Outcome:
        """What is made of a board."""
        return Outcome(
            place=self.place, spec=self.spec, agents=self.agents, board=board, record=self.record
        )

    async def _attempt(self, run: Run, board: Board) -> tuple[str, str]:
        """The problem that ended it, and why it was stopped from outside; mostly neither."""
        work = asyncio.ensure_future(self._conduct(run, board, Gate()).carry_out())
        cancel = asyncio.ensure_future(self.cancel.wait())
        waits = {work, cancel}
        timer: asyncio.Future[None] | None = None
        if self.spec.coordination_overrides.timeout is not None:
            seconds = self.spec.coordination_overrides.timeout
            timer = asyncio.ensure_future(self.place.runs.clock.sleep(seconds))
            waits.add(timer)
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return _problem_of(work), ""
            return "", CANCELLED if cancel.done() else TIMED_OUT
        finally:
            for each in waits:
                each.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _answered(self) -> Board:
        """The board of all that was answered before no more calls were made."""
        runs, board = self.place.runs, self._board()
        again = Run(
            self.record,
            providers=self.agents[0].providers,
            journal=runs.store.journal,
            meter=SpendMeter(prices=runs.prices),
            clock=runs.clock,
            events=SilentEvents(),
            resumed=True,
        )
        with suppress(AuthorLeft):
            await self._conduct(again, board, Gate(closed=True)).carry_out()
        return board

    def _conduct(self, run: Run, board: Board, gate: Gate) -> Conduct:
        return Conduct(
            place=self.place,
            run=run,
            spec=self.spec,
            agents=self.agents,
            board=board,
            folder=self.outcome(board).folder,
            gate=gate,
        )

    def _board(self) -> Board:
        return Board(agents=tuple(each.id for each in self.agents))

    def _note(self, run: Run, stopped: str) -> None:
        """Remember it, so that a run that is gone on with asks nothing new either."""
        inputs = self.inputs.model_copy(update={"stopped": stopped})
        run.record = evolve(run.record, inputs=inputs)
        self.place.runs.store.runs.save(run.record)


def _problem_of(work: asyncio.Future[None]) -> str:
    """Why the work ended before its end; an error that is no mistake of ours is told."""
    problem = work.exception()
    if problem is None:
        return ""
    if isinstance(problem, QuestFoundryError):
        return str(problem)
    raise problem
