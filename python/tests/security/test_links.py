"""Tests that no link in a foreign project leads a read or a write outside its folder."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from questfoundry.composition.settings.new_project import create_project
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import AuthorError, StoreDamagedError, StoreError
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.infra.own_files import replace_file
from questfoundry.infra.search.vectors import MatrixFiles
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_file import ProjectFileIdentity
from questfoundry.infra.storage.project_lock import FileProjectLock
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from questfoundry.infra.telemetry.events import JsonLines
from questfoundry.testing.scripted import ManualClock
from tests.support.qf import qf

PAGE = ExportedFile("story.html", b"<p>Rain.</p>")


def _files(project: Path) -> YamlArtifactFiles:
    return YamlArtifactFiles(FolderProjectFiles(project))


def _database(project: Path) -> object:
    with closing(Database(project / "story.db")) as database:
        return database.execute("SELECT 1 FROM runs")


def _lock(project: Path) -> object:
    with FileProjectLock(project, clock=ManualClock()).hold("dream"):
        return None


def _vectors(project: Path, state: str = "now") -> object:
    with closing(Database(project / "story.db")) as database:
        row = "INSERT INTO embedding_models (name, dimension, state) VALUES ('m', 2, ?)"
        database.execute(row, (state,))
        return MatrixFiles(database, project / ".cache").load_matrix("m", 2)


def _log(project: Path) -> object:
    return JsonLines(project / "logs/llm_calls.jsonl", within=project).write({"said": "$(id)"})


DOES: dict[str, Callable[[Path], object]] = {
    "write": lambda project: _files(project).write("dream", {"a": "b"}),
    "read": lambda project: _files(project).read("dream"),
    "undo": lambda project: _files(project).remove("dream"),
    "export": lambda at: ProjectContainer(load_settings(at, {})).export_folder().write(PAGE),
    "log": _log,
    "database": _database,
    "lock": _lock,
    "settings": lambda project: load_settings(project, {}),
    "identity": lambda project: ProjectFileIdentity(FolderProjectFiles(project)).ifid(),
    "begin": lambda project: create_project(project, "Mine"),
    "vectors": _vectors,
}
"""Operations by name; each meets a link or a pipe in the project."""

FILES = [
    ("artifacts/dream.yaml", "write"),
    ("artifacts/dream.yaml", "read"),
    ("exports/story.html", "export"),
    ("logs/llm_calls.jsonl", "log"),
    ("story.db", "database"),
    ("story.db-wal", "database"),
    ("story.db-shm", "database"),
    ("story.db-journal", "database"),
    (".qf.lock", "lock"),
    ("project.yaml", "settings"),
    ("project.yaml", "identity"),
    ("project.yaml", "begin"),
    (".gitignore", "begin"),
    (".cache/vectors-1-now.bin", "vectors"),
    (".cache/.gitignore", "vectors"),
]
FOLDERS = [
    ("artifacts", "write"),
    ("artifacts", "read"),
    ("artifacts", "undo"),
    ("exports", "export"),
    ("logs", "log"),
    (".cache", "vectors"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "from a stranger"
    folder.mkdir()
    return folder


def _tried(does: str, project: Path) -> None:
    """Run the operation; only an error for the author may come of it."""
    with suppress(AuthorError):
        DOES[does](project)


@pytest.mark.parametrize("there", [True, False], ids=["a-file", "nothing-yet"])
@pytest.mark.parametrize(("place", "does"), FILES)
def test_a_link_to_a_file_is_not_followed(
    place: str, does: str, project: Path, tmp_path: Path, there: bool
) -> None:
    """A foreign project must not overwrite or send a private file. (FGN-1.1)"""
    outside = tmp_path / "shell's start file"
    if there:
        outside.write_text("mine")
    (project / place).parent.mkdir(exist_ok=True)
    (project / place).symlink_to(outside)
    _tried(does, project)
    assert (outside.read_text() if outside.exists() else None) == ("mine" if there else None)


@pytest.mark.parametrize(("place", "does"), FOLDERS)
def test_a_link_to_a_folder_is_not_followed(
    place: str, does: str, project: Path, tmp_path: Path
) -> None:
    """A linked folder would redirect every file below it."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "dream.yaml").write_text("a: mine\n")
    (project / place).symlink_to(outside)
    _tried(does, project)
    assert [each.name for each in outside.iterdir()] == ["dream.yaml"]
    assert (outside / "dream.yaml").read_text() == "a: mine\n"


@pytest.mark.parametrize(("place", "does"), FILES)
def test_a_pipe_is_neither_waited_for_nor_written_to(place: str, does: str, project: Path) -> None:
    """Opening a pipe would hang the program."""
    (project / place).parent.mkdir(exist_ok=True)
    os.mkfifo(project / place)
    _tried(does, project)


def test_a_second_name_of_a_file_is_not_written_to(project: Path, tmp_path: Path) -> None:
    """A hard link would let a log append to the author's start file, where lines are commands."""
    outside = tmp_path / "mine"
    outside.write_text("mine")
    (project / "logs").mkdir()
    os.link(outside, project / "logs/llm_calls.jsonl")
    _log(project)
    assert outside.read_text() == "mine"


def test_what_the_database_says_names_no_file_elsewhere(project: Path) -> None:
    """A path in the database is as untrusted as any file of the project."""
    with pytest.raises(StoreError):
        _vectors(project, "../../../outside")


