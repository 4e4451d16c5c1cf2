"""Tests of reading the pictures and sounds of a project."""

import re
from pathlib import Path

import pytest

from questfoundry.domain.story.asset import MAX_PICTURE_BYTES, Asset, AssetProblem
from questfoundry.infra.export.assets import FolderAssets
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from tests.support.rich_story import SOUND, picture


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    return tmp_path / "assets"


def read(folder: Path, name: str) -> Asset | AssetProblem:
    return FolderAssets(FolderProjectFiles(folder.parent)).read(name)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.png", picture(), "image/png"),
        ("b.jpg", picture("JPEG"), "image/jpeg"),
        ("c.gif", picture("GIF"), "image/gif"),
        ("d.webp", picture("WEBP"), "image/webp"),
        ("really-a-jpeg.png", picture("JPEG"), "image/jpeg"),
        ("e.mp3", SOUND, "audio/mpeg"),
        ("f.mp3", SOUND[10:], "audio/mpeg"),
        ("g.ogg", b"OggS\0", "audio/ogg"),
        ("h.m4a", b"\0\0\0\x20ftypM4A ", "audio/mp4"),
    ],
)
def test_a_file_is_known_by_its_content(folder: Path, name: str, content: bytes, kind: str) -> None:
    """Players must get the media type of the real content, whatever the name says. (PRS-14.2)"""
    (folder / name).write_bytes(content)
    assert read(folder, name) == Asset(content, kind)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no file 'assets/a.png'"),
        (b"", "no whole PNG"),
        (picture()[:60], "no whole PNG"),
        (b"<svg onload='alert(1)'/>", "no whole PNG"),
        (bytes(MAX_PICTURE_BYTES + 1), "has 5.0 MB; the limit is 5 MB"),
    ],
    ids=["missing", "empty", "cut", "svg", "large"],
)
def test_an_unusable_file_is_explained(folder: Path, content: bytes | None, words: str) -> None:
    """The author must learn what is wrong with which file, and what to do. (PRS-14.2)"""
    if content is not None:
        (folder / "a.png").write_bytes(content)
    found = read(folder, "a.png")
    assert isinstance(found, AssetProblem)
    assert re.search(words, found.problem), found.problem
    assert found.fix


def test_nothing_outside_the_folder_is_read(folder: Path) -> None:
    """A link in a foreign project could put a private picture into an export. (PRS-14.2)"""
    (folder.parent.parent / "secret.png").write_bytes(picture())
    (folder / "a.png").symlink_to(folder.parent.parent / "secret.png")
    assert isinstance(read(folder, "a.png"), AssetProblem)
