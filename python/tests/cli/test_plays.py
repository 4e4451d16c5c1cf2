"""Tests of ``qf plays``, of keeping plays, and of ``qf check --plays``."""

import csv
import json
from io import StringIO
from pathlib import Path
from shutil import copytree

import pytest

from tests.support.checkout import BAKER
from tests.support.qf import qf
from tests.support.woven_project import edit


@pytest.fixture
def story(tmp_path: Path) -> Path:
    return copytree(BAKER, tmp_path / "story")


def reword(story: Path, old: str, new: str) -> None:
    path = story / "artifacts/fill.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_fewest_plays_as_a_table_and_as_json(story: Path) -> None:
    """The author sees how many plays a tester needs, and that fewer do not do. (PLS-2.1)"""
    said = qf("plays", "-p", str(story), code=0)
    assert said.out.startswith("Play  Ending")
    assert (
        "20 passages, 38 conditional texts, 38 absent conditional texts, 37 choices, " in said.out
    )
    assert "No smaller set of plays does." in said.out
    document = qf("plays", "-p", str(story), "--json", code=0).document
    assert (len(document["plays"]), document["bound"]) == (10, 10)
    assert all(each["alone"] and each["choices"] for each in document["plays"])


def test_three_sheets_for_people(story: Path) -> None:
    """A proof-reader, a tester and a speaker each get what they need. (PLS-2.1)"""
    proof, beta, voice = (
        qf("plays", "-p", str(story), "--format", kind, code=0).out
        for kind in ("proof", "beta", "voice")
    )
    first, *_, last = proof.split("\n\n## Play ")[1:]
    new, known = "\u25cf ", ["" if "\u25cf " in each else each for each in last.split("\n\n")]
    assert all(new in each for each in first.strip().split("\n\n")[1:])
    assert new in last
    assert sum(map(bool, known)) > 20
    assert beta.count("Tested by: ") == beta.count("The ending is **") == 10
    assert "- [ ] " in beta
    first, *rows = csv.reader(StringIO(voice))
    assert first == ["id", "passage", "context", "line"]
    assert len({row[0] for row in rows}) == len(rows)
    assert {"choice", "closed choice"} < {row[2] for row in rows}
    assert any(row[2].startswith("only if ") for row in rows)


