"""Status, edits, undo and runs of a project."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.status import ProjectStatusUseCase, StageState
from questfoundry.app.runs.cost import RunsUseCase
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.remedy import ResumeRun, RunStage
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
from questfoundry.testing.scripted import calls, says
from tests.support.stage_runs import VISION, Ask, PennyPrices, Workshop
from tests.support.toy_stage import ToyStage

IDEA = Ask(said="A noir mystery")
STORED = {"type": "dream", "version": 1, **VISION, "content_notes": ""}


async def dreamed(**changes: Any) -> Workshop:
    """Return a project with a finished DREAM."""
    workshop = Workshop()
    await workshop.run_script(
        [says("A."), says("B."), calls("submit_dream", VISION | changes)], IDEA
    )
    return workshop


def status(workshop: Workshop) -> ProjectStatusUseCase:
    return ProjectStatusUseCase(
        registry=workshop.registry,
        store=workshop.store,
        exports=FileExportFolder(InMemoryProjectFiles()),
    )


async def make(workshop: Workshop, stage: str) -> None:
    await workshop.run_script(
        [says("A."), says("B."), calls(f"submit_{stage}", {"word": "x"})], IDEA, stage
    )


def test_a_new_project_begins_with_the_first_stage() -> None:
    """A new author needs to know the first command, and has nothing to undo."""
    result = status(Workshop()).execute()

    assert [each.state for each in result.stages] == [StageState.MISSING]
    assert result.next_step == RunStage("dream")

    with pytest.raises(InputError, match="nothing to undo"):
        UndoUseCase(store=Workshop().store).execute()


async def test_an_unfinished_run_comes_next_and_nothing_after_a_ready_project() -> None:
    """An interrupted run is paid for; a finished project must suggest no costs."""
    workshop = Workshop()
    _, run = workshop.scripted([UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await run.execute("dream", IDEA)

    result = status(workshop).execute()
    (dream,) = result.stages
    assert (dream.state, dream.unfinished, dream.problem) == (
        StageState.UNFINISHED,
        "dream-1",
        "Gone.",
    )
    assert result.next_step == ResumeRun("dream")

    result = status(await dreamed()).execute()

    assert result.stages[0].state is StageState.READY
    assert result.next_step is None


async def test_what_was_made_from_a_changed_artifact_is_stale_through_others_too() -> None:
    """A change also affects later stages indirectly. (PRJ-1.3, STG-5.1)"""
    workshop = await dreamed()
    toys = (ToyStage("toy", needs=("dream",)), ToyStage("last", needs=("toy",)))
    workshop.registry = StageRegistry([DreamStage(), *toys])
    await make(workshop, "toy")
    await make(workshop, "last")
    ready = [each.state for each in status(workshop).execute().stages]
    assert ready == [StageState.READY] * 3

    workshop.store.files.write("dream", {**STORED, "tone": "wry"})
    workshop.sync()
    changed = status(workshop).execute()
    assert [each.state for each in changed.stages[1:]] == [StageState.STALE] * 2
    assert [each.changed for each in changed.stages[1:]] == [("dream",), ("toy",)]
    assert changed.next_step == RunStage("toy")

    UndoUseCase(store=workshop.store).execute("dream")
    assert [each.state for each in status(workshop).execute().stages] == ready


async def test_an_edit_becomes_a_version_unless_it_changes_nothing() -> None:
    """An edit must be undoable; reformatting must not make stages stale. (PRJ-2.1)"""
    workshop = await dreamed()
    for same in (dict(reversed(STORED.items())), {**STORED, "tone": f"  {STORED['tone']} "}):
        workshop.store.files.write("dream", same)
        assert workshop.sync() == ()

    workshop.store.files.write("dream", {**STORED, "tone": "wry"})
    (version,) = workshop.sync()
    assert (version.version, version.origin, version.data["tone"]) == (2, "edit", "wry")
    assert workshop.store.artifacts.current("dream") == version


async def test_an_invalid_edit_is_refused_and_nothing_is_lost() -> None:
    """The author needs the faulty fields of an invalid edit. (PRJ-2.1)"""
    workshop = await dreamed()
    workshop.store.files.write("dream", {**STORED, "genre": "a / b", "mood": "dark"})
    with pytest.raises(InputError) as caught:
        workshop.sync()

    words = str(caught.value)
    assert "artifacts/dream.yaml" in words
    assert "genre" in words
    assert "mood" in words
    assert len(workshop.store.artifacts.versions("dream")) == 1


async def test_undo_goes_back_one_version_and_keeps_all() -> None:
    """Undo must never lose a version or restore one that was already undone. (PRJ-3.1)"""
    workshop = await dreamed()
    workshop.clock.advance(1)
    workshop.store.files.write("dream", {**STORED, "tone": "wry"})
    workshop.sync()

    undone = UndoUseCase(store=workshop.store).execute()
    assert (undone.stage, undone.left, undone.now) == ("dream", 2, 1)
    assert workshop.store.files.read("dream") == STORED

    workshop.store.files.write("dream", {**STORED, "tone": "grim"})
    (third,) = workshop.sync()
    assert third.version == 3

    again = UndoUseCase(store=workshop.store).execute()
    assert (again.left, again.now) == (3, 1)


async def test_undoing_the_only_version_leaves_nothing() -> None:
    """Undoing the first version must remove its file, or the file returns as an edit."""
    workshop = await dreamed()
    undone = UndoUseCase(store=workshop.store).execute("dream")

    assert undone.now is None
    assert workshop.store.files.read("dream") is None
    assert status(workshop).execute().stages[0].state is StageState.MISSING


async def test_runs_are_listed_with_what_they_used() -> None:
    """Authors check their costs in the list of runs. (PRJ-4.1)"""
    workshop = await dreamed()
    runs = RunsUseCase(store=workshop.store, prices=PennyPrices())

    (report,) = runs.list()
    assert (report.run.id, report.ledger.calls) == ("dream-1", 3)
    assert report.ledger.cost == Decimal(report.ledger.usage.total_tokens) / 100
    scopes = [entry.key.scope for entry in runs.log("dream-1").entries]
    assert scopes == ["discuss", "summarize", "serialize"]
    with pytest.raises(InputError, match="dream-1"):
        runs.log("dream-7")

    (run,) = workshop.store.runs.list()

    assert run.ended_at is not None
    assert run.ended_at - run.started_at == timedelta(0)
    assert evolve(run, problem="") == run
