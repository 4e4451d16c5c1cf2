"""Tests of ``qf check --text`` with a local server as the reading model."""

import json
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from questfoundry.testing.scripted import says
from tests.support.checkout import BAKER
from tests.support.qf import qf, qf_answered

LINES = [
    "1 | Tilly | age | nineteen | always",
    "7 | Tilly | age | twenty | always",
    "999 | nobody | age | one | always",
]
JUDGED = {"id": "p1", "severity": "slight", "reason": "She ages.", "first": "", "second": ""}


def answers(*documents: dict) -> list:
    return [says(json.dumps(each)) for each in documents]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "baker", ignore=ignore_patterns("exports"))


def test_the_cost_is_told_before_and_the_playthrough_after(story: Path) -> None:
    """The author decides by the cost, and finds the fault by playing."""
    replies = answers(
        {"facts": LINES}, {"pairs": []}, {"contradictions": [JUDGED], "none": [], "different": []}
    )
    said = qf_answered("check", "--text", "-p", str(story), replies=replies, code=0)
    assert "Reading the text with openai/gpt-4o: about 3 calls and" in said.err
    assert "Contradiction (slight): She ages." in said.out
    assert ", choose: " in said.out
    assert "Text: 2 facts, 1 contradiction; readers meet " in said.out
    assert "Run proof-1: 3 calls" in said.out
    known = qf("check", "-p", str(story), "--sarif", str(story / "log.sarif"), "--json", code=0)
    [doubt] = [e for e in known.document["doubts"] if e["rule"] == "prose.contradiction"]
    assert doubt["counterexample"]
    assert "prose.contradiction" in (story / "log.sarif").read_text("utf-8")


def test_other_stories_are_refused(story: Path, tmp_path: Path) -> None:
    """A story of another program has no prose apart from its code."""
    twee = tmp_path / "story.twee"
    twee.write_text(":: Start\nIt is dark.\n")
    assert "Leave out FILE" in qf("check", str(twee), "--text", "-p", str(story), code=2).err
