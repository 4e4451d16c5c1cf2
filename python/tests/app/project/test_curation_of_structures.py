"""The author edits GROW's structure, and any sound structure is accepted."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from questfoundry.app.project.current_versions import RestoreFilesUseCase, UndoUseCase
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.run.inputs import StageInputs
from tests.support.small_story import BARGE, MARA, beat, grow_script, made_until, make, story_of
from tests.support.stage_runs import Ask, Workshop

Edit = Callable[[dict[str, Any]], None]
COMMIT = "passage::the-last-air-default-commit-1"
CHANGED_END = "the-drowned-ledger-alternative-epilogue-1--after-the-last-air-default"


@pytest.fixture
async def woven(tmp_path: Path) -> Workshop:
    """Return the small story up to GROW, with its artifacts in files."""
    workshop = await made_until("grow")
    workshop.keep_files(tmp_path)
    return workshop


def edit(workshop: Workshop, change: Edit) -> None:
    data = deepcopy(dict(workshop.current("grow").data))
    change(data)
    workshop.store.files.write("grow", data)


def put(place: str, value: Any) -> Edit:
    """Return an edit that puts ``value`` at ``place``; passages are named by slug."""

    def change(data: dict[str, Any]) -> None:
        *parents, last = place.split("/")
        found: Any = data
        for step in parents:
            if isinstance(found, dict):
                found = found[step]
            else:
                found = found[int(step)] if step.isdecimal() else passage(data, step)
        found[last] = value

    return change


def passage(data: dict[str, Any], slug: str) -> dict[str, Any]:
    return next(each for each in data["passages"] if each["id"] == f"passage::{slug}")


def add_passage(data: dict[str, Any]) -> None:
    """Add a branch of the author's own, with a flag that a later choice reads."""
    rowed, water = "mark::has-rowed", "passage::open-water"
    back = choice("row-back", COMMIT, "Row back", takes="path::the-last-air-default")
    back["grants"] = ["flag::the-last-air-default-1"]
    passage(data, "setup-1")["choices"].append(
        choice("row-out", water, "Row out first", grants=[rowed])
    )
    passage(data, "the-last-air-default-commit-1")["choices"].append(
        choice("signal", "passage::the-last-air-default-tail-1", "Signal", requires=[rowed])
    )
    title, beats = "Open Water", ["beat::open-water"]
    data["passages"].insert(1, {"id": water, "title": title, "beats": beats, "choices": [back]})
    data["marks"][rowed] = {"text": "Mara has rowed out."}
    summary = "Mara rows out, and the bell falls silent behind her."
    data["beats"][beats[0]] = beat(summary, BARGE, MARA)


def choice(name: str, to: str, label: str, **more: Any) -> dict[str, Any]:
    return {"id": f"choice::{name}", "to": to, "label": label, **more}


RAIN = {"summary": "It rains.", "location": "location::sunken-bank"}


def added(**fields: Any) -> Edit:
    """Return an edit that adds a beat."""
    return put("beats/beat::rain", {**RAIN, **fields})


def refuse(workshop: Workshop, folder: Path, change: Edit) -> tuple[str, list[str]]:
    """Return the error of an edit that must be refused, and the lines of the edited file."""
    edit(workshop, change)
    with pytest.raises(InputError) as caught:
        workshop.sync()
    return str(caught.value), (folder / "artifacts/grow.yaml").read_text("utf-8").splitlines()


def test_a_structure_of_the_authors_own_is_taken_in(woven: Workshop) -> None:
    """Authors must be able to add branches that no model planned. (GRW-4.1)"""
    edit(woven, add_passage)
    (version,) = woven.sync()

    assert (version.stage, version.version, version.origin) == ("grow", 2, "edit")
    structure = story_of(woven).existing_structure
    assert structure.passages[1].title == "Open Water"
    signal = next(each for each in structure.choices if each.id == "choice::signal")
    assert signal.requires == {"mark::has-rowed"}
    assert "beat::open-water" in {beat.id for beat in story_of(woven).beats}


MISSING_TARGET = put("passages/setup-1/choices/0/to", "passage::nowhere")
CYCLE = put("passages/the-last-air-default-commit-1/choices/0/to", "passage::setup-1")
FORK = "choice::setup-1--the-last-air-default"
CLOSED = put("passages/the-drowned-ledger-default-tail-1/choices/0/requires", ["flag::never"])


@pytest.mark.parametrize(
    ("change", "mark", "problem"),
    [
        (CYCLE, "", "leads a player back to"),
        (MISSING_TARGET, f"- id: {FORK}", "leads to 'passage::nowhere'"),
        (
            put(f"passages/{CHANGED_END}/id", "passage::setup-1"),
            "- id: passage::setup-1",
            "2 passages have the id",
        ),
        (
            put("passages/the-drowned-ledger-alternative-tail-1/choices/0/id", FORK),
            f"- id: {FORK}",
            "2 choices have the id",
        ),
        (CLOSED, "- id: choice::the-drowned-ledger-default-tail-1--on", "flag::never"),
        (put("start", "passage::nowhere"), "start: ", "which is not a passage"),
    ],
)
def test_a_broken_structure_is_refused_with_its_line(woven, tmp_path, change, mark, problem):
    """A structure that a player cannot finish is refused, with the line to correct."""
    refusal, lines = refuse(woven, tmp_path, change)
    marked = [number for number, line in enumerate(lines, start=1) if mark in line]
    told = [line for line in refusal.splitlines() if problem in line]
    assert told, refusal
    assert any(line.startswith("  line ") for line in told)
    if mark:
        assert told[0].startswith(f"  line {marked[-1]}: ")
    assert woven.current("grow").version == 1


