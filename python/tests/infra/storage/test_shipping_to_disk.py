"""Tests of the export folder and of the IFID in ``project.yaml``."""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from questfoundry.composition.settings.new_project import create_project
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import SettingsError, StoreError, UsageError
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_file import ProjectFileIdentity
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.contracts.shipping import PAGE, ExportFolderContract
from questfoundry.testing.memory import InMemoryProjectFiles

KNOWN = UUID("3f2504e0-4f89-41d3-9a0c-0305e82c3301")


class TestFileExportFolder(ExportFolderContract):
    @pytest.fixture
    def folder(self, tmp_path: Path) -> FileExportFolder:
        return FileExportFolder(FolderProjectFiles(tmp_path))


class TestExportFolderInMemory(ExportFolderContract):
    @pytest.fixture
    def folder(self) -> FileExportFolder:
        return FileExportFolder(InMemoryProjectFiles())


@pytest.mark.parametrize("name", ["../secret", "a/b", "a\\b", "..", ".", "", ".hidden", "a\n"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    """An export must never overwrite a file outside its folder. (SHP-4.3)"""
    (tmp_path / "secret").write_text("mine")
    folder = FileExportFolder(FolderProjectFiles(tmp_path))
    asks: tuple[Callable[[str], object], ...] = (folder.read, folder.remove, folder.path_of)
    for ask in asks:
        with pytest.raises(UsageError, match="Give a name without a folder"):
            ask(name)
    with pytest.raises(UsageError, match="Give a visible name without a folder"):
        ExportedFile(name, b"")
    assert (tmp_path / "secret").read_text() == "mine"


def test_what_cannot_be_read_or_removed_is_told(tmp_path: Path) -> None:
    """The author needs the file's name to correct the permissions."""
    folder = FileExportFolder(FolderProjectFiles(tmp_path), "")
    (tmp_path / "taken").mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        folder.read("taken")
    with pytest.raises(StoreError, match="cannot be removed"):
        folder.remove("taken")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        FileExportFolder(FolderProjectFiles(tmp_path / "file"), "").write(PAGE)


def test_an_ifid_is_made_once_and_kept_with_all_comments(tmp_path: Path) -> None:
    """A new IFID would make a different work. (SHP-7.1)"""
    paths = create_project(tmp_path, "Drowned")
    before = paths.settings.read_text(encoding="utf-8")
    ifid = ProjectFileIdentity(paths.files).ifid()

    assert re.fullmatch(
        r"[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}", ifid
    )
    after = paths.settings.read_text(encoding="utf-8")
    assert set(before.splitlines()) <= set(after.splitlines())
    assert load_settings(tmp_path, {}).file.ifid == ifid
    assert ProjectFileIdentity(paths.files).ifid() == ifid
    assert paths.settings.read_text(encoding="utf-8") == after


@pytest.mark.parametrize("text", [None, "", "# nothing but this\n", "# no line end"])
def test_a_project_without_settings_gets_an_ifid_too(tmp_path: Path, text: str | None) -> None:
    """A project without settings must not fail at its first export."""
    path = tmp_path / "project.yaml"
    if text is not None:
        path.write_text(text)
    made = ProjectFileIdentity(FolderProjectFiles(tmp_path), make=lambda: KNOWN).ifid()
    assert made == str(KNOWN).upper()
    lines = path.read_text().splitlines()
    assert lines == [*(text or "").splitlines(), f"ifid: {made}"]
    assert ProjectFileIdentity(FolderProjectFiles(tmp_path)).ifid() == made


def test_an_ifid_that_is_none_is_told(tmp_path: Path) -> None:
    """A shortened IFID would identify no work, and the message shows how to get a valid one."""
    (tmp_path / "project.yaml").write_text("ifid: 3f2504e0\n")
    with pytest.raises(SettingsError, match=r"(?s)'3f2504e0' is not an IFID.*SHIP creates one"):
        load_settings(tmp_path, {})
