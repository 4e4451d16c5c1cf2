"""Let the author decide which draft of a delegated run counts, instead of the vote."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.runs.coordinator import RUNS, RunEnvironment
from questfoundry.app.runs.files import DELIVERABLES, write_deliverable
from questfoundry.app.runs.past_runs import list_described_results
from questfoundry.app.runs.team import Agent
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.workspace import ProjectWorkspace
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.inputs import DelegatedInputs
from questfoundry.domain.run.result import Candidate, Decider, DraftChoice, RunResult
from questfoundry.domain.run.spec import RunMode, RunSpec


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
