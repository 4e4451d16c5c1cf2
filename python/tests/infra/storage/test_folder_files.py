"""Tests of a project's files in a folder, which may come from a stranger."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import StoreError
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.examples import examples

SECRET = b"secret"
ACTIONS = st.sampled_from(["replace", "replace", "remove"])
_FOLDERS = st.lists(st.sampled_from(["a", "b", ".h", "é", "logs"]), max_size=3)
NAMES = st.builds(
    lambda folders, name: "/".join([*folders, name]),
    _FOLDERS,
    st.sampled_from(["x.md", "y z.txt", ".x.md", "a-b.md"]),
)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder outside the project with a private file."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "a.md").write_bytes(SECRET)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "story"
    (folder / "bible").mkdir(parents=True)
    return folder


def test_links_are_neither_read_nor_written_nor_followed(root: Path, elsewhere: Path) -> None:
    """A link in a foreign project could show or overwrite a private file. (FGN-1.1)"""
    (root / "bible/a.md").symlink_to(elsewhere / "a.md")
    (root / "bible/folder").symlink_to(elsewhere)
    (root / "outline").symlink_to(elsewhere)
    os.mkfifo(root / "bible/pipe.md")
    files = FolderProjectFiles(root)

    assert [*files.names(), *files.names("bible"), *files.names("outline")] == []
    assert list(files.links()) == ["bible/a.md", "bible/pipe.md"]
    assert list(files.links("outline")) == ["outline"]
    for name in ("bible/a.md", "bible/folder/a.md", "outline/a.md", "outline", "bible/pipe.md"):
        with pytest.raises(StoreError):
            files.read(name, max_bytes=99)
    for name in ("bible/folder/a.md", "outline/a.md"):
        with pytest.raises(StoreError):
            files.replace(name, "Mine.")
        with pytest.raises(StoreError):
            files.remove(name)
    files.replace("bible/a.md", "Mine.")
    assert (elsewhere / "a.md").read_bytes() == SECRET
    assert (root / "bible/a.md").read_text() == "Mine."


@given(actions=st.lists(st.tuples(ACTIONS, NAMES, st.binary(max_size=3)), max_size=12))
@examples(60)
def test_a_folder_does_what_a_dictionary_does(actions: list[tuple[str, str, bytes]]) -> None:
    """Whatever a program does in whatever order, all adapters must agree on the result."""
    with TemporaryDirectory() as folder:
        adapters = FolderProjectFiles(Path(folder)), InMemoryProjectFiles()
        for action, name, content in actions:
            for each in adapters:
                if action == "replace":
                    each.replace(name, content)
                else:
                    each.remove(name)
            first, second = (
                {name: each.read(name, max_bytes=3) for name in each.names()} for each in adapters
            )
            assert first == second
            for below in ("a", "a/b", name):
                assert list(adapters[0].names(below)) == list(adapters[1].names(below))


def test_a_crash_before_the_rename_leaves_the_old_file(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies while it writes must not leave half a file, or list its remains."""
    files = FolderProjectFiles(root)
    files.replace("bible/a.md", "old")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", die)
        with pytest.raises(KeyboardInterrupt):
            files.replace("bible/a.md", "new")
    assert (files.read("bible/a.md", max_bytes=99), list(files.names())) == (b"old", ["bible/a.md"])


def test_what_belongs_to_this_machine_is_not_listed(root: Path) -> None:
    """The database and the logs are copied and shown by nothing that lists the author's files."""
    for name in ("story.db", "story.db-wal", "story.db.id", "logs/a.jsonl", ".qf.lock", "a.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).touch()
    (root / "story.dbs.md").touch()
    assert list(FolderProjectFiles(root).names()) == ["a.md", "story.dbs.md"]
