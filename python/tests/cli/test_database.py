"""The commands on a project in a database: as in a folder, and clear where that fails."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.support.qf import Said, qf

IDEA = "A lighthouse keeper finds a door in the sea"
DRAFT = ("--provider", "draft/scenes")
QUOTE = {"QF_PROVIDER": "draft/scenes"}


class Story:
    """A finished story in the database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = f"p{uuid4().hex}"

    def qf(self, *arguments: str, **options: Any) -> Said:
        return qf(*arguments, "--database", self.url, "--project", self.name, **options)


@pytest.fixture(scope="module")
def story(shared_database: str) -> Story:
    found = Story(shared_database)
    found.qf("run", IDEA, *DRAFT, code=0)
    return found


READING = [
    ("status",),
    ("show", "dream"),
    ("check",),
    ("inspect",),
    ("map", "--format", "mermaid"),
    ("runs",),
    ("log", "dream-1"),
    ("drafts",),
    ("comments",),
    ("book", "list"),
    ("book", "conversations"),
    ("doctor",),
    ("run", "--preview"),
    ("prompt", "show", "grow", "serialize"),
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_reading_command_works_on_a_project_in_the_database(
    story: Story, words: tuple[str, ...], tmp_path: Path, monkeypatch: Any
) -> None:
    """A program reads a project in a database as it reads a folder; no folder appears here."""
    monkeypatch.chdir(tmp_path)
    assert story.qf(*words, "--json", code=0).document is not None
    assert not [*tmp_path.iterdir()]


def test_every_book_command_works_in_the_database(shared_database: str, tmp_path: Path) -> None:
    """An author adds a file of one machine, and searches the book on another."""
    story, file = Story(shared_database), tmp_path / "tides.txt"
    file.write_text("The Tides\n\nThe moon pulls the sea, so the water rises twice a day.\n")
    story.qf("init", "The Sea", code=0)
    assert story.qf("book", "add", str(file), "--json", code=0).document["id"] == "book::tides"
    file.unlink()
    there = {"env": {"XDG_CACHE_HOME": str(tmp_path / "other-machine"), **QUOTE}}
    found = story.qf("book", "search", "moon", "--json", code=0, **there).document
    assert "moon pulls" in found[0]["text"]
    talk = story.qf("book", "chat", "tides", "What pulls the sea?", "--json", code=0, **there)
    assert "moon" in talk.out
    for words in (
        ("list",),
        ("show", "tides"),
        ("conversations",),
        ("rename", "tides", "1", "The sea"),
        ("forget", "tides", "1"),
        ("reindex",),
        ("remove", "tides"),
    ):
        assert story.qf("book", *words, "--json", code=0, **there).document, words
    assert "no file" in story.qf("book", "add", str(file), code=3).err


def test_an_edit_an_export_and_an_undo_work_in_the_database(story: Story, tmp_path: Path) -> None:
    """An author exports the story into a folder or the database, and takes a stage back."""
    shipped = story.qf("ship", "--format", "html", "--output", str(tmp_path / "out"), "--json")
    (file,) = [each for each in shipped.document["files"] if each["format"] == "html"]
    assert Path(file["path"]).parent == tmp_path / "out"
    assert story.qf("ship", "--format", "html", code=0).out.count(story.name)
    other = Story(story.url)
    made = other.qf("dream", IDEA, *DRAFT, code=0)
    assert "Saved in postgresql://" in made.out + made.err
    assert other.qf("undo", code=0)
    assert "no dream artifact" in other.qf("show", "dream", code=3).err


def test_advice_names_the_database_without_its_password(story: Story) -> None:
    """A copied command must work, and must not show a secret."""
    host = story.url.partition("@")[2]
    url = f"postgresql://postgres:hush@{host}"
    said = qf("runs", "--database", url, "--project", f"{story.name}-2", code=3)
    other = qf("dream", IDEA, *DRAFT, "--database", url, "--project", f"{story.name}-3", code=0)
    said = Said(code=0, out=said.out + other.out, err=said.err + other.err)
    assert f"--database postgresql://postgres@{host}" in said.out + said.err
    assert "hush" not in said.out + said.err


def test_the_variable_names_the_database(story: Story) -> None:
    """A password in an argument would be seen in the list of processes."""
    env = {"QF_DATABASE_URL": story.url, "QF_PROJECT": story.name}
    assert qf("status", "--json", env=env, code=0).document["project"].endswith(story.name)


def test_a_project_of_another_tenant_is_not_there(story: Story) -> None:
    said = story.qf("status", "--tenant", "acme", code=3)
    assert "There is no project" in said.err


def test_bad_addresses_are_explained_without_the_password(
    story: Story, empty_database: str, postgres_server: Any
) -> None:
    """An error says what is wrong with the address, the server or the schema."""
    cases = {
        "postgresql://u:hush@127.0.0.1:9/stories": "127.0.0.1:9/stories",
        "postgresql://u:hush@127.0.0.1:http/stories": "not a URL",
        "mysql://u:hush@127.0.0.1/stories": "names no PostgreSQL database",
        "postgresql://u:hush@127.0.0.1": "names no PostgreSQL database",
        postgres_server.url("nonsense"): "nonsense",
        empty_database: "pgrade",
    }
    for url, words in cases.items():
        said = qf("status", "--database", url, "--project", "tale", "--debug")
        assert said.code in {3, 4}, said
        assert words in said.err, said
        assert "hush" not in said.err
    assert "Name one" in qf("status", "--database", story.url, code=3).err


def test_a_detached_run_waits_in_the_queue_until_it_is_cancelled(shared_database: str) -> None:
    """A program starts a run once, sees its state, and takes it back. (JOB-3.2)"""
    story = Story(shared_database)
    words = ("run", IDEA, "--detach", "--key", "order-7", "--queue", "nobody")
    job = story.qf(*words, code=0).out.strip()
    assert job.startswith(f"{story.name}/")
    again = story.qf(*words, "--json", code=0).document
    assert again == {"job": job, "state": "queued"}
    database = ("--database", story.url, "--json")
    (listed,) = [
        each for each in qf("projects", *database, code=0).document if each["project"] == story.name
    ]
    assert (listed["state"], listed["job"], listed["shipped"]) == ("queued", job, False)
    assert qf("cancel", job, *database, code=0).document["state"] == "cancelled"
    assert qf("follow", job, *database, code=130)
    assert qf("cancel", job, "--tenant", "acme", *database, code=3)
    for nonsense in ("17", f"{story.name}/x", f"{story.name}/99999999999999999999", "a/b/1"):
        assert qf("follow", nonsense, *database, code=3)


def test_a_run_that_needs_this_machine_is_not_detached(shared_database: str) -> None:
    """There is no author at the worker for the author's part of a discussion."""
    story = Story(shared_database)
    assert "--interactive" in story.qf("run", IDEA, "--detach", "-i", code=3).err
    assert "needs a database" in qf("run", IDEA, "--detach", "-p", "tale", code=3).err
    assert "--database" in qf("worker", code=3).err


def test_the_tables_of_a_database_are_checked_and_upgraded(empty_database: str) -> None:
    """An operator sees what an upgrade would change, and may repeat the upgrade."""
    database = ("--database", empty_database, "--json")
    lacking = qf("database", "check", *database, code=1).document["lacking"]
    assert qf("database", "upgrade", *database, code=0).document["applied"] == lacking
    assert qf("database", "upgrade", *database, code=0).document["applied"] == []
    assert qf("database", "check", *database, code=0).document["lacking"] == []
    assert qf("projects", *database, code=0).document == []


def test_old_jobs_are_removed_on_request(empty_database: str) -> None:
    """An operator reads how much was removed, and which ages a command understands."""
    database = ("--database", empty_database, "--json")
    qf("database", "upgrade", *database, code=0)
    job = qf("run", IDEA, "--detach", "--project", "tale", *database, code=0).document["job"]
    qf("cancel", job, *database, code=0)
    clean = ("database", "clean", *database)
    assert qf(*clean, code=0).document == {"jobs": 0, "events": 0}
    assert qf(*clean, "--older-than", "0h", code=0).document == {"jobs": 1, "events": 0}
    assert "no job" in qf("follow", job, *database[:2], code=3).err
    for nonsense in ("30", "d", "-1d", "1w", "999999d"):
        assert "30d or 12h" in qf(*clean, "--older-than", nonsense, code=3).out


@pytest.mark.parametrize("command", [("worker",), ("projects",), ("run", IDEA, "-p", "x")])
def test_a_database_without_tables_is_to_be_upgraded(
    empty_database: str, command: tuple[str, ...]
) -> None:
    """An operator who starts a worker first must read which command to run."""
    said = qf(*command, "--database", empty_database)
    assert said.code not in {0, 70}
    assert "qf database upgrade" in said.err
    assert "waits for jobs" not in said.err


@pytest.mark.parametrize("command", [("worker",), ("projects",), ("database", "upgrade")])
def test_an_address_of_another_database_is_refused(command: tuple[str, ...]) -> None:
    said = qf(*command, "--database", "mysql://u:secret@host/stories")
    assert said.code == 3
    assert "postgresql://host/database" in said.err
    assert "secret" not in said.err


def test_a_missing_package_is_named(story: Story, monkeypatch: Any) -> None:
    """An author without the extra learns how to install it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    for words in (("status",), ("projects",), ("worker",), ("database", "check")):
        options = ("--project", "tale") if words == ("status",) else ()
        said = qf(*words, *options, "--database", story.url, code=3)
        assert "questfoundry[database]" in said.err
