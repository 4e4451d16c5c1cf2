"""Tests of ``qf map``."""

from pathlib import Path

import pytest

from tests.support.qf import Said, qf
from tests.support.woven_project import woven_project


def mapped(project: Path, *arguments: str) -> Said:
    """Return the output of ``qf map``."""
    return qf("map", "-p", str(project), *arguments)


def test_the_map_is_an_svg_that_browsers_open(project: Path) -> None:
    """Authors need a picture without another program. (MAP-6.1, MAP-5.1)"""
    said = mapped(project)
    path = project / "exports/map.svg"
    assert (said.code, said.err) == (0, "")
    assert said.out == f"Drew 13 passages and 13 choices: {path}\n"
    assert path.read_text("utf-8").startswith("<svg ")


def test_the_suffix_of_the_output_is_the_format(project: Path, tmp_path: Path) -> None:
    """An SVG in a file named map.png could not be opened. (MAP-5.1)"""
    for name, beginning in (("a.PNG", b"\x89PNG"), ("a.mmd", b"flowchart"), ("a.txt", b"<svg")):
        assert mapped(project, "--output", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_bytes().startswith(beginning), name
    said = mapped(project, "--output", str(tmp_path / "b.png"), "--format", "mermaid")
    assert (said.code, (tmp_path / "b.png").read_bytes()[:9]) == (0, b"flowchart")


def test_the_marked_playthrough_is_told_also_as_json(project: Path, tmp_path: Path) -> None:
    """Programs need file and playthrough as data, authors its length. (MAP-6.1, MAP-2.1)"""
    path = tmp_path / "here" / "picture.svg"
    arguments = ("--format", "svg", "--beats", "--ending", "the-drowned-ledger-default")
    found = mapped(project, *arguments, "--output", str(path), "--json").document
    assert (found["path"], found["format"]) == (str(path), "svg")
    assert (found["passages"], found["choices"]) == (13, 13)
    assert found["playthrough"][0] == "choice::setup-1--the-last-air-default"
    text = path.read_text("utf-8")
    assert "The tide bell wakes Mara." in text
    assert 'stroke-width="5"' in text

    said = mapped(project, "--playthrough", "choice::setup-1--the-last-air-default,")
    assert "The highlighted playthrough visits 2 passages." in said.out
    assert "visits 7 passages." in mapped(project, "--longest").out
    assert "visits" in mapped(project, "--ending", "the harbour closes").out
    said = mapped(project, "--ending", "The Harbor Close")
    assert (said.code, "Did you mean 'The Harbour Closes'?" in said.err) == (3, True)
    assert mapped(project, "--shortest", "--json").document["playthrough"]
    said = mapped(project, "--playthrough", "choice::jump")
    assert (said.code, "'choice::jump' is not open" in said.err) == (3, True)


def test_the_map_can_go_to_standard_output(project: Path, tmp_path: Path, monkeypatch) -> None:
    """Another program can draw the map from standard output."""
    monkeypatch.chdir(tmp_path)
    said = mapped(project, "--output", "-")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("<svg ")
    assert said.out.endswith("</svg>\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--longest", "--shortest"), "Use only one of --playthrough"),
        (("--longest", "--playthrough", "x"), "Use only one of --playthrough"),
        (("--json", "--output", "-"), "both write to standard output"),
        (("--format", "dot"), "dot"),
    ],
)
def test_what_contradicts_itself_is_wrong_usage(project: Path, arguments, told: str) -> None:
    """Contradictory options must not write a half useful file."""
    said = mapped(project, *arguments)
    assert (said.code, told in said.err) == (2, True), said.err


def test_only_a_file_is_written(project: Path, tmp_path: Path) -> None:
    """Writing to a link or a folder could destroy another file."""
    target, link = tmp_path / "target", tmp_path / "link.svg"
    target.write_text("mine")
    link.symlink_to(target)
    for output in (tmp_path, link, Path(".."), Path("/dev/null")):
        said = mapped(project, "--output", str(output))
        assert (said.code, "Cannot write the map to" in said.err) == (3, True), output
    assert target.read_text() == "mine"
    assert link.is_symlink()


def test_a_plan_is_no_map(tmp_path: Path) -> None:
    """Before GROW, the command must name the stage to run first."""
    planned = woven_project(tmp_path / "plan")
    assert qf("undo", "grow", "-p", str(planned)).code == 0
    said = mapped(planned)
    assert (said.code, "qf grow" in said.err) == (3, True)
    (tmp_path / "empty").mkdir()
    said = mapped(tmp_path / "empty")
    assert (said.code, "qf init" in said.err) == (3, True)
    said = mapped(tmp_path)
    assert (said.code, "Projects in its subfolders: 'plan'." in said.err) == (3, True)
    assert said.err.index("--project FOLDER") < said.err.index("qf init")


def test_a_story_of_others_is_drawn_beside_it(tmp_path: Path) -> None:
    """Authors of Twine stories get a map, even if a link is broken."""
    story = tmp_path / "cellar.twee"
    story.write_text(":: Start\n[[Down->Cellar]]\n[[Away->Street]]\n[[X]]\n:: Cellar\n:: Street\n")
    said = qf("map", str(story), "--format", "mermaid", "--ending", "Cellar")
    path = tmp_path / "cellar.map.mmd"
    assert said.out.startswith(f"Drew 3 passages and 2 choices: {path}\n")
    assert "Down" in path.read_text("utf-8")
    assert "visits 2 passages" in said.out
    assert qf("map", str(story), "--beats").code == 2
