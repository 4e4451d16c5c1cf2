"""Tests that the reference names everything that exists and nothing else."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from typer.main import get_command

from questfoundry.cli.app import app
from questfoundry.composition.registries.providers import ProviderRegistry
from questfoundry.composition.registries.stages import stage_registry
from questfoundry.composition.settings.environment import Environment
from questfoundry.composition.settings.paths import database_url, project_folder, tenant_name
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.domain.models.traits import TraitOverrides
from questfoundry.presentation import errors
from tests.support.checkout import DOCS, sections
from tests.support.stage_runs import shipped_prompts

OPTION = re.compile(r"`(--?[a-zA-Z][\w-]*)`")
FIRST_CELL = re.compile(r"^\| `([^`]+)`", re.MULTILINE)


def commands(command: Any, path: str = "qf") -> Iterator[tuple[str, Any]]:
    """Yield each command that does something, with the words that an author types."""
    nested = getattr(command, "commands", {})
    if not nested or path == "qf":
        yield path, command
    for name, inner in nested.items():
        yield from commands(inner, f"{path} {name}")


COMMANDS = dict(commands(get_command(app)))
CLI = {heading.strip("`"): text for heading, text in sections(DOCS / "reference/cli.md").items()}


def arguments_of(command: Any) -> str:
    given = [each for each in command.params if not each.opts[0].startswith("-")]
    return "".join(f" {a.metavar}" if a.required else f" [{a.metavar}]" for a in given)


def test_every_command_has_its_section_and_every_section_its_command() -> None:
    assert set(CLI) == {path + arguments_of(command) for path, command in COMMANDS.items()}


def test_a_section_names_exactly_the_options_of_its_command() -> None:
    for path in COMMANDS:
        command = COMMANDS[path]
        text = CLI[path + arguments_of(command)]
        there = {
            name
            for each in command.params
            for name in (*each.opts, *each.secondary_opts)
            if name.startswith("-")
        }
        assert set(OPTION.findall(text)) - {"--help", "-h", "-vv"} == there, path


def test_every_exit_code_is_told() -> None:
    codes = {
        value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)
    }
    told = re.findall(r"^\| (\d+) \|", (DOCS / "reference/cli.md").read_text("utf-8"), re.MULTILINE)
    assert set(map(int, told)) == codes | {0, 2}


def test_every_field_of_every_artifact_is_told() -> None:
    registry = stage_registry(shipped_prompts())
    told = sections(DOCS / "reference/artifacts.md")
    assert list(told) == [stage.name for stage in registry.artifacts]
    for stage, text in told.items():
        assert FIRST_CELL.findall(text) == list(registry.get(stage).artifact.model_fields)


def keys_of(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = [each for each in (field.annotation, *parts(field.annotation)) if is_section(each)]
        if inner:
            yield from (f"{name}.{key}" for key in keys_of(inner[0]))
        else:
            yield name


def parts(annotation: Any) -> tuple[Any, ...]:
    direct = getattr(annotation, "__args__", ())
    return (*direct, *(inner for each in direct for inner in parts(each)))


def is_section(annotation: Any) -> bool:
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return is_model and annotation is not TraitOverrides


class Ask(dict[str, str]):
    """An environment that remembers which variables were read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        self.names.append(key)
        return default


def test_every_setting_is_told() -> None:
    told = sections(DOCS / "reference/settings.md")
    assert FIRST_CELL.findall(told["project.yaml"]) == list(keys_of(ProjectFile))
    assert FIRST_CELL.findall(told["models"]) == list(TraitOverrides.model_fields)

    env = Ask()
    Environment.read(env)
    project_folder(None, env)
    database_url("", env)
    tenant_name("", env)
    of_providers = {name for each in ProviderRegistry().values() for name in each.variables}
    assert set(FIRST_CELL.findall(told["Environment"])) == {*env.names, *of_providers}


def test_the_defaults_told_are_the_ones_that_count() -> None:
    text = sections(DOCS / "reference/settings.md")["project.yaml"]
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", text, re.MULTILINE)
    settings = ProjectFile()
    for key, told in rows:
        value: Any = settings
        for step in key.split("."):
            value = getattr(value, step)
        assert str(value).lower().removesuffix(".0") == told, key
