"""Help, version and status, which must be fast because authors ask for them often."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import questfoundry
from questfoundry.app.stages.descriptions import BUILT_IN
from questfoundry.cli.app import HELP_FILE, help_text
from questfoundry.composition.registries.stages import stage_registry
from tests.support.qf import qf
from tests.support.stage_runs import shipped_prompts

ROOT = Path(__file__).parents[3]
COMMANDS = ("dream", "init", "status", "show", "undo", "runs", "log", "doctor", "prompt", "models")

UNNEEDED = (
    "anthropic filelock http httpx httpx2 jinja2 ollama openai structlog textual "
    "questfoundry.app.phases questfoundry.app.pipeline questfoundry.app.run. "
    "questfoundry.app.stages.brainstorm questfoundry.app.stages.dream "
    "questfoundry.app.stages.fill questfoundry.app.stages.grow questfoundry.app.stages.seed "
    "questfoundry.app.stages.stage questfoundry.composition.registries.providers "
    "questfoundry.domain.artifacts.brainstorm questfoundry.domain.artifacts.fill "
    "questfoundry.domain.artifacts.grow questfoundry.domain.artifacts.seed "
    "questfoundry.domain.chat.messages questfoundry.domain.checks questfoundry.domain.events "
    "questfoundry.domain.library.book questfoundry.domain.run.inputs questfoundry.domain.run.spec "
    "questfoundry.domain.solver questfoundry.domain.story.story questfoundry.domain.text.names "
    "questfoundry.domain.text.sections ruamel "
    "questfoundry.domain.weaving questfoundry.domain.writing questfoundry.infra.llm"
)
"""The beginnings of names of modules that the status of a finished story does not need."""


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
    """Help must appear at once and fit a terminal of 80 columns."""
    code = "main(); print({'typer', 'attrs', 'pydantic', 'rich', 'typing'} & set(sys.modules))"
    out = in_fresh_process(as_qf(*arguments) + code)
    assert out == HELP_FILE.read_text(encoding="utf-8") + "set()\n"
    assert max(map(len, out.splitlines())) <= 80


def test_status_loads_no_stage_no_story_and_no_provider(tmp_path):
    """Authors ask for the status between all other commands, so it must not load their code."""
    shutil.copytree(ROOT / "examples" / "forty-asleep", tmp_path, dirs_exist_ok=True)
    status = ("status", "--project", str(tmp_path))
    assert "as version 1" in qf(*status).err
    code = f"""
needless = {tuple(UNNEEDED.split())}
try:
    main()
except SystemExit:
    print({{each for each in sys.modules if each.startswith(needless)}})
"""
    *shown, unneeded = in_fresh_process(as_qf(*status) + code).splitlines()
    assert "ship        ready" in shown
    assert unneeded == "set()"


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


def test_every_command_has_help():
    """The author finds a command by its one line in the list. (CLI-1.5)"""
    for command in COMMANDS:
        qf(command, "--help", code=0)
        assert re.search(rf"^  {command} +\w.*[^.]\.$", HELP_FILE.read_text(), re.MULTILINE), (
            command
        )


def test_an_unknown_command_is_told_with_the_nearest():
    """A typing error must not send the author to the documentation."""
    said = qf("draem", code=2)
    assert "Did you mean 'dream'" in said.err
