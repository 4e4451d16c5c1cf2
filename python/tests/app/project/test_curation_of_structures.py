"""The author reads and edits the structure of GROW: any sound one is accepted."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.agent.offer import ToolOffer
from questfoundry.app.pipeline.preview import PreviewPromptUseCase
from questfoundry.app.project.restore import RestoreFilesUseCase
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.project.undo import UndoUseCase
from questfoundry.app.run.models import FixedModels
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.run import StageInputs
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from tests.support.small_story import grow_script, made_until, make, story_of
from tests.support.stage_runs import Ask, Workshop, one_provider

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
async def woven(tmp_path: Path) -> Workshop:
    """The small story until GROW, its artifacts in files."""
    workshop = await made_until("grow")
    workshop.store = evolve(workshop.store, files=YamlArtifactFiles(tmp_path))
    for stage in workshop.registry.names:
        version = workshop.store.artifacts.current(stage)
        assert version is not None
        workshop.store.files.write(stage, version.data)
    return workshop


def current(workshop: Workshop) -> ArtifactVersion:
    found = workshop.store.artifacts.current("grow")
    assert found is not None
    return found


def sync(workshop: Workshop) -> tuple[ArtifactVersion, ...]:
    return SyncEditsUseCase(
        registry=workshop.registry,
        store=workshop.store,
        prompts=workshop.prompts,
        clock=workshop.clock,
    ).execute()


def edit(workshop: Workshop, change: Edit) -> None:
    data = deepcopy(dict(current(workshop).data))
    change(data)
    workshop.store.files.write("grow", data)


def passage(data: dict[str, Any], slug: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in data["passages"] if p["id"] == f"passage::{slug}")
    return found


def add_passage(data: dict[str, Any]) -> None:
    """A way of the author's own, with a flag of its own that is read later."""
    start = passage(data, "setup-1")
    start["choices"].append(
        {
            "id": "choice::row-out",
            "to": "passage::open-water",
            "label": "Row out first",
            "grants": ["flag::has-rowed"],
        }
    )
    data["passages"].insert(
        1,
        {
            "id": "passage::open-water",
            "title": "Open Water",
            "beats": ["beat::open-water"],
            "choices": [
                {
                    "id": "choice::row-back",
                    "to": "passage::the-drowned-ledger-shared-1",
                    "label": "Row back",
                }
            ],
        },
    )
    data["beats"]["beat::open-water"] = {
        "role": "transition",
        "location": "location::police-barge",
        "entities": ["character::mara-voss"],
    }
    passage(data, "the-last-air-default-commit-1")["choices"].append(
        {
            "id": "choice::signal",
            "to": "passage::the-last-air-default-tail-1",
            "label": "Signal the boat",
            "requires": ["flag::has-rowed"],
        }
    )


def test_a_structure_of_the_authors_own_is_taken_in(woven: Workshop) -> None:
    """GRW-4.1."""
    edit(woven, add_passage)
    (version,) = sync(woven)

    assert (version.stage, version.version, version.origin) == ("grow", 2, "edit")
    structure = story_of(woven).settled_structure
    assert structure.passages[1].title == "Open Water"
    signal = next(each for each in structure.choices if each.id == "choice::signal")
    assert signal.requires == {"flag::has-rowed"}
    assert "beat::open-water" in {beat.id for beat in story_of(woven).beats}


def cycle(data: dict[str, Any]) -> None:
    passage(data, "the-last-air-default-commit-1")["choices"][0]["to"] = "passage::setup-1"


def missing_target(data: dict[str, Any]) -> None:
    passage(data, "setup-1")["choices"][0]["to"] = "passage::nowhere"


def doubled_passage(data: dict[str, Any]) -> None:
    passage(data, "epilogue-1--b")["id"] = "passage::setup-1"


def doubled_choice(data: dict[str, Any]) -> None:
    tail = passage(data, "the-drowned-ledger-alternative-tail-1")
    tail["choices"][0]["id"] = "choice::setup-1--on"


def ungrantable(data: dict[str, Any]) -> None:
    choice = passage(data, "the-drowned-ledger-default-tail-1")["choices"][0]
    choice["requires"] = ["flag::never"]


def unknown_start(data: dict[str, Any]) -> None:
    data["start"] = "passage::nowhere"


@pytest.mark.parametrize(
    ("change", "mark", "problem"),
    [
        (cycle, "", "meet"),
        (missing_target, "- id: choice::setup-1--on", "leads to 'passage::nowhere'"),
        (doubled_passage, "- id: passage::setup-1", "2 passages have the id"),
        (doubled_choice, "- id: choice::setup-1--on", "2 choices have the id"),
        (ungrantable, "- id: choice::the-drowned-ledger-default-tail-1--on", "flag::never"),
        (unknown_start, "start: ", "which is no passage"),
    ],
)
def test_a_broken_structure_is_refused_with_its_line(
    woven: Workshop, tmp_path: Path, change: Edit, mark: str, problem: str
) -> None:
    """GRW-4.2: of an id that stands there twice, the line is that of the second."""
    edit(woven, change)
    with pytest.raises(InputError) as caught:
        sync(woven)

    lines = (tmp_path / "grow.yaml").read_text("utf-8").splitlines()
    marked = [number for number, line in enumerate(lines, start=1) if mark in line]
    told = [line for line in str(caught.value).splitlines() if problem in line]
    assert told, str(caught.value)
    assert any(line.startswith("  line ") for line in told)
    if mark:
        assert told[0].startswith(f"  line {marked[-1]}: ")
    assert current(woven).version == 1


