"""Tests of folders for Tweego, whose scripts and styles belong to the story."""

from pathlib import Path

import pytest

from questfoundry.app.structure.check import CheckResult, check_foreign
from questfoundry.composition.registries.formats import read_foreign_story
from questfoundry.domain.errors import InputError
from questfoundry.infra.foreign.source_folder import SourceFolder
from questfoundry.infra.foreign.styles import find_hidden_names
from questfoundry.infra.storage.folder_files import FolderProjectFiles

STORY = """:: StoryData
{"format": "SugarCube", "start": "Start"}

:: Start
The quay. <span class="shut">[[Below]]</span>

:: Start links
[[Board|Ship]]

:: Ship
You sail.

:: Below
Dark.
"""
SCRIPT = "$(document).on(':passagedisplay', (ev) => Story.get(ev.passage.name + ' links'));"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "story.twee").write_text(STORY)
    return tmp_path / "source"


def check(*paths: Path) -> CheckResult:
    return check_foreign(read_foreign_story(paths))


def test_a_script_of_the_folder_makes_errors_uncertain(folder: Path) -> None:
    """Tweego compiles the script, which may show links, so no error is proven. (FMT-14.1)"""
    assert len(check(folder).errors) == 3
    (folder / "story.js").write_text(SCRIPT)
    result = check(folder)
    assert not result.errors
    assert result.doubted
    assert [Path(each.place.file).name for each in result.unmodelled] == ["story.js"]
    named = check(folder / "story.twee", folder / "story.js")
    assert not named.errors


def test_a_project_reads_the_script_too(folder: Path) -> None:
    """An imported folder must be judged like the folder itself. (FMT-14.1)"""
    (folder / "story.js").write_text(SCRIPT)
    (folder / "looks.css").write_text("a { color: red }")
    source = SourceFolder(FolderProjectFiles(folder.parent))
    assert not check_foreign(source.story()).errors
    assert source.text("Ship").text == "You sail."


def test_other_scripts_are_not_the_story(folder: Path) -> None:
    """Tools around a story are not compiled into it, and a script alone is no story. (FMT-14.1)"""
    for tool in ("node_modules/x", ".git/hooks"):
        (folder / tool).mkdir(parents=True)
        (folder / tool / "tool.js").write_text(SCRIPT)
    assert len(check(folder).errors) == 3
    with pytest.raises(InputError, match="is not a story that can be read"):
        read_foreign_story([folder / "node_modules/x/tool.js"])


def test_a_style_that_hides_a_link_is_not_taken_for_open(folder: Path) -> None:
    """A link that a style hides may lead nowhere at all, so nothing is proven. (FMT-14.1)"""
    (folder / "looks.css").write_text("/* .x {} */ .passage .shut a { Display : none !important }")
    assert [each.what for each in check(folder).unmodelled] == [
        "what the style 'shut' hides is not modelled"
    ]
    (folder / "looks.css").write_text(".shut { color: red } #menu { display: none }")
    assert not check(folder).unmodelled


def test_only_rules_that_hide_are_found() -> None:
    """Most rules change only colours and sizes."""
    sheet = """.a { opacity: 0 } .b { opacity: 0.5 } #c, .d e { visibility: hidden; }
    .f { opacity: 0.0; }
    @media print { .g { display:none } } .h { pointer-events: none }"""
    assert find_hidden_names([sheet]) == {"a", "c", "d", "f", "g", "h"}
