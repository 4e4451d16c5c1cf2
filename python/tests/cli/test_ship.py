"""Tests of ``qf ship`` and ``qf open``."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from questfoundry.domain.errors import FormatError
from questfoundry.infra.export.gamebook.exporter import PdfExporter
from tests.support.qf import qf
from tests.support.woven_project import copied
from tests.support.written_story import stages_of, written


@pytest.fixture
async def project(tmp_path: Path) -> Path:
    folder = tmp_path / "story"
    await copied(await written(), folder)
    return folder


@pytest.fixture(autouse=True)
async def told() -> Iterator[None]:
    with stages_of(await written()):
        yield


def test_a_story_is_shipped_and_the_files_are_listed(project: Path) -> None:
    """The author learns where the exported files are and how large they are. (SHP-8.1)"""
    said = qf("ship", "-p", str(project), code=0)
    shipped = {path.name for path in (project / "exports").iterdir()}
    assert {"report.md", "report.json", "manifest.json"} < shipped
    assert any(name.endswith(".epub") for name in shipped)
    assert said.out.startswith("Exported ")
    assert all(name in said.out for name in shipped - {"manifest.json"})

    assert "ship" in qf("status", "-p", str(project)).out
    ifid = YAML(typ="safe").load(project / "project.yaml")["ifid"]
    assert json.loads((project / "exports/manifest.json").read_text())["ifid"] == ifid


def test_some_formats_go_to_another_folder_as_json(project: Path, tmp_path: Path) -> None:
    """A build script asks for some formats, a folder and JSON."""
    said = qf(
        *("ship", "--format", "md, gamebook", "--output", str(tmp_path / "out"), "--json"),
        *("-p", str(project)),
        code=0,
    )
    document = said.document
    assert {each["format"] for each in document["files"]} == {"md", "gamebook", "report"}
    for each in document["files"]:
        path = Path(each["path"])
        assert path.parent == (tmp_path / "out").resolve()
        assert path.stat().st_size == each["bytes"]
    assert document["arcs"] == 4
    assert not (project / "exports").exists()


def test_one_failing_format_costs_only_its_own_files(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build script must notice the failure, and the author keeps the other format. (SHP-1.2)"""

    def refuse(*_: object) -> None:
        raise FormatError("The font lacks all letters.")

    monkeypatch.setattr(PdfExporter, "export", refuse)
    said = qf("ship", "--format", "pdf,html", "-p", str(project), code=3)
    assert "pdf: This format was not written. The font lacks all letters." in said.err
    assert [*(project / "exports").glob("*.html")]
    assert not [*(project / "exports").glob("*.pdf")]
    document = qf("ship", "--format", "pdf,html", "--json", "-p", str(project), code=3).document
    assert document["failed"] == ["pdf"]


def test_what_is_still_in_english_is_told(project: Path) -> None:
    """A reader would meet English words in a Polish story, so the author learns how many remain."""
    project.joinpath("words.yaml").write_text("page: {begin: Zacznij}", encoding="utf-8")
    settings = project / "project.yaml"
    text = settings.read_text("utf-8").replace("language: en", "language: pl")
    settings.write_text(f"{text}\npublication: {{words: words.yaml}}\n", encoding="utf-8")
    said = qf("ship", "--format", "html,md", "--json", "-p", str(project), code=0)
    assert [each["rule"] for each in said.document["findings"]] == ["words.english"]
    [page] = set((project / "exports").glob("*.html")) - {project / "exports" / "hands.html"}
    assert '"begin": "Zacznij"' in page.read_text("utf-8")


def test_an_unknown_format_is_told_with_those_there_are(project: Path) -> None:
    """The error lists the valid formats, so the author need not look them up."""
    said = qf("ship", "--format", "docx", "-p", str(project), code=3)
    assert "There is no format 'docx'. The formats are " in said.err
    said = qf("ship", "--format", "epub", "-p", str(project), code=3)
    assert "There is no format 'epub'. Did you mean 'gamebook'? The formats are " in said.err


def test_a_story_that_is_not_written_is_not_shipped(tmp_path: Path) -> None:
    """Shipping an unfinished story must name the missing stage."""
    qf("init", "x", "-p", str(tmp_path / "x"))
    said = qf("ship", "-p", str(tmp_path / "x"), "--json")
    assert (said.code, said.document["error"]["code"]) == (3, 3)
    assert "qf grow" in said.document["error"]["message"]
    assert qf("open", "-p", str(tmp_path / "x")).code == 3
    assert qf("ship", "-p", str(tmp_path / "nowhere")).code == 3


def shipped_page(project: Path) -> Path:
    exports = project / "exports"
    exports.mkdir(exist_ok=True)
    (exports / "a page.html").write_text("<p>x")
    entry = {"name": "a page.html", "format": "html", "sha256": ""}
    manifest = {"ifid": "", "language": "en", "made_from": {}, "files": [entry]}
    (exports / "manifest.json").write_text(json.dumps(manifest))
    return exports / "a page.html"


def test_without_a_display_the_path_is_told(tmp_path, monkeypatch) -> None:
    """On a server without a display, the path is the only useful answer."""
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    qf("init", "x", "-p", str(tmp_path))
    page = shipped_page(tmp_path)
    said = qf("open", "-p", str(tmp_path))
    assert (said.code, said.out) == (0, f"{page.resolve()}\n")
    assert "No browser" in said.err
    said = qf("open", "--json", "-p", str(tmp_path))
    assert said.document == {"path": str(page.resolve()), "opened": False}


def test_the_browser_opens_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``BROWSER`` selects the browser as in Python's ``webbrowser`` module."""
    # The module reads the environment at its first use.
    monkeypatch.delitem(sys.modules, "webbrowser", raising=False)
    qf("init", "x", "-p", str(tmp_path / "x"))
    page = shipped_page(tmp_path / "x")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    browser.chmod(0o755)
    said = qf("open", "-p", str(tmp_path / "x"), env={"BROWSER": f"{browser} %s"})
    assert (said.code, said.out) == (0, f"{page.resolve()}\n")
    assert (tmp_path / "opened").read_text() == f"{page.resolve().as_uri()}\n"
