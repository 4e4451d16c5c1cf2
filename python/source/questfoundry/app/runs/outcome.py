"""End a run of agents: build its result, write its files, and store the winning artifact."""

from attrs import frozen

from questfoundry.app.runs.coordinator import Assignment
from questfoundry.app.runs.files import DELIVERABLES, write_deliverable
from questfoundry.app.runs.team import RunState
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.workspace import DESCRIPTION
from questfoundry.domain.run.result import Candidate, ResultStatus, RunResult

CANCELLED, TIMED_OUT = "cancelled", "timed_out"
"""The reasons why a run was stopped: by its caller, or by the time limit."""

NOT_EXECUTED = "The plan was chosen, but not carried out."


@frozen
class Outcome:
    """A builder of the result of a delegated run."""

    assignment: Assignment
    state: RunState

    async def build_result(self, *, stopped: str = "", problem: str = "") -> RunResult:
        """Write the run's files, and return its result.

        ``stopped`` is the reason for a stop, and ``problem`` the message of an error. Only a run
        that was neither stopped nor broken writes its answer as a deliverable, or stores its
        winning draft as an artifact. A plan is no deliverable.
        """
        assignment, state, spec = self.assignment, self.state, self.assignment.spec
        spending = assignment.compute_spending()
        winner = state.choose_best(spending.by_agent)
        version: int | None = None
        is_complete, folder = not stopped and not problem, assignment.folder
        if spec.stage and winner is not None and is_complete:
            try:
                version = await self._accept_winner(winner)
            except QuestFoundryError as error:
                problem, winner = str(error), None
        if stopped == TIMED_OUT:
            seconds = spec.coordination_overrides.timeout
            problem = f"The time for this run, {seconds:g} seconds, was over."
        is_plan = winner is not None and spec.planning_mode and not winner.plan
        if is_plan and spec.execute_after_planning:
            problem = " ".join(filter(None, (problem, NOT_EXECUTED)))
        problems = [problem, *(f"{name}: {text}" for name, text in state.problems.items())]
        lasted = assignment.environment.runs.clock.now() - assignment.record.started_at
        result = RunResult(
            run=assignment.record.id,
            task=spec.task,
            mode=spec.mode,
            status=_choose_status(winner, stopped, any(problems)),
            answer=winner.text if winner else "",
            agent=winner.agent if winner else "",
            decided_by=state.find_decider(),
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
        answers = f"{DELIVERABLES}/{self._build_name()}" if is_complete else f"{folder}/answer.md"
        return self._write_files(result, f"{folder}/plan.md" if is_plan else answers)

    def _build_name(self) -> str:
        parts = (self.assignment.number, slugify(self.assignment.spec.task))
        return f"{'-'.join(filter(None, parts))}.md"

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

    def _write_files(self, result: RunResult, answer_file: str) -> RunResult:
        workspace, spec = self.assignment.environment.workspace, self.assignment.spec
        folder = self.assignment.folder
        for each in self.state.drafts:
            workspace.write(f"{folder}/{each.agent}/draft.md", each.text)
            for number, text in enumerate(each.earlier, start=1):
                workspace.write(f"{folder}/{each.agent}/draft-{number}.md", text)
        if spec.stage or not result.agent:
            answer_file = ""
        elif answer_file.startswith(f"{DELIVERABLES}/"):
            prompts = self.assignment.environment.prompts
            write_deliverable(workspace, prompts, answer_file, result.answer)
        else:
            workspace.write(answer_file, result.answer)
        # A repeated run finds its own description, which must not change the result.
        files = dict.fromkeys(filter(None, (answer_file, *workspace.files((folder,)))))
        files.pop(f"{folder}/{DESCRIPTION}", None)
        complete_result = result.model_copy(
            update={"files": tuple(files), "answer_file": answer_file}
        )
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
