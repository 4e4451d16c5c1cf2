"""Execute runs of agents in this process: begin and stop the runs, and report their results."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.app.run.cooperative import EventQueue, ForwardedEvents
from questfoundry.app.run.run import Run
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.runs.coordinator import Assignment, RunEnvironment, carry_out
from questfoundry.app.runs.files import list_readable_paths
from questfoundry.app.runs.outcome import CANCELLED, TIMED_OUT, Outcome, choose_draft, find_result
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.domain.errors import AuthorLeft, InputError, QuestFoundryError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import RunExecutor, RunHandle
from questfoundry.domain.run.inputs import DelegatedInputs, RunInputs
from questfoundry.domain.run.result import DraftChoice, RunResult, label_of
from questfoundry.domain.run.spec import DELEGATED, Budget, RunSpec
from questfoundry.domain.session import RunEnded, RunLaunched


class TaskHandle(RunHandle):
    """A handle that executes a delegated run as a task of the event loop, from its creation."""

    def __init__(
        self,
        run: str,
        work: Coroutine[Any, Any, RunResult],
        *,
        queue: EventQueue,
        stop: Callable[[], None],
    ) -> None:
        self._run = run
        self._queue = queue
        self._stop = stop
        self._task = asyncio.ensure_future(work)
        self._task.add_done_callback(lambda _: queue.end())

    @property
    def run(self) -> str:
        """The id of the run."""
        return self._run

    def events(self) -> AsyncIterator[Event]:
        """Yield the run's events until it ends; each event goes to only one of several callers."""
        return self._queue.events()

    async def result(self) -> RunResult:
        """Wait for the result; if the waiting task is cancelled, the run is interrupted, too."""
        return await self._task

    def cancel(self) -> None:
        """Ask the run to stop and to make no more calls."""
        self._stop()


