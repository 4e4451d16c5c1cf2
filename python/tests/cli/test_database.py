"""The commands on a project in a database: as in a folder, and clear where that fails."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.support.qf import Said, qf

IDEA = "A lighthouse keeper finds a door in the sea"
DRAFT = ("--provider", "draft/scenes")


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


def test_an_edit_an_export_and_an_undo_work_in_the_database(story: Story, tmp_path: Path) -> None:
    """An author exports the story into a folder or the database, and takes a stage back."""
    shipped = story.qf("ship", "--format", "html", "--output", str(tmp_path / "out"), "--json")
    (file,) = [each for each in shipped.document["files"] if each["format"] == "html"]
    assert Path(file["path"]).parent == tmp_path / "out"
    assert story.qf("ship", "--format", "html", code=0).out.count(story.name)
    other = Story(story.url)
    other.qf("dream", IDEA, *DRAFT, code=0)
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