def unknown_beat(data: dict[str, Any]) -> None:
    passage(data, "setup-1")["beats"] = ["beat::setup-2"]


def unknown_path(data: dict[str, Any]) -> None:
    passage(data, "the-drowned-ledger-shared-1")["choices"][0]["takes"] = "path::the-last-air"


def unknown_ending(data: dict[str, Any]) -> None:
    passage(data, "epilogue-1--a")["ending"] = "ending::nobody-knows"


def unknown_trace(data: dict[str, Any]) -> None:
    passage(data, "the-last-air-default-residue")["remembers"][0]["path"] = "path::gone"


def unknown_place(data: dict[str, Any]) -> None:
    data["beats"]["beat::the-last-air-default-residue"]["location"] = "location::moon"


def unknown_somebody(data: dict[str, Any]) -> None:
    data["beats"]["beat::the-last-air-default-residue"]["entities"] = ["character::nobody"]


@pytest.mark.parametrize(
    ("change", "word", "nearest"),
    [
        (unknown_beat, "beat::setup-2", "beat::setup-1"),
        (unknown_path, "path::the-last-air", "path::the-last-air-default"),
        (unknown_ending, "ending::nobody-knows", "ending::the-drowned-ledger-default"),
        (unknown_trace, "path::gone", "path::"),
        (unknown_place, "location::moon", "location::sunken-bank"),
        (unknown_somebody, "character::nobody", "character::mara-voss"),
    ],
)
def test_what_there_is_not_is_refused_with_its_line(
    woven: Workshop, tmp_path: Path, change: Edit, word: str, nearest: str
) -> None:
    """GRW-4.3."""
    edit(woven, change)
    with pytest.raises(InputError) as caught:
        sync(woven)

    lines = (tmp_path / "grow.yaml").read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if line.endswith(word))
    (told,) = [line for line in str(caught.value).splitlines() if "there is no" in line]
    assert told.startswith(f"  line {number}: ")
    assert nearest in told


def test_a_beat_of_the_plan_is_not_told_anew(woven: Workshop) -> None:
    """GRW-4.3."""

    def tell_anew(data: dict[str, Any]) -> None:
        data["beats"]["beat::setup-1"] = {"role": "transition", "location": "location::sunken-bank"}

    edit(woven, tell_anew)
    with pytest.raises(InputError, match=r"line \d+: beats\.beat::setup-1: SEED has a beat"):
        sync(woven)


def long_label(data: dict[str, Any]) -> None:
    passage(data, "setup-1")["choices"][0]["label"] = "One two three four five six seven eight nine"


def same_title(data: dict[str, Any]) -> None:
    passage(data, "epilogue-1--b")["title"] = "Low water"


def same_labels(data: dict[str, Any]) -> None:
    for choice in passage(data, "the-drowned-ledger-shared-1")["choices"]:
        choice["label"] = "Breathe"


def same_ending(data: dict[str, Any]) -> None:
    for ending in data["endings"].values():
        ending["name"] = "The End"


@pytest.mark.parametrize(
    ("change", "field", "mark"),
    [
        (long_label, "passages.0.choices.0.label", "label: One two"),
        (same_title, "passages.13.title", "title: Low water"),
        (same_labels, "passages.1.choices.1.label", "label: Breathe"),
        (same_ending, "endings.ending::the-drowned-ledger-alternative.name", "name: The End"),
    ],
)
def test_the_words_of_an_edit_keep_the_rules(
    woven: Workshop, tmp_path: Path, change: Edit, field: str, mark: str
) -> None:
    """GRW-4.4."""
    edit(woven, change)
    with pytest.raises(InputError) as caught:
        sync(woven)

    lines = (tmp_path / "grow.yaml").read_text("utf-8").splitlines()
    number = [n for n, line in enumerate(lines, start=1) if mark in line][-1]
    (told,) = [line for line in str(caught.value).splitlines() if line.startswith("  line ")]
    assert told.startswith(f"  line {number}: {field}: ")


def test_an_author_begins_a_label_as_the_language_wants(woven: Workshop) -> None:
    """GRW-4.4."""

    def begin(data: dict[str, Any]) -> None:
        passage(data, "setup-1")["choices"][0]["label"] = "An Land gehen"

    edit(woven, begin)
    assert len(sync(woven)) == 1


async def test_an_edited_structure_is_undone_restored_and_made_anew(woven: Workshop) -> None:
    edit(woven, add_passage)
    sync(woven)
    assert UndoUseCase(store=woven.store).execute("grow").now == 1
    assert len(story_of(woven).settled_structure.passages) == 14

    edit(woven, missing_target)
    assert RestoreFilesUseCase(store=woven.store).execute() == ("grow",)
    assert sync(woven) == ()

    edit(woven, add_passage)
    sync(woven)
    result = await make(woven, "grow", Ask(redo="Shorter titles."))
    assert len(result.version.data["passages"]) == 14
    provider, _ = woven.scripted(grow_script())
    preview = PreviewPromptUseCase(
        registry=woven.registry,
        store=woven.store,
        models=FixedModels(one_provider(provider)),
        prompts=woven.prompts,
        events=woven.events,
        research=ToolOffer(tools=(), left_out={}),
    )
    for phase in Phase:
        assert preview.execute("grow", phase, StageInputs()).based_on == result.run