def test_the_errors_say_what_to_do(project: Path, tmp_path: Path) -> None:
    """The author must learn that the link is the problem, before anything is read. (FGN-1.1)"""
    (project / "story.db").symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(StoreError, match=r"story\.db' is a link.*in one folder"):
        _database(project)
    assert not (tmp_path / "elsewhere.db").exists()


def test_the_project_itself_may_be_reached_through_a_link(project: Path, tmp_path: Path) -> None:
    """Users keep projects behind links of their own, and these must keep working."""
    (tmp_path / "link").symlink_to(project)
    for does in ("write", "export", "log", "database", "lock", "identity", "vectors"):
        DOES[does](tmp_path / "link")
    assert (project / "exports/story.html").read_bytes() == PAGE.content
    (tmp_path / "mine").mkdir()
    (tmp_path / "named").symlink_to(tmp_path / "mine")
    ProjectContainer(load_settings(project, {})).export_folder(tmp_path / "named").write(PAGE)
    assert (tmp_path / "mine/story.html").read_bytes() == PAGE.content


def test_what_was_said_with_models_is_for_its_user_only(project: Path) -> None:
    """Other users of the machine must not read what the author discussed with models. (FGN-2.1)"""
    for does in ("write", "export", "log", "database", "lock", "vectors"):
        DOES[does](project)
    modes = {
        str(each.relative_to(project)): each.stat().st_mode & 0o077
        for each in project.rglob("*")
        if each.is_file()
    }
    mask = os.umask(0)
    os.umask(mask)
    public = {"artifacts/dream.yaml", "exports/story.html", ".cache/.gitignore"}
    assert modes == {name: 0o066 & ~mask if name in public else 0 for name in modes}
    assert public < modes.keys()


def test_the_wal_is_as_private_as_its_database(project: Path) -> None:
    """SQLite's extra files contain the same private data as the database. (FGN-2.1)"""
    database = Database(project / "story.db")
    database.execute("CREATE TABLE more (x)")
    beside = list(project.glob("story.db*"))
    assert {each.stat().st_mode & 0o777 for each in beside} == {0o600}
    assert len(beside) == 3
    database.close()


def test_a_file_keeps_the_mode_that_its_author_gave_it(tmp_path: Path) -> None:
    """A file that the author made private must not become readable by an edit."""
    path = tmp_path / "dream.yaml"
    path.write_text("a: b")
    path.chmod(0o600)
    replace_file(path, "a: c")
    assert (path.stat().st_mode & 0o777, path.read_text()) == (0o600, "a: c")


def test_what_a_killed_process_left_is_removed_and_no_more(tmp_path: Path) -> None:
    """Leftovers of killed processes would pile up, but another process's file must survive."""
    left, under_way = (tmp_path / f".dream.yaml.{mark * 16}.new" for mark in "ab")
    for each in (left, under_way, tmp_path / ".dream.yaml.mine.new"):
        each.write_text("half")
    os.utime(left, (0, 0))
    os.utime(tmp_path / ".dream.yaml.mine.new", (0, 0))
    replace_file(tmp_path / "dream.yaml", "a: b")
    assert {each.name for each in tmp_path.iterdir()} == {
        "dream.yaml",
        under_way.name,
        ".dream.yaml.mine.new",
    }


@pytest.mark.parametrize(
    "acting",
    [
        "CREATE TRIGGER hangs BEFORE INSERT ON runs BEGIN SELECT 1; END",
        "DROP TRIGGER chunk_is_forgotten; CREATE TRIGGER chunk_is_forgotten "
        "BEFORE INSERT ON runs BEGIN SELECT 1; END",
        "DROP TABLE runs; CREATE VIEW runs AS "
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    ],
)
def test_a_database_that_acts_is_refused(project: Path, acting: str) -> None:
    """A trigger in a foreign database would run with each write of the program, whose own triggers
    are known when the database is opened again.
    """
    _database(project)
    _database(project)
    with closing(sqlite3.connect(project / "story.db")) as database:
        database.executescript(acting)
    with pytest.raises(StoreDamagedError, match="which QuestFoundry never makes"):
        _database(project)


def _html(project: Path, name: str, content: bytes = b"<p>", **entry: str) -> Path:
    """Create a project whose manifest names the file as its player, and return the file."""
    (project / "project.yaml").write_text("name: Theirs\n")
    exports = project / "exports"
    exports.mkdir(exist_ok=True)
    manifest = {
        "ifid": "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
        "language": "en",
        "made_from": {},
        "files": [{"name": name, "format": "html", "sha256": "0" * 64, **entry}],
    }
    (exports / "manifest.json").write_text(json.dumps(manifest))
    (exports / name).write_bytes(content)
    return exports / name


@pytest.mark.parametrize(
    "name", ["story.bat", "story.desktop", "story.html.exe", "story", "story.htm", "story.hta"]
)
def test_only_a_page_is_opened(project: Path, name: str) -> None:
    """Opening a file other than an HTML page could start a program. (FGN-3.1)"""
    _html(project, name)
    said = qf("open", "-p", str(project))
    assert (said.code, "no HTML" in said.err) == (3, True), said


def test_a_link_or_a_pipe_is_not_opened(project: Path, tmp_path: Path) -> None:
    """A linked page could open a private file, and a pipe would hang the command. (FGN-3.1)"""
    page = _html(project, "story.html")
    assert qf("open", "-p", str(project)).code == 0
    page.unlink()
    page.symlink_to(tmp_path / "mine.html")
    (tmp_path / "mine.html").write_text("mine")
    assert qf("open", "-p", str(project)).code == 4
    page.unlink()
    os.mkfifo(page)
    assert qf("open", "-p", str(project)).code == 4
