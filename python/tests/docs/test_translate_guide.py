"""Tests that the guide to translations shows what the program does."""

import csv
import shlex
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from pydantic import TypeAdapter
from ruamel.yaml import YAML

from questfoundry.domain.protocols.translations import Glossary, Translation
from questfoundry.domain.story.prose import find_conditional_names
from tests.docs.test_examples import run_in
from tests.support.checkout import BAKER, DOCS, blocks
from tests.support.qf import qf

GUIDE = DOCS / "guides/translate.md"


def test_the_commands_of_the_guide_say_this(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))
    monkeypatch.chdir(tmp_path / "baker")
    for block in blocks(GUIDE, "console"):
        for command, told in run_in(block):
            program, *arguments = shlex.split(command)
            assert program == "qf"
            if "--import" in arguments:
                fill(Path(arguments[-1]))
            assert qf(*arguments, code=0).out.splitlines() == told


def fill(file: Path) -> None:
    """Translate each line of a CSV by its own source."""
    with file.open(encoding="utf-8-sig", newline="") as opened:
        head, *rows, end = csv.reader(opened)
    with file.open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened).writerows([head, *([*row[:-1], row[-2]] for row in rows), end])


def test_the_files_of_the_guide_are_read() -> None:
    glossary, translation = (YAML(typ="safe").load(each.text) for each in blocks(GUIDE, "yaml"))
    assert Glossary.model_validate(glossary).terms["boiler"]["fr"] == "chaudière"
    found = TypeAdapter(dict[str, Translation]).validate_python(translation)
    assert find_conditional_names(found["L23"].text) == ("sister", "brother")
