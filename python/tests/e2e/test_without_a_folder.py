"""Tests that a project without a folder is made of the same files as a project in a folder."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from questfoundry import Project
from questfoundry.composition.settings.new_project import create_project, create_project_files
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.settings import read_settings
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.database import DatabaseProjectContainer, open_database
from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.domain.story.size import Size
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.checkout import ROOT

EXAMPLE = ROOT / "examples/forty-asleep"
IDEA = (
    "On the longest night of the year a beekeeper has to move forty hives across a frozen lake "
    "before the thaw, and her grown daughter has come home to help"
)
MOST = 50_000_000


@pytest.fixture
def database(postgres_project: str) -> Iterator[PostgresDatabase]:
    with closing(open_database(postgres_project)) as database:
        yield database


@pytest.fixture(params=["in-memory", "postgres"])
def files(request: pytest.FixtureRequest) -> ProjectFiles:
    if request.param == "in-memory":
        return InMemoryProjectFiles()
    return PostgresProjectFiles(request.getfixturevalue("database"))


def container_of(files: ProjectFiles, folder: Path) -> ProjectContainer:
    return ProjectContainer(read_settings(files, ProjectPaths(folder), {}, is_shared=True))


def written_to(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def contents(files: ProjectFiles) -> dict[str, bytes | None]:
    return {name: files.read(name, max_bytes=MOST) for name in files.names()}


def test_a_new_project_has_the_same_files(files: ProjectFiles, tmp_path: Path) -> None:
    """A project that is copied into a database or back must not change."""
    own = {"bible/people.md": "Ann.", "source/s.twee": b":: Start\nRain.\n"}
    create_project_files(files, "Tide", size=Size.MICRO, contents=own.items())
    create_project(tmp_path, "Tide", size=Size.MICRO, contents=own.items())

    assert contents(files) == contents(ProjectPaths(tmp_path).files)
    with pytest.raises(InputError, match="already a project"):
        create_project_files(files, "Tide")


def test_everything_of_a_project_is_among_its_files(files: ProjectFiles, tmp_path: Path) -> None:
    """A path that bypasses the port would work on one machine only."""
    unused = tmp_path / "unused"
    create_project_files(files, "Tide", contents=[("theme.css", "p { color: red }")])
    text = (files.read("project.yaml", max_bytes=MOST) or b"").decode()
    files.replace("project.yaml", f"{text}\ntheme: {{css: theme.css}}\n")
    container = container_of(files, unused)
    project, workspace = Project(container), container.workspace()

    assert container.settings().name == "Tide"
    assert container.publication().theme.css == "p { color: red }"
    assert container.source() is None
    project.material.write("bible/people.md", "Ann.")
    project.material.rename("bible/people.md", "bible/folk.md")
    assert [each.name for each in project.material.read().pages] == ["bible/folk.md"]
    workspace.describe(WorkspacePath(path="bible", description="People."))
    workspace.write("deliverables/a.md", "A name.")
    ifid = container.identity().ifid()
    assert container_of(files, unused).settings().file.ifid == ifid
    files.replace("source/s.twee", ":: Start\nRain.\n")
    source = container.source()
    assert source is not None
    assert source.write("Start", "Sun.") == files.place("source/s.twee")
    assert files.read("source/s.twee", max_bytes=MOST) == b":: Start\nSun.\n"
    assert {"bible/folk.md", "deliverables/a.md", "filepaths.json"} <= {*files.names()}
    assert written_to(tmp_path) == []


@pytest.mark.parametrize("folder", ["/etc", "../other", "prompts/../../other"])
def test_prompts_of_a_shared_project_are_its_own(tmp_path: Path, folder: str) -> None:
    """On a worker, such a setting could send the operator's files to a model."""
    (tmp_path / "other").mkdir()
    files = InMemoryProjectFiles({"project.yaml": f"prompts_dir: {folder}\n"})
    with pytest.raises(SettingsError, match="machines share this project"):
        container_of(files, tmp_path / "machine").settings().find_prompts_folder()


async def test_a_recorded_story_is_made_in_a_database_byte_for_byte(
    database: PostgresDatabase, tmp_path: Path
) -> None:
    """Machines that share a project must make the story that one machine makes. (PRV-9.1)"""
    files = PostgresProjectFiles(database)
    files.replace("project.yaml", (EXAMPLE / "project.yaml").read_bytes())
    machine = ProjectPaths(tmp_path / "machine")
    settings = read_settings(files, machine, {"QF_TRUST": "1"}, is_shared=True)
    container = DatabaseProjectContainer(settings, database)
    async with Project(container) as project:
        await project.run(
            IDEA,
            size="short",
            phases="condensed",
            provider=f"recorded/{EXAMPLE / 'recording.jsonl'}",
        )
    expected = {
        name: content
        for name, content in contents(ProjectPaths(EXAMPLE).files).items()
        if name.startswith(("artifacts/", "exports/forty-asleep"))
    }
    made = contents(files)
    assert {name: made.get(name) for name in expected} == expected
    assert written_to(tmp_path) == []
