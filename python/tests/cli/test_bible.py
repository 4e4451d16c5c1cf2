"""Tests of ``qf bible``, which manages the texts beside a story."""

from pathlib import Path

import pytest

from tests.infra.documents.test_outliners import OPML
from tests.support.qf import qf

TEXT = "# People\n\n## Mara Quill\n\nA pilot.\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert qf("init", "salt").code == 0
    monkeypatch.chdir(tmp_path / "salt")
    (tmp_path / "world.md").write_text(TEXT)
    (tmp_path / "plan.opml").write_text(OPML)
    return tmp_path / "salt"


def test_texts_are_added_listed_renamed_and_removed(here: Path) -> None:
    """The author manages background texts without knowing the folder layout."""
    assert "no text" in qf("bible").out
    assert qf("bible", "--add", "../world.md").code == 0
    assert qf("bible", "outline/plan.md", "--add", "../plan.opml").code == 0
    listed = qf("bible", "--json").document
    assert [each["name"] for each in listed] == ["bible/world.md", "outline/plan.md"]
    assert (listed[0]["words"], listed[0]["headings"]) == (7, ["People", "Mara Quill"])
    assert qf("bible", "bible/world.md").out.strip() == TEXT.strip()
    assert qf("bible", "bible/world.md", "--rename", "samples/world.txt").code == 0
    assert (here / "samples/world.txt").read_text() == TEXT
    assert qf("bible", "samples/world.txt", "--remove").code == 0
    assert [each["name"] for each in qf("bible", "--json").document] == ["outline/plan.md"]


@pytest.mark.parametrize(
    "said",
    [
        ("bible/world.md", "--add", "../plan.opml"),
        ("../x.md", "--add", "../world.md"),
        ("--add", "../no.md"),
        ("--add", "project.yaml"),
        ("bible/gone.md",),
        ("--remove",),
        ("bible/gone.md", "--remove"),
        ("project.yaml", "--remove"),
        ("bible/world.md", "--rename", "bible/World.md"),
        ("bible/world.md", "--rename", "exports/world.md"),
    ],
)
def test_what_is_no_text_or_taken_is_refused(here: Path, said: tuple[str, ...]) -> None:
    """Adding or renaming must never overwrite a text of the author."""
    assert qf("bible", "--add", "../world.md").code == 0
    assert qf("bible", *said).code == 3
    assert (here / "bible/world.md").read_text() == TEXT
    assert [each["name"] for each in qf("bible", "--json").document] == ["bible/world.md"]
    assert qf("bible", "bible/world.md", "--remove", "--rename", "bible/x.md").code == 2
