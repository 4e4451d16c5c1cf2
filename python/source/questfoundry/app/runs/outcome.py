"""End a run of agents: build and store its result and its files; read the results of past runs.

Afterwards, the author can let another draft of the run count, instead of the vote.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from pydantic import ValidationError

from questfoundry.app.runs.coordinator import RUNS, Assignment, RunEnvironment
from questfoundry.app.runs.files import DELIVERABLES, write_deliverable
from questfoundry.app.runs.team import Agent, RunState
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.workspace import DESCRIPTION, ProjectWorkspace
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.inputs import DelegatedInputs
from questfoundry.domain.run.result import Candidate, Decider, DraftChoice, ResultStatus, RunResult
from questfoundry.domain.run.spec import RunMode, RunSpec

CANCELLED, TIMED_OUT = "cancelled", "timed_out"
"""The reasons why a run was stopped: by its caller, or by the time limit."""

NOT_EXECUTED = "The plan was chosen, but not carried out."


@frozen
class Outcome:
    """A builder of the result of a delegated run."""

    assignment: Assignment
    state: RunState

    async def build_result(self, *, stopped: str, problem: str) -> RunResult:
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


async def choose_draft(
    environment: RunEnvironment, agents: Sequence[Agent], choice: DraftChoice
) -> RunResult:
    """Make the chosen draft the answer of its run, and return the new result.

    The draft of a stage becomes the artifact of the stage. Another draft is written below
    ``deliverables/``, where a file that the author has edited stays as it is. A plan stays in the
    folder of the run. Raise ``InputError`` if the run or the draft does not exist.
    """
    workspace = environment.workspace
    past = find_numbered_run(workspace, choice.run)
    result, draft = past.result, choice.find_draft(past.result)
    version = await _accept(environment, agents, past, draft)
    place = "" if result.stage else _write_draft(environment, past, draft)
    files = dict.fromkeys(filter(None, (place, *result.files)))
    chosen = result.model_copy(
        update={
            "answer": draft.text,
            "agent": draft.agent,
            "decided_by": Decider.AUTHOR,
            "run_choice": result.run_choice or result.agent,
            "answer_file": place,
            "files": tuple(files),
            "version": version,
        }
    )
    _record(environment, choice, result.run)
    workspace.describe_run(past.folder, {**past.document, "result": chosen.to_dict()})
    return chosen


@frozen(kw_only=True)
class PastRun:
    """A run that has ended: its folder, the document that describes it, and its result."""

    folder: str
    document: Mapping[str, Any]
    result: RunResult


def find_numbered_run(workspace: ProjectWorkspace, number: str) -> PastRun:
    """Return the run with this number or id; raise ``InputError`` if it has not ended."""
    for document, result in list_described_results(workspace):
        own_number = result.run.rpartition("-")[2]
        if number in {result.run, own_number}:
            folder = f"{RUNS}/{int(own_number):03}"
            return PastRun(folder=folder, document=document, result=result)
    raise InputError(f"There is no finished run {number!r}.", remedies=(SimpleAction.LIST_RUNS,))


async def _accept(
    environment: RunEnvironment, agents: Sequence[Agent], past: PastRun, draft: Candidate
) -> int | None:
    """Make the draft of a stage the artifact of this stage, and return its version."""
    result = past.result
    if not result.stage:
        return None
    agent = next((each for each in agents if each.id == draft.agent), None)
    if agent is None:
        raise InputError(
            f"{draft.agent!r} is no agent of this project any more. Choose another agent's draft."
        )
    spec, runs = RunSpec.model_validate(past.document["spec"]), environment.runs
    accepted = await environment.stage_task.accept(result.run, spec, draft, agent, runs)
    return accepted.version


def _write_draft(environment: RunEnvironment, past: PastRun, draft: Candidate) -> str:
    """Write the draft to the file of the answer, or beside this file if the author edited it."""
    result, folder, workspace = past.result, past.folder, environment.workspace
    name = "-".join(filter(None, (folder.rpartition("/")[2], slugify(result.task))))
    is_plan = result.mode in {RunMode.PLAN, RunMode.PLAN_AND_EXECUTE} and not draft.plan
    place = f"{folder}/plan" if is_plan else f"{DELIVERABLES}/{name}"
    written = workspace.read(f"{place}.md", (place.partition("/")[0],))
    is_ours = written in {None, result.answer, draft.text}
    path = f"{place}.md" if is_ours else f"{place}-{slugify(draft.agent)}.md"
    if is_plan:
        workspace.write(path, draft.text)
    else:
        write_deliverable(workspace, environment.prompts, path, draft.text)
    return path


def _record(environment: RunEnvironment, choice: DraftChoice, run: str) -> None:
    """Store that the author decided, so that a repeated run keeps the choice."""
    runs = environment.runs.store.runs
    record = runs.get(run)
    if record is not None and isinstance(record.inputs, DelegatedInputs):
        inputs = record.inputs.model_copy(update={"chosen": choice.agent})
        runs.save(evolve(record, inputs=inputs))


def list_results(workspace: ProjectWorkspace) -> list[RunResult]:
    """Return the results of all runs, oldest first; leave out those that cannot be read."""
    return [result for _, result in list_described_results(workspace)]


def find_result(workspace: ProjectWorkspace, run: str) -> RunResult | None:
    """Return the result of the run with the id ``run``, or ``None``."""
    return next((each for each in list_results(workspace) if each.run == run), None)


def list_described_results(
    workspace: ProjectWorkspace,
) -> list[tuple[Mapping[str, Any], RunResult]]:
    """Return the readable descriptions of runs, each with its result, oldest first."""
    return list(_read_results(workspace))


def _read_results(workspace: ProjectWorkspace) -> Iterator[tuple[Mapping[str, Any], RunResult]]:
    for each in workspace.run_descriptions():
        try:
            yield each, RunResult.model_validate(each.get("result"))
        except ValidationError:
            continue
