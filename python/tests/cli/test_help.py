"""Help and version, which must be fast because they appear before Typer is loaded."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import questfoundry
from questfoundry.cli.app import HELP_FILE, help_text
from questfoundry.composition.registries.stages import BUILT_IN, stage_registry
from tests.support.qf import qf
from tests.support.stage_runs import shipped_prompts

ROOT = Path(__file__).parents[3]
COMMANDS = ("dream", "init", "status", "show", "undo", "runs", "log", "doctor", "prompt", "models")


def in_fresh_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def as_qf(*arguments: str) -> str:
    return f"import sys; from questfoundry.cli.main import main; sys.argv = {['qf', *arguments]}; "


def test_the_help_file_is_what_typer_would_show():
    """Regenerate the stored help with `python -m questfoundry.cli.app`."""
    assert HELP_FILE.read_text(encoding="utf-8") == help_text()


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_is_shown_without_loading_what_it_does_not_need(arguments):
    """Help must appear at once and fit a terminal of 80 columns. (CLI-1.2)"""
    code = "main(); print({'typer', 'attrs', 'pydantic', 'rich', 'typing'} & set(sys.modules))"
    out = in_fresh_process(as_qf(*arguments) + code)
    assert out == HELP_FILE.read_text(encoding="utf-8") + "set()\n"
    assert max(map(len, out.splitlines())) <= 80


def test_the_version_is_that_of_the_package():
    """A wrong version number would make bug reports useless."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert questfoundry.__version__ == version
    assert in_fresh_process(as_qf("--version") + "main()") == f"qf {version}\n"
    assert qf("--version").out == f"qf {version}\n"


def test_every_stage_is_a_command_with_the_model_flags():
    """A stage from a plug-in must get its command and model flags by itself."""
    registry = stage_registry(shipped_prompts())
    assert registry.names == tuple(stage.name for stage in BUILT_IN)
    for stage in (each.name for each in registry.artifacts):
        shown = qf(stage, "--help").out
        for flag in ("", "-discuss", "-summarize", "-serialize"):
            assert f"--provider{flag} " in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    """The author finds a command by its one line in the list. (CLI-1.5)"""
    qf(command, "--help", code=0)
    assert re.search(rf"^  {command} +\w.*[^.]\.$", HELP_FILE.read_text(), re.MULTILINE)


def test_an_unknown_command_is_told_with_the_nearest():
    """A typing error must not send the author to the documentation."""
    said = qf("draem", code=2)
    assert "Did you mean 'dream'" in said.err
