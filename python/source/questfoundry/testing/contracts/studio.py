"""Test what every adapter for the studio must do: workspaces, run executors and approvals."""

import asyncio
from decimal import Decimal

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import (
    Approval,
    RunApproval,
    RunEstimate,
    RunExecutor,
    ToolApproval,
)
from questfoundry.domain.protocols.workspace import ProjectWorkspace, WorkspacePath
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import Budget, RunSpec
from questfoundry.domain.session import RunEnded, RunLaunched

SPEC = RunSpec(task="Find a name for the harbour.", agent_mode="single")

OUTSIDE = ["../secret.txt", "/etc/passwd", "runs/../../x", "a\0b", "c:\\x"]


class ProjectWorkspaceContract:
    """The tests for workspaces; a subclass adds a fixture ``workspace``.

    The workspace's project contains ``notes/town.md`` and ``plan.txt``.
    """

    def test_earlier_contexts_are_kept(self, workspace: ProjectWorkspace) -> None:
        """If the project's context text is replaced, the earlier text is kept as well."""
        assert workspace.context() == ""
        for text in ("First.", "Second.", "Second.", "Third."):
            workspace.keep_context(text)

        assert workspace.context() == "Third."
        assert list(workspace.earlier_contexts()) == ["First.", "Second."]

    def test_files_and_folders_are_described(self, workspace: ProjectWorkspace) -> None:
        """A path has one description; describing a path that does not exist is an error."""
        workspace.describe(WorkspacePath(path="plan.txt", description="A plan."))
        workspace.describe(WorkspacePath(path="notes", description="Notes."))
        workspace.describe(WorkspacePath(path="plan.txt", description="The plan."))

        told = [(each.path, each.description) for each in workspace.paths()]
        assert told == [("notes", "Notes."), ("plan.txt", "The plan.")]
        workspace.describe(WorkspacePath(path=" ./notes/ ", description="My\n  notes. "))
        assert workspace.paths()[0] == WorkspacePath(path="notes", description="My notes.")
        for path in ("nothing.md", ".", "", *OUTSIDE):
            with pytest.raises(InputError):
                workspace.describe(WorkspacePath(path=path, description="Not there."))
        with pytest.raises(InputError):
            workspace.describe(WorkspacePath(path="notes", description=" "))

    def test_only_allowed_files_are_listed_and_read(self, workspace: ProjectWorkspace) -> None:
        """Only files at or below the allowed paths are listed and can be read."""
        assert list(workspace.files(("notes", "nothing"))) == ["notes/town.md"]
        assert workspace.read("notes/town.md", ("notes",)) == "The town is called Fallow."
        assert workspace.read("notes/none.md", ("notes",)) is None
        with pytest.raises(InputError):
            workspace.read("plan.txt", ("notes",))

    @pytest.mark.parametrize("path", OUTSIDE)
    def test_nothing_outside_is_reached(self, workspace: ProjectWorkspace, path: str) -> None:
        """Files outside the project cannot be read or written (STU-9.4)."""
        with pytest.raises(InputError):
            workspace.read(path, (".",))
        with pytest.raises(InputError):
            workspace.write(path, "Mine.")

    @pytest.mark.parametrize("path", ["plan.txt", "artifacts/dream.yaml", "runs", "CONTEXT.md"])
    def test_only_runs_and_deliverables_are_written(
        self, workspace: ProjectWorkspace, path: str
    ) -> None:
        """Only files below ``runs/`` and ``deliverables/`` can be written."""
        with pytest.raises(InputError):
            workspace.write(path, "Mine.")
        workspace.write("deliverables/name.md", "Saltmarsh")
        workspace.write("deliverables/name.md", "Fallow Quay")

        assert workspace.read("deliverables/name.md", ("deliverables",)) == "Fallow Quay"

    def test_runs_are_described(self, workspace: ProjectWorkspace) -> None:
        """A run has one description, which a new description replaces."""
        assert list(workspace.run_descriptions()) == []
        workspace.describe_run("runs/002", {"label": "Run: b"})
        workspace.describe_run("runs/001", {"label": "Run: a"})
        workspace.describe_run("runs/002", {"label": "Run: c"})

        assert [each["label"] for each in workspace.run_descriptions()] == ["Run: a", "Run: c"]


class RunExecutorContract:
    """The tests for run executors; a subclass adds a fixture ``executor``.

    The executor's first agent answers every request; the executor has no agent called ``zoe``.
    """

    async def test_a_run_has_a_result(self, executor: RunExecutor) -> None:
        """The result of a run contains its cost and the agent that gave the answer."""
        handle = await executor.start(SPEC)
        result = await handle.result()

        assert (result.run, result.task) == (handle.run, SPEC.task)
        assert result.status is ResultStatus.COMPLETE
        assert result.answer
        assert result.agent
        assert result.spent.calls

    async def test_its_events_end_with_the_result(self, executor: RunExecutor) -> None:
        """The first event of a run is its launch, and the last contains the result."""
        handle = await executor.start(SPEC)
        events = [each async for each in handle.events()]

        assert isinstance(events[0], RunLaunched)
        assert isinstance(events[-1], RunEnded)
        assert events[-1].result == await handle.result()

    async def test_a_key_names_one_run(self, executor: RunExecutor) -> None:
        """A second start with the key of an earlier run returns this run and costs nothing."""
        first = await (await executor.start(SPEC, key="one")).result()
        again = await (await executor.start(SPEC, key="one")).result()
        another = await (await executor.start(SPEC)).result()

        assert (again.run, again.answer, again.spent) == (first.run, first.answer, first.spent)
        assert another.run != first.run

    async def test_it_can_be_cancelled(self, executor: RunExecutor) -> None:
        """A cancelled run soon has a result; cancelling a run twice is no error (STU-6.3)."""
        handle = await executor.start(SPEC)
        handle.cancel()
        handle.cancel()
        result = await asyncio.wait_for(handle.result(), timeout=60)

        assert result.status in {ResultStatus.CANCELLED, ResultStatus.COMPLETE}

    async def test_a_limit_holds(self, executor: RunExecutor) -> None:
        """A run whose limit is already reached at its start fails without a model call."""
        nothing = Budget(amount=Decimal(0), unit=Budget.parse("1tokens").unit)
        result = await (await executor.start(SPEC, limits=(nothing,))).result()

        assert result.status is ResultStatus.FAILED
        assert result.spent.calls == 0
        assert result.problem

    async def test_a_run_with_an_unknown_agent_is_refused(self, executor: RunExecutor) -> None:
        """A run with an unknown agent is refused before any model call."""
        with pytest.raises(InputError):
            await executor.start(RunSpec(task="Go.", agents=("zoe",)))


class ApprovalContract:
    """The tests for approvals, which permit or refuse what an agent wants to do.

    A subclass adds a fixture ``approval`` that has no person to ask.
    """

    async def test_it_answers(self, approval: Approval) -> None:
        """Every request for approval is answered in time, and a refusal has a reason (STU-10.1)."""
        run = RunApproval(
            spec=SPEC,
            models={"ann": "scripted/model"},
            files=(),
            estimate=RunEstimate(calls=1, tokens=1_000),
        )
        for wanted in (run, ToolApproval(tool="ship")):
            answer = await asyncio.wait_for(approval.ask(wanted), timeout=60)
            assert answer.approved or answer.reason
