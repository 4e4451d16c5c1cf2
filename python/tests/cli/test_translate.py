"""Tests of ``qf translate`` and ``qf ship --language`` in the terminal."""

import json
import re
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from questfoundry.testing.scripted import says
from tests.support.checkout import BAKER
from tests.support.qf import qf, qf_answered


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))


def test_a_translation_in_the_terminal(story: Path, tmp_path: Path) -> None:
    """An author sees what was done and what comes next."""
    at, file = ("-p", str(story)), tmp_path / "fr.po"
    assert "no translations yet" in qf("translate", *at, code=0).out
    assert "Name a language" in qf("translate", "--export", "csv", *at, code=2).err
    both = qf("translate", "fr", "--export", "po", "--import", str(file), *at, code=2)
    assert "only one of --export" in both.err
    assert (
        "Choose from: xliff, po, csv" in qf("translate", "fr", "--export", "pdf", *at, code=3).err
    )
    done = qf("translate", "fr", "--export", "po", "--out", str(file), "--json", *at, code=0)
    assert done.document == {"file": str(file), "language": "fr", "new": 158, "stale": 0, "done": 0}
    assert "known suffix" in qf("translate", "fr", "--import", "fr.pdf", *at, code=3).err
    assert "Cannot read" in qf("translate", "fr", "--import", "none.po", *at, code=3).err
    untouched = qf("translate", "fr", "--import", str(file), *at, code=0)
    assert untouched.out == (
        "Imported 0 translations.\n158 of 158 lines have no translation yet.\n"
    )
    open_lines = qf("ship", "--language", "fr", *at, code=3)
    assert "Translate the story to fr: qf translate fr" in open_lines.err
    text = file.read_text("utf-8")
    file.write_text(re.sub(r'(msgid ("L?.*"(?:\n".*")*)\nmsgstr )""', r"\1\2", text), "utf-8")
    taken = qf("translate", "fr", "--import", str(file), *at, code=0)
    assert "Imported 158 translations.\nThe translation is complete." in taken.out
    assert "No translation is complete" not in taken.out
    listed = qf("translate", "--json", *at, code=0).document["translations"]
    assert listed == [{"language": "fr", "new": 0, "stale": 0, "done": 158}]
    shipped = qf("ship", "--language", "all", "--format", "html", *at, code=0)
    assert f"Folder: {story / 'exports/fr'}" in shipped.out
    assert (story / "exports/fr/eleven-inches-of-nothing.html").is_file()
    prose = story / "artifacts/fill.yaml"
    prose.write_text(
        prose.read_text("utf-8").replace("that has no door", "without a door"), "utf-8"
    )
    stale = qf("translate", "fr", "--import", str(file), *at, code=0)
    assert stale.out.endswith("Stale: 1 translation, because the source has changed.\n")


def test_a_model_translates_in_the_terminal(story: Path) -> None:
    """An author sees the cost before the calls, and open lines after them."""
    at = ("-p", str(story))
    assert "No translation is complete" in qf("ship", "--language", "all", *at, code=3).err
    lines = {f"L{number}": {"text": f"Zeile {number}"} for number in range(1, 13)}
    said = qf_answered(
        "translate",
        "de",
        "--budget",
        "10tokens",
        *at,
        replies=[says(json.dumps({"lines": lines}))],
        code=7,
    )
    assert "Translating with openai/gpt-4o: about 21 calls" in said.err
    assert (
        "Writing 21 passages with openai/gpt-4o\n  Eleven Inches of Nothing, 24 words" in said.err
    )
    assert "The budget of 10 tokens is reached." in said.err
    assert qf("translate", "--json", *at, code=0).document["translations"][0]["done"] == 12
