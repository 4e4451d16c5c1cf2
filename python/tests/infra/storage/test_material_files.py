"""Tests of the author's material files, in a folder that may come from a stranger."""

from pathlib import Path

import pytest

from questfoundry.domain.errors import InputError, QuestFoundryError, StoreError
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.material_files import read_material


def test_texts_below_the_three_folders_are_read_in_order(tmp_path: Path) -> None:
    """The order of the files decides what fits into a request, so it must be stable. (MAT-1.1)"""
    for name in ("samples/a.txt", "bible/z.md", "bible/sub/b.MD", "bible/.git.md", "bible/x.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    assert [each.name for each in read_material(FolderProjectFiles(tmp_path)).pages] == [
        "bible/z.md",
        "bible/sub/b.MD",
        "samples/a.txt",
    ]


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (lambda at: at.write_bytes(b"\xff\xfe\x00"), InputError),
        (lambda at: at.write_text("x" * 400_001), InputError),
        (lambda at: at.write_bytes(b"x" * 1_600_001), StoreError),
        (lambda at: at.symlink_to("/etc/hostname"), StoreError),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, made, refused) -> None:
    """A file that cannot be read must be named before the author pays for a request."""
    (tmp_path / "bible").mkdir()
    made(tmp_path / "bible/a.md")
    with pytest.raises(refused):
        read_material(FolderProjectFiles(tmp_path))


def test_a_folder_behind_a_link_and_too_many_files_are_refused(tmp_path: Path) -> None:
    """A link in a foreign project could send a private file to a model."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a.md").write_text("secret")
    (tmp_path / "story").mkdir()
    (tmp_path / "story/bible").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError):
        read_material(FolderProjectFiles(tmp_path / "story"))
    (tmp_path / "many/bible").mkdir(parents=True)
    for number in range(501):
        (tmp_path / f"many/bible/{number}.md").touch()
    with pytest.raises(QuestFoundryError):
        read_material(FolderProjectFiles(tmp_path / "many"))


def test_a_faulty_byte_is_named(tmp_path: Path) -> None:
    """An author finds a character in a wrong encoding only by its place."""
    (tmp_path / "bible").mkdir()
    (tmp_path / "bible/a.md").write_bytes("Caf\u00e9".encode("latin-1"))
    with pytest.raises(InputError, match=r"'bible/a.md' is not UTF-8 text \(byte 3\)"):
        read_material(FolderProjectFiles(tmp_path))
