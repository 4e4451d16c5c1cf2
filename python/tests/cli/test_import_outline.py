"""Tests of ``qf import`` with an outline."""

from pathlib import Path

import pytest

from tests.infra.documents.test_outliners import OPML, scriv
from tests.support.qf import qf

TEXT = (
    "# Salt\n\n## People\n\n- Mara Quill: a pilot\n- Tobin Hale: her brother\n\n## Plot\n\nFog.\n"
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "salt.md").write_text(TEXT)
    return tmp_path


def test_an_outline_becomes_a_project(here: Path) -> None:
    """The outline stays, and the author sees which names are kept. (MAT-2.1)"""
    made = qf("import", "salt.md", "--json").document
    assert made["names"] == ["Mara Quill", "Tobin Hale"]
    assert (here / "salt/outline/salt.md").read_text() == TEXT
    said = qf("import", "salt.md", "-p", "again")
    assert (said.code, "Mara Quill, Tobin Hale" in said.out) == (0, True)
    assert qf("import", "salt.md").code == 3


def test_a_folder_of_texts_becomes_one_outline(here: Path) -> None:
    """A folder of texts is an outline, a folder with a story a story. (MAT-2.1)"""
    world = here / "world"
    (world / "deep").mkdir(parents=True)
    (world / "people.md").write_text("# People\n\n- Mara Quill: a pilot\n")
    (world / "places.txt").write_text("Places:\n- St Orlan's tower: a light\n")
    (world / ".hidden.md").write_text("# People\n\n- Nobody Atall\n")
    made = qf("import", "world", "--json").document
    assert made["names"] == ["Mara Quill", "St Orlan's tower"]
    assert sorted(each.name for each in (here / "world/outline").iterdir()) == [
        "people.md",
        "places.md",
    ]
    (world / "deep" / "story.twee").write_text(":: Start\nHello.\n")
    again = qf("import", "world", "-p", "story", "--json").document
    assert again["passages"] == 1


def test_its_idea_is_told_and_begins_the_story(here: Path) -> None:
    """The outline already contains an idea, so the author need not type one."""
    made = qf("import", "salt.md")
    assert "Salt. Fog." in made.out
    assert "qf run --project salt" in made.out
    qf("prompt", "show", "dream", "discuss", "-p", "salt", code=0)
    (here / "cast.md").write_text("# People\n\n- Mara Quill\n")
    assert 'qf dream "your idea"' in qf("import", "cast.md").out
    assert qf("run", "-p", "cast", "--to", "dream").code == 3


def test_its_size_can_be_said(here: Path) -> None:
    """The author can choose the length of the story during the import of an outline."""
    made = qf("import", "salt.md", "--size", "medium")
    assert "The story will be medium" in made.out
    assert "size: medium" in (here / "salt/project.yaml").read_text()
    (here / "fog.twee").write_text(":: Start\nFog.\n")
    refused = qf("import", "fog.twee", "--size", "short")
    assert (refused.code, (here / "fog").exists()) == (3, False)
    assert qf("import", "salt.md", "-p", "again", "--size", "vast").code == 2


def test_word_becomes_markdown(here: Path) -> None:
    """Many authors write outlines in Word, and headings must survive the conversion. (MAT-2.1)"""
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("People", level=1)
    document.add_paragraph("Mara Quill: a pilot")
    document.save(str(here / "plan.docx"))
    made = qf("import", "plan.docx", "--json").document
    assert made["names"] == ["Mara Quill"]
    assert (here / "plan/outline/plan.md").read_text() == "## People\n\nMara Quill: a pilot\n\n"


def test_opml_and_scrivener_become_markdown(here: Path) -> None:
    """Authors must be able to bring outlines from OPML and Scrivener without copying by hand."""
    (here / "plan.opml").write_text(OPML)
    scriv(here)
    made = qf("import", "plan.opml", "salt.scriv", "-p", "new", "--json").document
    assert made["names"] == ["Mara Quill", "Tobin Hale"]
    assert [Path(each).name for each in made["outline"]] == ["plan.md", "salt.md"]


def test_what_is_no_text_makes_no_project(here: Path) -> None:
    """A damaged or binary file would put garbage into every prompt."""
    (here / "bad.docx").write_bytes(b"PK\x03\x04 nothing")
    (here / "bad.txt").write_bytes(bytes(range(32)) * 50)
    (here / "pdf.md").write_bytes(b"%PDF-1.4 nothing")
    (here / "long.md").write_text("x" * 400_001)
    (here / "no.scriv").mkdir()
    (here / "other").mkdir()
    (here / "other/salt.md").write_text("Fog.")
    before = sorted(here.iterdir())
    for names in (["bad.docx"], ["bad.txt"], ["pdf.md"], ["long.md"], ["gone.md"], ["no.scriv"]):
        assert qf("import", *names).code == 3, names
    assert qf("import", "salt.md", "other/salt.md").code == 3
    assert sorted(here.iterdir()) == before
