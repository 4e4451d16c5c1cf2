"""Every ``--json`` output is JSON through and through, for results as well as for errors."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf import qf

REPR = re.compile(
    r"""^[\[({]+'|^\{.*\}$|\b[A-Z]\w+\(\w+=|<[\w.]+ (?:object|at) |\bDecimal\(|Path\('"""
    r"""|^(?:None|True|False)$"""
)
"""What Python writes where a program expects JSON."""

IN_PROJECT = (
    *("status", "show dream", "runs", "log dream-1", "log dream-1 --full", "drafts", "comments"),
    *("bible", "keep", "book list", "book conversations", "run --preview", "doctor"),
    *("prompt show dream discuss", "prompt show dream summarize", "prompt show dream serialize"),
)
REFUSED = (
    *("show nosuch", "show seed", "log nosuch", "check", "inspect", "map", "ship", "undo nosuch"),
    *("keep nosuch", "drafts take-9", "drafts take-9 --choose", "book show nosuch", "play"),
    *("book search lamp --book nosuch", "book remove nosuch --yes", "rename Mara Ada"),
    *("prompt show nosuch discuss", "brainstorm -I --resume nosuch"),
    *("dream -I --retry-last x", "run x --budget 5", "book chat nosuch x", "book reindex nosuch"),
    *("import nosuch.twee", "book add nosuch.txt", "open"),
)
ANYWHERE = ("models list", "models path", "models path nosuch", "projects nosuch")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    folder = tmp_path_factory.mktemp("json") / "story"
    create_project(folder, "Drowned")
    with DreamServer() as server:
        qf("dream", "-I", "A noir", "-p", str(folder), env=server.env, code=0)
        yield folder, server.env


def texts_of(value: Any) -> Iterator[str]:
    """Yield all texts in a JSON value, with the keys."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict | list):
            yield from texts_of(each)


@pytest.mark.parametrize("command", [*IN_PROJECT, *REFUSED, *ANYWHERE])
def test_the_output_is_json_without_traces_of_python(project, command: str) -> None:
    """A program cannot read ``{'query': None}``, and a person would not either. (CLI-2.3)"""
    folder, env = project
    where = () if command in ANYWHERE else ("-p", str(folder))
    said = qf(*command.split(), "--json", *where, env=env)

    document = json.loads(said.out)
    found = [each for each in texts_of(document) if REPR.search(each)]
    # Prompts contain examples of JSON, which the model reads as text.
    assert [each for each in found if '"' not in each] == []
    assert ("error" in str(document)[:20]) == (command in REFUSED or "nosuch" in command)
