"""Follow a delegated run, which the studio started, and describe its progress as text."""

from __future__ import annotations

import time

from attrs import define, field

from questfoundry.app.session.history import HistoryRun
from questfoundry.domain.events import Event, ModelCallFinished, ModelCallStarted
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.run.result import RunResult, Spending, label_of
from questfoundry.domain.run.spec import Budget
from questfoundry.domain.session import AgentMoved, RunEnded, RunLaunched
from questfoundry.presentation.studio_view import format_facts, format_outcome, format_used
from questfoundry.presentation.text import format_count

_DOING = {
    "draft": "drafting",
    "propose": "running the stage",
    "refine": "refining",
    "rubric": "setting criteria",
    "vote": "judging",
    "execute": "executing",
}
_DONE = {"draft": "drafted", "propose": "finished the stage", "refine": "refined", "vote": "judged"}


@define(kw_only=True, eq=False)
class RunProgress:
    """The progress of a delegated run; without a result or active agents, it was interrupted."""

    run: str
    task: str
    mode: str = ""
    budget: str = ""
    result: RunResult | None = None
    round: int = 0
    _agents: dict[str, str] = field(factory=dict)
    _rounds: int = 0
    _prices: PriceBook | None = None
    _spent: Spending = field(factory=Spending)
    _started_at: float = field(factory=time.monotonic)
    is_interrupted: bool = field(init=False)

    @is_interrupted.default
    def _has_no_agents(self) -> bool:
        return not self._agents

    @classmethod
    def from_launch(cls, launched: RunLaunched, prices: PriceBook) -> RunProgress:
        """Return the progress of a run that starts now."""
        spec = launched.spec
        return cls(
            run=launched.run,
            task=spec.task,
            agents=dict.fromkeys(launched.agents, "waiting"),
            mode=spec.mode.value.replace("_", " "),
            rounds=spec.coordination_overrides.max_rounds if spec.has_refinement else 0,
            budget=str(spec.budget or ""),
            prices=prices,
        )

    @classmethod
    def from_history(cls, run: HistoryRun) -> RunProgress:
        """Return the progress of a run in the session's history, which ended or was interrupted."""
        return cls(run=run.run, task=run.task, result=run.result)

    @classmethod
    def from_result(cls, result: RunResult) -> RunProgress:
        """Return the progress of a run that has ended."""
        return cls.from_history(HistoryRun(run=result.run, task=result.task, result=result))

    @property
    def number(self) -> str:
        """The number at the end of the run's id, which the command ``/card`` expects."""
        return self.run.rpartition("-")[2]

    @property
    def entry(self) -> HistoryRun:
        """The run as an entry for the session's history."""
        return HistoryRun(run=self.run, task=self.task, result=self.result)

    def update(self, event: Event) -> None:
        """Change the progress according to ``event``; ignore events of other kinds."""
        match event:
            case AgentMoved(agent=agent, part=part, round=number, problem=problem):
                self.round = max(self.round, number)
                words = _DONE.get(part, part) if event.done else _DOING.get(part, part)
                at = f" {number}" if number else ""
                self._agents[agent] = problem or f"{words}{at}"
            case ModelCallStarted(scope=scope) if scope.startswith("vote:"):
                self._agents[scope.partition(":")[2]] = _DOING["vote"]
            case ModelCallFinished(scope=scope) if scope.startswith("vote:"):
                self._agents[scope.partition(":")[2]] = _DONE["vote"]
                self._count(event)
            case ModelCallFinished():
                self._count(event)
            case RunEnded(result=result):
                self.result = result
            case _:
                pass

    def _count(self, event: ModelCallFinished) -> None:
        cost = self._prices.cost(event.model, event.usage) if self._prices else None
        self._spent = self._spent.add_call(event.usage, cost)

    @property
    def label(self) -> str:
        """A label of one line, made of the run's task."""
        return label_of(self.task)

    def format_facts(self) -> str:
        """Return the state, the duration and the cost of the run in one line."""
        result = self.result
        if result is not None:
            return format_facts(result)
        if self.is_interrupted:
            return "interrupted"
        return " · ".join(
            [
                self.mode,
                format_count(len(self._agents), "agent"),
                *([f"round {self.round} of {self._rounds}"] if self.round else []),
                f"{time.monotonic() - self._started_at:.0f} s",
                format_count(self._spent.calls, "call"),
                format_used(self._spent, Budget.parse(self.budget) if self.budget else None),
            ]
        )

    def format_lines(self) -> list[str]:
        """Return one line per agent about its current work; after the run, lines on its outcome."""
        result = self.result
        if result is None:
            widest = max(map(len, self._agents), default=0)
            return [f"{name:<{widest}}  {doing}" for name, doing in self._agents.items()]
        return format_outcome(result)
