"""End a run of agents: build its result, write its files, and store the winning artifact."""

from attrs import frozen

from questfoundry.app.run.run import Run
from questfoundry.app.runs.coordinator import RunEnvironment
from questfoundry.app.runs.spending import RunSpending
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.ids import slugify
from questfoundry.domain.run.record import RunRecord
from questfoundry.domain.run.result import Candidate, ResultStatus, RunResult
from questfoundry.domain.run.spec import RunMode, RunSpec

CANCELLED, TIMED_OUT = "cancelled", "timed_out"
"""The reasons why a run was stopped: by its caller, or by the time limit."""

RUNS, DELIVERABLES = "runs", "deliverables"


@frozen(kw_only=True)
class Outcome:
    """A builder of the result of a delegated run."""

    environment: RunEnvironment
    spec: RunSpec
    agents: tuple[Agent, ...]
    state: RunState
    record: RunRecord

    @property
    def number(self) -> str:
        """The number of the run with three digits, as in the names of its folder and files."""
        return f"{int(self.record.id.rpartition('-')[2]):03}"

    @property
    def folder(self) -> str:
        """The path of the run's folder in the workspace."""
        return f"{RUNS}/{self.number}"

    async def build_result(
        self, run: Run, spending: RunSpending, *, stopped: str = "", problem: str = ""
    ) -> RunResult:
        """Write the run's files, and return its result.

        ``stopped`` is the reason for a stop, and ``problem`` the message of an error. Only a
        complete run writes a deliverable, the file with the answer, or stores its winning draft as
        an artifact.
        """
        winner = self.state.choose_best(spending.by_agent)
        version: int | None = None
        is_complete = not stopped and not problem
        if self.spec.stage and winner is not None and is_complete:
            try:
                version = await self._accept_winner(run.id, winner)
            except QuestFoundryError as error:
                problem, winner = str(error), None
        if stopped == TIMED_OUT:
            seconds = self.spec.coordination_overrides.timeout
            problem = f"The time for this run, {seconds:g} seconds, was over."
        problems = [problem, *(f"{name}: {text}" for name, text in self.state.problems.items())]
        result = RunResult(
            run=run.id,
            task=self.spec.task,
            mode=self.spec.mode,
            status=self._choose_status(winner, stopped, any(problems)),
            answer=winner.text if winner else "",
            agent=winner.agent if winner else "",
            problem=" ".join(filter(None, problems)),
            candidates=self._list_candidates(),
            criteria=self.state.criteria,
            votes=self.state.votes,
            rounds=self.state.rounds,
            spent=spending.whole,
            by_agent=spending.by_agent,
            on_vote=spending.on_vote,
            seconds=(self.environment.runs.clock.now() - self.record.started_at).total_seconds(),
            stage=self.spec.stage or "",
            version=version,
        )
        return self._write_files(result, winner, is_complete=is_complete)

    def _choose_status(
        self, winner: Candidate | None, stopped: str, problems: bool
    ) -> ResultStatus:
        if stopped == CANCELLED:
            return ResultStatus.CANCELLED
        if winner is None:
            return ResultStatus.FAILED
        return ResultStatus.PARTIAL if stopped or problems else ResultStatus.COMPLETE

    def _list_candidates(self) -> tuple[Candidate, ...]:
        return tuple(
            self.state.candidates.get(each.id, Candidate(agent=each.id)).model_copy(
                update={"problem": self.state.problems.get(each.id, "")}
            )
            for each in self.agents
        )

    async def _accept_winner(self, run: str, winner: Candidate) -> int:
        agent = next(each for each in self.agents if each.id == winner.agent)
        found = await self.environment.stage_task.accept(
            run, self.spec, winner, agent, self.environment.runs
        )
        return found.version

    def _write_files(
        self, result: RunResult, winner: Candidate | None, *, is_complete: bool
    ) -> RunResult:
        workspace = self.environment.workspace
        for each in self.state.drafts:
            workspace.write(f"{self.folder}/{each.agent}/draft.md", each.text)
        written: list[str] = []
        if winner is not None and is_complete and not self.spec.stage:
            planned = self.spec.mode is RunMode.PLAN
            name = "-".join(filter(None, (self.number, slugify(self.spec.task))))
            place = f"{self.folder}/plan.md" if planned else f"{DELIVERABLES}/{name}.md"
            workspace.write(place, winner.text)
            written.append(place)
        files = (*written, *workspace.files((self.folder,)))
        complete_result = result.model_copy(update={"files": tuple(dict.fromkeys(files))})
        workspace.describe_run(
            self.folder,
            {
                "label": complete_result.label,
                "started_at": self.record.started_at.isoformat(),
                "spec": self.spec.model_dump(mode="json"),
                "models": {each.id: each.model for each in self.agents},
                "result": complete_result.to_dict(),
            },
        )
        return complete_result