def test_kept_plays_fail_on_a_changed_text_until_they_are_kept_again(story: Path) -> None:
    """A kept play is a test: the finding names passage and words, in all forms. (PLS-3.2)"""
    said = qf("check", "--plays", "-p", str(story), code=3)
    assert "No play is kept" in said.err
    assert qf("plays", "--keep", "-p", str(story), code=0).out.endswith("10 plays.\n")
    qf("check", "--plays", "-p", str(story), code=0)

    reword(story, "CONCLUDED TOMORROW, they say", "CONCLUDED TODAY, they say")
    sarif, known = story / "log.sarif", story / "known.json"
    said = qf("check", "--plays", "-p", str(story), "--sarif", str(sarif), code=1)
    assert "kept plays have changed" in said.out
    assert "CONCLUDED TOMORROW" in said.out
    assert "CONCLUDED TODAY" in said.out
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    (result,) = [each for each in results if each["ruleId"] == "play.text"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert (result["level"], place) == ("error", "artifacts/fill.yaml")

    options = ["check", "--plays", "-p", str(story), "--baseline", str(known)]
    qf(*options, "--write-baseline", code=0)
    assert "No new findings" in qf(*options, code=0).out
    for each in sorted((story / "plays").iterdir()):
        qf("play", "--keep", each.stem, "--from", str(each), "-p", str(story), code=0)
    qf("check", "--plays", "-p", str(story), code=0)

    reword(story, "CONCLUDED TODAY, they say", "CONCLUDED, they say")
    qf("check", "--plays", "-p", str(story), code=1)
    qf("undo", "-p", str(story), code=0)
    qf("check", "--plays", "-p", str(story), code=0)


def test_a_game_of_the_page_and_a_played_story_are_kept(story: Path) -> None:
    """The tester saves the game in the page, and the author keeps it. (PLS-3.3)"""
    choices = qf("plays", "-p", str(story), "--json").document["plays"][0]["choices"]
    game = story / "game.save.json"
    game.write_text(json.dumps({"ifid": "X", "choices": choices, "endings": []}))
    qf("play", "--keep", "tester", "--from", str(game), "-p", str(story), code=0)
    kept = (story / "plays/tester.yaml").read_text("utf-8")
    assert all(each in kept for each in choices)
    qf("play", "--keep", "again", "--from", str(story / "plays/tester.yaml"), "-p", str(story))
    assert (story / "plays/again.yaml").read_text("utf-8") == kept

    said = qf("play", "--keep", "mine", "-p", str(story), typed="1\n/quit\n", code=0)
    assert "The play is kept in" in said.out
    document = qf("check", "--plays", "-p", str(story), "--json", code=0).document
    assert document["plays"] == []

    game.write_text(json.dumps({"ifid": "X", "choices": [*choices[:2], "gone"]}))
    said = qf("play", "--keep", "tester", "--from", str(game), "-p", str(story), code=3)
    assert 'There is no choice "gone" in' in said.err
    assert "is not a name" in qf("play", "--keep", "../x", "-p", str(story), code=3).err


def test_plays_of_random_players_are_kept(story: Path) -> None:
    """The same seed keeps the same plays, so a test does not change by chance. (PLS-3.3)"""
    at = ("-p", str(story))
    both = qf("play", "--random", "2", "--keep", "x", "--from", "x.yaml", *at, code=2)
    assert "only one of --random, --persona and --from" in both.err
    said = qf("play", "--random", "3", "--seed", "7", "--keep", "wanderer", *at, code=0)
    assert "3 random plays kept in plays/." in said.out
    kept = {each.name: each.read_bytes() for each in (story / "plays").iterdir()}
    assert set(kept) == {f"wanderer-{number}.yaml" for number in (1, 2, 3)}
    assert len({*kept.values()}) == 3
    qf("play", "--random", "3", "--seed", "7", "--keep", "wanderer", *at, code=0)
    assert {each.name: each.read_bytes() for each in (story / "plays").iterdir()} == kept
    qf("check", "--plays", *at, code=0)


def test_the_play_of_a_persona_is_listed_and_kept(story: Path) -> None:
    """An author sees the story of each kind of reader, and keeps it as a test. (PLS-3.4)"""
    at = ("-p", str(story))
    said = qf("play", "--persona", "explorer", "--keep", "explorer", *at, code=0)
    kept = (story / "plays/explorer.yaml").read_text("utf-8")
    assert said.out.startswith("Number  Passage")
    assert "The end: " in said.out
    assert "The play is kept in" in said.out
    document = qf("play", "--persona", "explorer", "--json", *at, code=0).document
    assert document["kept"] == ""
    assert len(document["choices"]) == kept.count(" choice: ") > 5
    assert all(each in kept for each in document["choices"])
    qf("check", "--plays", *at, code=0)
    assert "no persona 'x'" in qf("play", "--persona", "x", "--keep", "x", *at, code=3).err
    assert not (story / "plays/x.yaml").exists()


def test_an_edit_of_the_structure_names_the_choice(project: Path, tmp_path: Path) -> None:
    """A play of the outline tells a lost choice, without any prose."""
    copy = copytree(project, tmp_path / "copy")
    qf("play", "--outline", "--keep", "one", "-p", str(copy), typed="2\n1\n1\n1\n1\n1\n/quit\n")
    qf("check", "--plays", "-p", str(copy), code=0)
    edit(copy, "Take the last bottle", "Take the last of the air")
    said = qf("check", "--plays", "-p", str(copy), code=1)
    assert 'The label "Take the last bottle" in' in said.out
    assert "There is no choice" not in said.out
