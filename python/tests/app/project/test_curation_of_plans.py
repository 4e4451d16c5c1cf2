"""The author reads and edits BRAINSTORM and SEED between stages."""

from copy import deepcopy
from pathlib import Path

import pytest

from questfoundry.app.project.status import ProjectStatusUseCase, StageState, StageStatus
from questfoundry.domain.errors import InputError
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.small_story import (
    AIR,
    DILEMMAS,
    ENTITIES,
    LEDGER,
    made_until,
    make,
    story_of,
    talk,
)
from tests.support.stage_runs import Workshop


@pytest.fixture
async def planned(tmp_path: Path) -> Workshop:
    """Return the small story up to SEED, with its artifacts in files."""
    workshop = await made_until("seed")
    workshop.keep_files(tmp_path)
    return workshop


def status(workshop: Workshop) -> tuple[StageStatus, ...]:
    """Return the status of the stages up to SEED."""
    status = ProjectStatusUseCase(
        registry=workshop.registry,
        store=workshop.store,
        exports=FileExportFolder(InMemoryProjectFiles()),
    )
    return status.execute().stages[:3]


def replaced(path: Path, old: str, new: str) -> int:
    """Replace ``old`` in a file and return its line number, counted from 1."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, text.count(old)
    path.write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("stage", ["dream", "brainstorm", "seed"])
async def test_an_edit_that_changes_nothing_makes_no_version(planned, tmp_path, stage) -> None:
    """A comment in a file must not create a version or change the story. (STY-3.1)"""
    path = tmp_path / f"artifacts/{stage}.yaml"
    path.write_text(f"# read\n\n{path.read_text('utf-8')}\n# to the end\n", "utf-8")
    before = story_of(planned)

    assert planned.sync() == ()
    assert story_of(planned) == before
    assert len(planned.store.artifacts.versions(stage)) == 1


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("how: heavy", "how: huge", r"residue\..+\.how", "'huge' is not one of"),
        (
            "text: Ilk owes Mara his life.",
            'text: ""',
            r"paths\..+\.consequences\.0\.text",
            "is too short",
        ),
        (f"order:\n  - {AIR}", f"order:\n  - {LEDGER}", "order", "contains the same value twice"),
        ("She breaks the surface alone.", "x" * 626, r"beats\..+\.tail\.0\.summary", "is too long"),
    ],
)
async def test_a_faulty_edit_is_refused_with_its_line(planned, tmp_path, old, new, field, problem):
    """Authors need the line of a fault in a long file. (SED-4.4)"""
    line = replaced(tmp_path / "artifacts/seed.yaml", old, new)

    with pytest.raises(InputError, match=rf"line {line}: {field}: {problem}"):
        planned.sync()
    assert len(planned.store.artifacts.versions("seed")) == 1


async def test_a_fault_in_a_list_has_its_line_too(planned: Workshop, tmp_path: Path) -> None:
    """Faults inside lists need their line as well. (SED-4.4, BRN-4.5)"""
    line = replaced(tmp_path / "artifacts/brainstorm.yaml", "Somebody stays below.", "")

    with pytest.raises(InputError, match=rf"line {line}: dilemmas\..+\.why_it_matters: "):
        planned.sync()


async def test_what_is_missing_is_told_where_it_should_stand(planned, tmp_path) -> None:
    """A missing field has no line of its own, so the error names its entry. (SED-4.4)"""
    text = (tmp_path / "artifacts/seed.yaml").read_text("utf-8")
    lines = text.splitlines(keepends=True)
    at = next(place for place, line in enumerate(lines) if "weight: soft" in line)
    (tmp_path / "artifacts/seed.yaml").write_text("".join(lines[:at] + lines[at + 1 :]), "utf-8")
    parent = next(place for place, line in enumerate(lines, start=1) if f"  {AIR}:" in line)

    with pytest.raises(InputError, match=rf"line {parent}: dilemmas\.{AIR}\.weight"):
        planned.sync()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        *(
            (lambda beats, name=name: beats.update({name: beats[AIR]}), f"{name}: is not a field")
            for name in ("dilemma::nobody-asked", "else::the-last-air")
        ),
        (lambda beats: beats.pop(AIR), f"{AIR}: is missing"),
    ],
    ids=["unknown", "no dilemma", "missing"],
)
async def test_beats_are_those_of_the_dilemmas(planned, change, problem) -> None:
    """Beats of no dilemma would be lost, and a dilemma needs its beats. (SED-4.4)"""
    data = deepcopy(dict(planned.current("seed").data))
    change(data["beats"])
    planned.store.files.write("seed", data)

    with pytest.raises(InputError, match=rf"beats\.{problem}"):
        planned.sync()


async def test_staleness_goes_through_all_stages(planned: Workshop, tmp_path: Path) -> None:
    """A changed vision affects SEED through BRAINSTORM, and the status must say so. (SED-5.1)"""
    assert {each.state for each in status(planned)} == {StageState.READY}
    replaced(tmp_path / "artifacts/dream.yaml", "brooding", "wry")
    planned.sync()

    _, brainstorm, seed = status(planned)
    assert (brainstorm.state, brainstorm.changed) == (StageState.STALE, ("dream",))
    assert (seed.state, seed.changed) == (StageState.STALE, ("dream", "brainstorm"))


async def test_the_paths_are_frozen_once_seed_is_accepted(planned: Workshop) -> None:
    """A new BRAINSTORM must not silently change an accepted plan. (SED-5.1)"""
    before = planned.current("seed")
    await make(planned, "brainstorm")
    assert {each.state for each in status(planned)} == {StageState.READY}

    dilemmas = deepcopy(DILEMMAS)
    dilemmas["dilemmas"][0]["question"] = "Is the ledger true?"
    await planned.run_script(talk("brainstorm", ENTITIES, dilemmas), stage="brainstorm")

    assert planned.current("seed") == before
    assert story_of(planned).paths != ()
    seed = status(planned)[2]
    assert (seed.state, seed.changed) == (StageState.STALE, ("brainstorm",))

    await make(planned, "seed")
    assert {each.state for each in status(planned)} == {StageState.READY}


async def test_a_plan_is_never_bent_to_other_material(planned: Workshop) -> None:
    """A plan whose ids no longer exist must be an error, not a guess."""
    entities = deepcopy(ENTITIES)
    entities["entities"][1]["name"] = "Sergeant Ulk"
    await planned.run_script(talk("brainstorm", entities, DILEMMAS), stage="brainstorm")

    with pytest.raises(
        InputError, match=r"character::sergeant-ulk.+the earlier version of brainstorm"
    ):
        story_of(planned)
    planned.store.artifacts.make_current("brainstorm", 1)
    assert len(story_of(planned).paths) == 4
