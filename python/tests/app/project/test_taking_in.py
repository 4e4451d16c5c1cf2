"""Files and versions agree again after a clone, a lost file or an interrupted command."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunStage
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from questfoundry.testing.memory import InMemoryArtifactRepository, InMemoryProjectFiles
from questfoundry.testing.scripted import calls, says
from tests.support.mortal import Killed, Mortal
from tests.support.small_story import made_until, make
from tests.support.stage_runs import VISION, Ask, Workshop


async def dream(workshop: Workshop, tone: str) -> None:
    script = [says("A."), says("B."), calls("submit_dream", VISION | {"tone": tone})]
    _, run = workshop.scripted(script)
    run_id = [run.id for run in workshop.store.runs.list() if run.status.value != "completed"]
    await run.execute("dream", Ask(said="A diver", resume=run_id[-1] if run_id else None))


async def undo(workshop: Workshop, _: str) -> None:
    UndoUseCase(store=workshop.store).execute()


def tones(workshop: Workshop) -> tuple[Any, Any]:
    current = workshop.store.artifacts.current("dream")
    shown = workshop.store.files.read("dream")
    return (current and current.data["tone"], shown and shown["tone"])


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    ("earlier", "command", "expected"),
    [
        ((), dream, "new"),
        (("one",), dream, "new"),
        (("one", "two"), undo, "one"),
        (("one",), undo, None),
    ],
)
async def test_a_command_cut_off_anywhere_is_done_or_not_and_no_edit_is_made_of_it(
    earlier: tuple[str, ...], command: Any, expected: str | None, after: bool
) -> None:
    """A crash between file and database must not appear as an edit by the author."""
    survived = 0
    while True:
        workshop, mortal = Workshop(), Mortal()
        artifacts, files = InMemoryArtifactRepository(), YamlArtifactFiles(InMemoryProjectFiles())
        workshop.store = evolve(workshop.store, artifacts=artifacts, files=files)
        for tone in earlier:
            await dream(workshop, tone)
        before = tones(workshop)
        mortal.dies_at, mortal.after = survived + 1, after
        whole = workshop.store
        workshop.store = evolve(
            whole,
            artifacts=mortal.over(artifacts, "add", "make_current", "note_file_digests"),
            files=mortal.over(files, "write", "remove"),
        )
        with suppress(Killed):
            await command(workshop, "new")
        workshop.store = whole

        assert workshop.sync() == ()
        assert tones(workshop) in {before, (expected, expected)}
        if tones(workshop) == before:
            await command(workshop, "new")
        assert workshop.sync() == ()
        assert tones(workshop) == (expected, expected)
        assert {each.origin[:6] for each in artifacts.versions("dream")} <= {"dream-"}
        if mortal.calls < mortal.dies_at:
            break
        survived += 1
    assert survived == 4


async def test_what_the_author_edits_while_a_stage_runs_is_not_overwritten() -> None:
    """A run must not overwrite a file that the author saved meanwhile."""
    workshop = Workshop()
    await dream(workshop, "one")
    edited = {**workshop.current("dream").data, "tone": "mine"}
    script = [
        lambda _: workshop.store.files.write("dream", edited) and says("A."),
        says("B."),
        calls("submit_dream", VISION | {"tone": "new"}),
    ]
    _, run = workshop.scripted(script)
    with pytest.raises(InputError, match="edited while this ran"):
        await run.execute("dream", Ask(said="A diver"))
    assert tones(workshop) == ("one", "mine")

    assert [each.data["tone"] for each in workshop.sync()] == ["mine"]
    await dream(workshop, "new")
    assert tones(workshop) == ("new", "new")
    await undo(workshop, "")
    assert tones(workshop) == ("mine", "mine")


async def test_a_file_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    """A deleted file must not look like an empty artifact."""
    workshop = Workshop()
    workshop.keep_files(tmp_path)
    await dream(workshop, "one")
    (tmp_path / "artifacts/dream.yaml").unlink()

    found = workshop.take_in()
    assert (found.versions, found.restored) == ((), ("dream",))
    assert tones(workshop) == ("one", "one")


async def test_what_an_earlier_program_wrote_is_told_and_can_be_made_anew(tmp_path: Path) -> None:
    """After an upgrade, authors need one clear error and the stage to run."""
    workshop = await made_until("grow")
    workshop.keep_files(tmp_path)
    old = {**workshop.current("grow").data, "version": 1}
    workshop.store.files.write("grow", old)
    with pytest.raises(InputError, match="version 1") as edited:
        workshop.sync()
    assert edited.value.remedies == (RunStage("grow"),)
    assert workshop.store.files.read("grow") == old

    add = workshop.store.artifacts.add
    add("grow", old, made_from={}, origin="grow-1", created_at=workshop.clock.now())
    with pytest.raises(InputError, match="unchanged") as stored:
        workshop.registry.story(workshop.store.artifacts)
    assert stored.value.remedies == (RunStage("grow"),)
    assert (await make(workshop, "grow")).version.data["version"] == 2


async def test_undo_takes_back_what_was_done_last_whatever_the_clock_says() -> None:
    """A clock that jumps back must not make undo choose the wrong version."""
    workshop = await made_until("brainstorm")
    workshop.clock.advance(-3600)
    await make(workshop, "seed")

    assert UndoUseCase(store=workshop.store).execute().stage == "seed"


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "artifacts").iterdir()}


async def cloned(folder: Path) -> Workshop:
    """Return a project that has its files and nothing else."""
    made = await made_until("grow")
    made.keep_files(folder)
    clone = Workshop()
    clone.registry = made.registry
    clone.store = evolve(clone.store, files=made.store.files)
    return clone


async def test_files_without_a_database_are_taken_in_as_first_versions(tmp_path: Path) -> None:
    """A cloned repository contains files only and must work at once."""
    clone = await cloned(tmp_path)
    before = bytes_in(tmp_path)
    made = clone.sync()
    assert [(each.stage, each.version, each.origin) for each in made] == [
        (stage, 1, "file") for stage in ("dream", "brainstorm", "seed", "grow")
    ]
    assert made[-1].made_from == {"dream": 1, "brainstorm": 1, "seed": 1}
    assert clone.sync() == ()

    for stage in (None, "dream"):
        with pytest.raises(InputError, match="nothing to undo"):
            UndoUseCase(store=clone.store).execute(stage)
    assert bytes_in(tmp_path) == before


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: re.sub("size: .*", "size: huge", text), r"seed\.yaml is not valid"),
        (lambda _: "size: [", r"seed\.yaml.*line 1"),
        (None, r"grow\.yaml exists without artifacts/seed\.yaml"),
    ],
)
async def test_a_damaged_file_is_named_and_the_others_stay(tmp_path, damage, words) -> None:
    """One damaged file in a clone must not lose the other stages."""
    clone = await cloned(tmp_path)
    seed = tmp_path / "artifacts/seed.yaml"
    whole = seed.read_text("utf-8")
    if damage is None:
        seed.unlink()
    else:
        seed.write_text(damage(whole), "utf-8")
    before = bytes_in(tmp_path)
    for _ in range(2):
        with pytest.raises(InputError, match=words):
            clone.sync()
    assert set(clone.store.artifacts.stages()) == {"dream", "brainstorm"}
    assert bytes_in(tmp_path) == before

    seed.write_text(whole, "utf-8")
    assert [each.stage for each in clone.sync()] == ["seed", "grow"]


async def test_of_many_faults_in_an_edit_the_first_ten_are_listed_and_all_are_counted() -> None:
    """Finding the line of each of 60,000 unknown keys took minutes."""
    workshop = Workshop()
    await dream(workshop, "old")
    wrong = {f"key_{at}": 1 for at in range(2_000)}
    workshop.store.files.write("dream", {**workshop.current("dream").data, **wrong})
    with pytest.raises(InputError) as caught:
        workshop.sync()
    assert str(caught.value).count("is not a field of the artifact") == 10
    assert "and 1,990 more" in str(caught.value)