class InProcessRunExecutor(RunExecutor):
    """An executor that runs each delegated run as a task of the event loop."""

    def __init__(
        self, environment: RunEnvironment, *, agents: Callable[[], Sequence[Agent]]
    ) -> None:
        self._environment = environment
        self._agents = agents

    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Begin a run for ``spec``, and return its handle.

        If ``key`` is not empty and an earlier run began with the same ``key``, resume that run. The
        run must stay within each of ``limits`` and the budget of ``spec``. Raise ``InputError`` for
        an unknown agent, stage or path.
        """
        runs = self._environment.runs
        found = runs.find_first(DELEGATED, lambda each: _key_of(each) == key) if key else None
        if found is not None and isinstance(found.inputs, DelegatedInputs):
            inputs = found.inputs
        else:
            inputs = self._build_inputs(spec, key, session)
        spec = inputs.spec
        agents = self._choose_agents(spec, tuple(found.models) if found else spec.agents)
        meter = self._build_meter(spec, limits)
        self._require_prices(agents, meter)
        if found is None:
            self._require_paths(spec)
            record = runs.store.runs.begin(
                DELEGATED,
                inputs=inputs,
                models={each.id: each.to_record() for each in agents},
                started_at=runs.clock.now(),
            )
        else:
            record = found
        queue = EventQueue()
        events = ForwardedEvents((runs.events.emit, queue.send))
        opener = evolve(runs, meter=meter, events=events, session=inputs.session)
        environment = evolve(self._environment, runs=opener)
        execution = _Execution(
            environment=environment,
            record=record,
            inputs=inputs,
            agents=agents,
            resumed=found is not None,
        )
        return TaskHandle(record.id, execution.execute(), queue=queue, stop=execution.cancel.set)

    def _build_inputs(self, spec: RunSpec, key: str, session: str) -> DelegatedInputs:
        workspace = self._environment.workspace
        return DelegatedInputs(
            spec=spec,
            knowledge=workspace.context(),
            files=list_readable_paths(workspace, spec.context_paths),
            key=key,
            session=session,
        )

    def check(self, spec: RunSpec) -> None:
        """Raise ``InputError`` for an unknown agent, stage, path or price."""
        self._require_prices(self._choose_agents(spec, spec.agents), self._build_meter(spec))
        self._require_paths(spec)

    async def choose_draft(self, choice: DraftChoice) -> RunResult:
        """Make the draft that the author chose the answer of its run, and return the result."""
        with self._environment.runs.store.lock.hold(DELEGATED):
            return await choose_draft(self._environment, self._agents(), choice)

    def _build_meter(self, spec: RunSpec, limits: Sequence[Budget] = ()) -> SpendMeter:
        prices = self._environment.runs.prices
        meter = SpendMeter(prices=prices)
        for limit in (*limits, spec.budget):
            if limit is not None:
                meter = SpendMeter(prices=prices, budget=limit, parent=meter)
        return meter

    def _require_prices(self, agents: Sequence[Agent], meter: SpendMeter) -> None:
        for agent in agents:
            for provider in agent.providers:
                meter.require_price(str(provider.model))

    def _choose_agents(self, spec: RunSpec, names: Sequence[str] | None) -> tuple[Agent, ...]:
        known = {each.id: each for each in self._agents()}
        named = spec.model_copy(update={"agents": names})
        return tuple(known[name] for name in named.choose_agents(tuple(known)))

    def _require_paths(self, spec: RunSpec) -> None:
        if spec.stage:
            self._environment.stage_task.require_stage(spec.stage)
        for path in spec.context_paths:
            if not self._environment.workspace.files((path,)):
                raise InputError(f"There is no file at {path!r} in the project.")


@frozen(kw_only=True)
class _Execution(Assignment):
    resumed: bool
    cancel: asyncio.Event = field(factory=asyncio.Event)

    async def execute(self) -> RunResult:
        runs = self.environment.runs
        runs.events.emit(
            RunLaunched(
                run=self.record.id,
                label=label_of(self.spec.task),
                spec=self.spec,
                agents=tuple(each.id for each in self.agents),
                resumed=self.resumed,
            )
        )
        if self.inputs.chosen and (kept := find_result(self.environment.workspace, self.record.id)):
            runs.events.emit(RunEnded(result=kept))
            return kept
        with runs.open(self.record, self.agents[0].providers, resumed=self.resumed) as run:
            stopped, state = self.inputs.stopped, self._create_state()
            problem = ""
            if not stopped:
                problem, stopped = await self._run_until_stopped(run, state)
            if stopped:
                self._record_stop(run, stopped)
                problems, state = state.problems, await self._replay_answers()
                state.problems |= problems
            outcome = Outcome(self, state)
            result = await outcome.build_result(stopped=stopped, problem=problem)
        runs.events.emit(RunEnded(result=result))
        return result

    async def _run_until_stopped(self, run: Run, state: RunState) -> tuple[str, str]:
        work = asyncio.ensure_future(carry_out(self, run, state))
        cancel = asyncio.ensure_future(self.cancel.wait())
        waits = {work, cancel}
        timer: asyncio.Future[None] | None = None
        if self.spec.coordination_overrides.timeout is not None:
            seconds = self.spec.coordination_overrides.timeout
            timer = asyncio.ensure_future(self.environment.runs.clock.sleep(seconds))
            waits.add(timer)
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return _get_problem(work), ""
            return "", CANCELLED if cancel.done() else TIMED_OUT
        finally:
            for each in waits:
                each.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _replay_answers(self) -> RunState:
        """Repeat the run from its recorded answers, without new calls; return the final state."""
        runs, state = self.environment.runs, self._create_state()
        again = Run(
            self.record,
            providers=self.agents[0].providers,
            journal=runs.store.journal,
            meter=SpendMeter(prices=runs.prices),
            clock=runs.clock,
            events=ForwardedEvents(),
            resumed=True,
            replays=True,
        )
        environment = evolve(self.environment, runs=evolve(runs, replays=True))
        with suppress(AuthorLeft):
            await carry_out(evolve(self, environment=environment), again, state)
        return state

    def _create_state(self) -> RunState:
        return RunState(agents=tuple(each.id for each in self.agents))

    def _record_stop(self, run: Run, stopped: str) -> None:
        """Store the reason ``stopped``, so that a resumed run makes no new calls."""
        inputs = self.inputs.model_copy(update={"stopped": stopped})
        run.record = evolve(run.record, inputs=inputs)
        self.environment.runs.store.runs.save(run.record)


def _key_of(inputs: RunInputs) -> str:
    return inputs.key if isinstance(inputs, DelegatedInputs) else ""


def _get_problem(work: asyncio.Future[None]) -> str:
    problem = work.exception()
    if problem is None:
        return ""
    if isinstance(problem, QuestFoundryError):
        return str(problem)
    raise problem
