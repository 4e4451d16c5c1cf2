"""``qf import`` of an outline."""

from __future__ import annotations

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
    """MAT-2.1."""
    made = qf("import", "salt.md", "--json").document
    assert made["names"] == ["Mara Quill", "Tobin Hale"]
    assert (here / "salt/outline/salt.md").read_text() == TEXT
    said = qf("import", "salt.md", "-p", "again")
    assert (said.code, "Mara Quill, Tobin Hale" in said.out) == (0, True)
    assert qf("import", "salt.md").code == 3


def test_word_becomes_markdown(here: Path) -> None:
    """MAT-2.1."""
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("People", level=1)
    document.add_paragraph("Mara Quill: a pilot")
    document.save(str(here / "plan.docx"))
    made = qf("import", "plan.docx", "--json").document
    assert made["names"] == ["Mara Quill"]
    assert (here / "plan/outline/plan.md").read_text() == "## People\n\nMara Quill: a pilot\n\n"


def test_opml_and_scrivener_become_markdown(here: Path) -> None:
    """MAT-2.4."""
    (here / "plan.opml").write_text(OPML)
    scriv(here)
    made = qf("import", "plan.opml", "salt.scriv", "-p", "new", "--json").document
    assert made["names"] == ["Mara Quill", "Tobin Hale"]
    assert [Path(each).name for each in made["outline"]] == ["plan.md", "salt.md"]


def test_what_is_no_text_makes_no_project(here: Path) -> None:
    """MAT-2.3."""
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
