"""Let the agents of a run work concurrently."""

import asyncio
from collections.abc import Awaitable, Callable

from attrs import frozen

from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.run import Run
from questfoundry.app.runs.run_state import RunState
from questfoundry.app.runs.worker import Worker
from questfoundry.domain.errors import AuthorLeft, BudgetReachedError, QuestFoundryError
from questfoundry.domain.run.result import Candidate
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session.events import AgentMoved

Part = Callable[[Worker], Awaitable[None]]
"""One part of an agent's work, which writes its result into the run's state."""


@frozen(kw_only=True)
class Team:
    """The agents of a delegated run, and the results of the run, which all agents share."""

    run: Run
    spec: RunSpec
    workers: tuple[Worker, ...]
    state: RunState

    @property
    def active_workers(self) -> tuple[Worker, ...]:
        """The workers (agents with their tools) that have not failed so far."""
        return tuple(each for each in self.workers if each.agent.id not in self.state.problems)

    async def draft(self) -> None:
        """Let every agent write its first draft."""

        async def one(worker: Worker) -> None:
            name = worker.agent.id
            text = await worker.answer(f"draft:{name}")
            self.state.candidates[name] = Candidate(agent=name, text=text)

        await self.run_part("draft", one)

    async def execute(self, winner: Candidate) -> None:
        """Let the agent whose plan won the vote execute this plan."""
        planner = next(each for each in self.workers if each.agent.id == winner.agent)

        async def one(worker: Worker) -> None:
            text = await worker.allow_effects().answer(f"execute:{winner.agent}", plan=winner.text)
            self.state.executed = winner.model_copy(update={"text": text, "plan": winner.text})

        await self._run_worker_part("execute", planner, one, 0)

    async def run_part(self, name: str, part: Part, *, number: int = 0) -> None:
        """Run the part ``name`` of the work for all active agents concurrently.

        An agent that fails does no further work, but its earlier drafts remain. If the budget is
        used up or the author stops the run, the other agents finish this part before the error is
        raised.
        """
        work = [
            asyncio.ensure_future(self._run_worker_part(name, each, part, number))
            for each in self.active_workers
        ]
        try:
            ends = await asyncio.gather(*work, return_exceptions=True)
        finally:
            for each in work:
                each.cancel()
        for end in ends:
            if isinstance(end, BaseException):
                raise end

    async def _run_worker_part(self, name: str, worker: Worker, part: Part, number: int) -> None:
        agent = worker.agent.id
        self._emit_progress(agent, name, number)
        problem = ""
        try:
            await yield_to_loop()
            await part(worker)
        except (BudgetReachedError, AuthorLeft):
            raise
        except QuestFoundryError as error:
            problem = self.state.problems[agent] = str(error)
        self._emit_progress(agent, name, number, done=True, problem=problem)

    def _emit_progress(
        self, agent: str, part: str, number: int, *, done: bool = False, problem: str = ""
    ) -> None:
        self.run.events.emit(
            AgentMoved(
                run=self.run.id, agent=agent, part=part, round=number, done=done, problem=problem
            )
        )
