"""End a run of agents: build its result, write its files, and store the winning artifact."""

from attrs import frozen

from questfoundry.app.runs.coordinator import Assignment
from questfoundry.app.runs.team import RunState
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.ids import slugify
from questfoundry.domain.run.result import Candidate, ResultStatus, RunResult
from questfoundry.domain.run.spec import RunMode

CANCELLED, TIMED_OUT = "cancelled", "timed_out"
"""The reasons why a run was stopped: by its caller, or by the time limit."""

DELIVERABLES = "deliverables"


@frozen
class Outcome:
    """A builder of the result of a delegated run."""

    assignment: Assignment
    state: RunState

    async def build_result(self, *, stopped: str = "", problem: str = "") -> RunResult:
        """Write the run's files, and return its result.

        ``stopped`` is the reason for a stop, and ``problem`` the message of an error. Only a
        complete run writes a deliverable, the file with the answer, or stores its winning draft as
        an artifact.
        """
        assignment, state, spec = self.assignment, self.state, self.assignment.spec
        spending = assignment.compute_spending()
        winner = state.choose_best(spending.by_agent)
        version: int | None = None
        is_complete = not stopped and not problem
        if spec.stage and winner is not None and is_complete:
            try:
                version = await self._accept_winner(winner)
            except QuestFoundryError as error:
                problem, winner = str(error), None
        if stopped == TIMED_OUT:
            seconds = spec.coordination_overrides.timeout
            problem = f"The time for this run, {seconds:g} seconds, was over."
        problems = [problem, *(f"{name}: {text}" for name, text in state.problems.items())]
        lasted = assignment.environment.runs.clock.now() - assignment.record.started_at
        result = RunResult(
            run=assignment.record.id,
            task=spec.task,
            mode=spec.mode,
            status=_choose_status(winner, stopped, any(problems)),
            answer=winner.text if winner else "",
            agent=winner.agent if winner else "",
            problem=" ".join(filter(None, problems)),
            candidates=self._list_candidates(),
            criteria=state.criteria,
            votes=state.votes,
            rounds=state.rounds,
            spent=spending.whole,
            by_agent=spending.by_agent,
            on_vote=spending.on_vote,
            seconds=lasted.total_seconds(),
            stage=spec.stage or "",
            version=version,
        )
        return self._write_files(result, winner if is_complete else None)

    def _list_candidates(self) -> tuple[Candidate, ...]:
        return tuple(
            self.state.candidates.get(each.id, Candidate(agent=each.id)).model_copy(
                update={"problem": self.state.problems.get(each.id, "")}
            )
            for each in self.assignment.agents
        )

    async def _accept_winner(self, winner: Candidate) -> int:
        environment, spec = self.assignment.environment, self.assignment.spec
        agent = next(each for each in self.assignment.agents if each.id == winner.agent)
        found = await environment.stage_task.accept(
            self.assignment.record.id, spec, winner, agent, environment.runs
        )
        return found.version

    def _write_files(self, result: RunResult, delivered: Candidate | None) -> RunResult:
        workspace, spec = self.assignment.environment.workspace, self.assignment.spec
        folder = self.assignment.folder
        for each in self.state.drafts:
            workspace.write(f"{folder}/{each.agent}/draft.md", each.text)
            for number, text in enumerate(each.earlier, start=1):
                workspace.write(f"{folder}/{each.agent}/draft-{number}.md", text)
        written: list[str] = []
        if delivered is not None and not spec.stage:
            planned = spec.mode is RunMode.PLAN
            name = "-".join(filter(None, (self.assignment.number, slugify(spec.task))))
            place = f"{folder}/plan.md" if planned else f"{DELIVERABLES}/{name}.md"
            workspace.write(place, delivered.text)
            written.append(place)
        files = (*written, *workspace.files((folder,)))
        complete_result = result.model_copy(update={"files": tuple(dict.fromkeys(files))})
        workspace.describe_run(
            folder,
            {
                "label": complete_result.label,
                "started_at": self.assignment.record.started_at.isoformat(),
                "spec": spec.model_dump(mode="json"),
                "models": {each.id: each.model for each in self.assignment.agents},
                "result": complete_result.to_dict(),
            },
        )
        return complete_result


def _choose_status(winner: Candidate | None, stopped: str, problems: bool) -> ResultStatus:
    if stopped == CANCELLED:
        return ResultStatus.CANCELLED
    if winner is None:
        return ResultStatus.FAILED
    return ResultStatus.PARTIAL if stopped or problems else ResultStatus.COMPLETE
