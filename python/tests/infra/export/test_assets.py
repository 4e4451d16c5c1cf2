"""Tests of reading the pictures, sounds and cover of a project."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from questfoundry.domain.story.asset import MAX_PICTURE_BYTES, Asset, AssetProblem
from questfoundry.domain.story.publication import Cover
from questfoundry.infra.export.assets import FolderAssets, write_store_covers
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


def test_the_whole_cover_is_in_every_size() -> None:
    """A store refuses another size, and a cut title cannot be read."""
    content = BytesIO()
    picture = Image.new("RGB", (300, 100), "white")
    picture.paste("red", (0, 0, 10, 100))
    picture.paste("blue", (290, 0, 300, 100))
    picture.save(content, "PNG")
    sizes = {}
    for file in write_store_covers(Cover(content.getvalue())):
        with Image.open(BytesIO(file.content)) as made:
            sizes[file.name] = made.size
            row = made.height // 2
            left, right = (made.convert("RGB").getpixel((at, row)) for at in (2, made.width - 3))
            assert left[0] > 200 > 100 > left[2]
            assert right[2] > 200 > 100 > right[0]
    assert sizes == {
        "cover-itch.png": (630, 500),
        "cover-steam-vertical.png": (748, 896),
        "cover-steam-header.png": (920, 430),
        "cover-kdp.jpg": (1600, 2560),
    }