@pytest.mark.parametrize(
    ("change", "word", "nearest"),
    [
        (put("passages/setup-1/beats", ["beat::setup-2"]), "beat::setup-2", "beat::setup-1"),
        (
            put("passages/the-drowned-ledger-shared-1/choices/0/takes", "path::the-last-air"),
            "path::the-last-air",
            "path::the-last-air-default",
        ),
        (
            put("passages/the-drowned-ledger-default-epilogue-1/ending", "ending::nobody-knows"),
            "ending::nobody-knows",
            "ending::the-drowned-ledger-default",
        ),
        (
            put("passages/the-drowned-ledger-default-tail-1/remembers/0/path", "path::gone"),
            "path::gone",
            "path::",
        ),
        (added(location="location::moon"), "location::moon", "location::sunken-bank"),
        (added(entities=["character::nobody"]), "character::nobody", "character::mara-voss"),
    ],
)
def test_what_there_is_not_is_refused_with_its_line(woven, tmp_path, change, word, nearest) -> None:
    """A mistyped id needs its line and the nearest valid id."""
    refusal, lines = refuse(woven, tmp_path, change)
    number = next(n for n, line in enumerate(lines, start=1) if line.endswith(word))
    (told,) = [line for line in refusal.splitlines() if "there is no" in line]
    assert told.startswith(f"  line {number}: ")
    assert nearest in told


def test_a_beat_of_the_plan_is_not_told_anew(woven: Workshop) -> None:
    """Two beats with one id would make prose and plan disagree."""
    edit(woven, put("beats/beat::setup-1", RAIN))
    with pytest.raises(InputError, match=r"line \d+: beats\.beat::setup-1: SEED has a beat"):
        woven.sync()


def same_labels(data: dict[str, Any]) -> None:
    for choice in passage(data, "the-drowned-ledger-shared-1")["choices"]:
        choice["label"] = "Breathe"


def same_ending(data: dict[str, Any]) -> None:
    for ending in list(data["endings"].values())[::2]:
        ending["name"] = "The End"


@pytest.mark.parametrize(
    ("change", "field", "mark"),
    [
        (
            put("passages/setup-1/choices/0/label", "One two" + " on" * 16),
            "passages.0.choices.0.label",
            "label: One two",
        ),
        (
            put(f"passages/{CHANGED_END}/title", "Low water"),
            "passages.11.title",
            "title: Low water",
        ),
        (same_labels, "passages.5.choices.1.label", "label: Breathe"),
        (same_ending, "endings.ending::the-drowned-ledger-alternative.name", "name: The End"),
    ],
)
def test_the_words_of_an_edit_keep_the_rules(woven, tmp_path, change, field, mark) -> None:
    """Labels edited by hand must meet the rules that exports rely on."""
    refusal, lines = refuse(woven, tmp_path, change)
    number = [n for n, line in enumerate(lines, start=1) if mark in line][-1]
    (told,) = [line for line in refusal.splitlines() if line.startswith("  line ")]
    assert told.startswith(f"  line {number}: {field}: ")


def test_a_fork_without_labels_is_refused(woven: Workshop) -> None:
    """Two choices without labels would look the same to the player."""

    def unlabelled(data: dict[str, Any]) -> None:
        for choice in passage(data, "the-drowned-ledger-shared-1")["choices"]:
            del choice["label"]

    edit(woven, unlabelled)
    with pytest.raises(InputError, match=r"passages\.5\.choices\.1: .*both say 'Go on'"):
        woven.sync()


def test_labels_are_in_the_authors_language(woven: Workshop) -> None:
    """Authors can translate the common button and begin labels as their language does."""
    edit(woven, put("onward", "Weiter"))
    woven.sync()
    edit(woven, put("passages/the-last-air-default-commit-1/choices/0/label", "An Deck gehen"))
    woven.sync()
    onward = [each for each in story_of(woven).existing_structure.choices if not each.takes]
    assert {each.label for each in onward} == {"An Deck gehen", "Weiter"}

    edit(woven, put("passages/setup-1/choices/0/label", "An Land gehen"))
    assert len(woven.sync()) == 1


async def test_an_edited_structure_is_undone_restored_and_made_anew(woven: Workshop) -> None:
    edit(woven, add_passage)
    woven.sync()
    assert UndoUseCase(store=woven.store).execute("grow").now == 1
    assert len(story_of(woven).existing_structure.passages) == 13

    edit(woven, MISSING_TARGET)
    assert RestoreFilesUseCase(store=woven.store).execute() == ("grow",)
    assert woven.sync() == ()

    edit(woven, add_passage)
    woven.sync()
    result = await make(woven, "grow", Ask(redo="Shorter titles."))
    assert len(result.version.data["passages"]) == 13
    provider, _ = woven.scripted(grow_script())
    preview = woven.preview(provider)
    for phase in Phase:
        assert preview.execute("grow", phase, StageInputs()).based_on == result.run
