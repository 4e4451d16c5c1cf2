"""Tests of ``qf check`` for other tools: SARIF output and known findings."""

import json
from pathlib import Path

import pytest

from tests.support.qf import qf

STORY = """:: Start
[[Go down->Cellar]]
[[Walk away->Street]]

:: Cellar
{}
[[Up->Start]]

:: Street
It is over.
"""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return written(tmp_path / "a story.twee", "[[Well]]\n<<dance>>")


def written(path: Path, extra: str) -> Path:
    path.write_text(STORY.format(extra), encoding="utf-8")
    return path


def test_what_is_found_is_written_for_other_tools(story: Path, tmp_path: Path) -> None:
    """Tools show findings only from SARIF that is valid by OASIS's schema."""
    log = tmp_path / "out" / "check.sarif"
    assert qf("check", str(story), "--sarif", str(log)).code == 1
    (run,) = json.loads(log.read_text("utf-8"))["runs"]
    rules = [each["id"] for each in run["tool"]["driver"]["rules"]]
    results = run["results"]
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in results)
    error = next(each for each in results if each.get("level") == "error")
    assert error["ruleId"] == "choices-join-passages"
    physical = error["locations"][0]["physicalLocation"]
    assert physical["region"] == {"startLine": 6}
    assert physical["artifactLocation"]["uri"].endswith("a%20story.twee")
    assert "6" not in "".join(error["partialFingerprints"].values())
    assert {each["level"] for each in results if each.get("kind") == "review"} <= {"none"}
    (told,) = run["invocations"][0]["toolExecutionNotifications"]
    assert told["locations"][0]["physicalLocation"]["region"] == {"startLine": 7}


def test_known_findings_are_left_out_though_lines_move(story: Path, tmp_path: Path) -> None:
    """A moved line must not report findings again, nor hide gone ones. (SEE-7.2)"""
    known = tmp_path / "known.json"
    options = ("--baseline", str(known))
    said = qf("check", str(story), *options, "--write-baseline")
    assert (said.code, "Sound" in said.out) == (0, False)
    written(story, "More is said.\n\n[[Well]]\n<<dance>>")
    said = qf("check", str(story), *options)
    assert (said.code, said.out.strip().splitlines()[-1][:15]) == (0, "No new findings")
    document = qf("check", str(story), *options, "--json").document
    assert (document["sound"], document["findings"]) == (False, [])
    assert document["known"] == len(json.loads(known.read_text("utf-8"))["known"])
    written(story, "[[Well]] [[Attic]]\n<<dance>>")
    said = qf("check", str(story), *options)
    assert (said.code, "Well" in said.out, "Attic" in said.out) == (1, False, True)

    qf("check", str(story), "--baseline", str(known), "--write-baseline")
    said = qf("check", str(written(story, "Dark.")), "--baseline", str(known))
    assert (said.code, "that no longer occur" in said.out) == (0, True)
    gone = qf("check", str(story), "--baseline", str(known), "--json").document["gone"]
    assert {"law": "choices-join-passages", "place": "Cellar -> Well #1"} in gone


def test_a_file_of_known_findings_must_be_one(story: Path, tmp_path: Path) -> None:
    """A wrong baseline file would silently hide new findings."""
    other = tmp_path / "known.json"
    options = ("check", str(story), "--baseline")
    assert qf(*options, str(other)).code == 3
    other.write_text('{"version": 1, "known": [{"law": "x"}]}')
    said = qf(*options, str(other))
    assert (said.code, "known.0.rule" in said.err) == (3, True)
    assert qf("check", str(story), "--write-baseline").code == 2
