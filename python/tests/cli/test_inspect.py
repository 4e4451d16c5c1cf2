"""Tests of ``qf inspect``, which shows the numbers of a story."""

import re
import shutil
from pathlib import Path

from tests.support.qf import qf
from tests.support.woven_project import edit


def test_the_numbers_of_a_project(project: Path) -> None:
    """The author judges size and shape of the story from its numbers. (SEE-4.1)"""
    said = qf("inspect", "-p", str(project), code=0)
    for line in (
        r"Passages +13",
        r"Choices +13",
        r"Words +1,250 to 2,000 planned",
        r"Playthroughs +4",
        r"Length +7 passages, 700 to 1,120 words, such as The Tide Bell > One Mouthpiece > .+",
        r"The Harbour Closes +1 +2 +50%",
        r"   Soft: the paths rejoin, with heavy and light delayed effects\. "
        r"Decided in \"The Tide Bell\"\.",
        r"   She shares her air\. +3 +2 +50%",
        r"   Hard: splits the end\. Decided in \"Names in Wet Ink\"\.",
        r"Screens +7 per playthrough",
        r"Decisions +2 change what follows, 0 only colour the text",
        r"Decisions made +2 per playthrough; 2\.0 options each, 0 of 2 with more than two",
        r"One choice +4 per playthrough",
        r"Who paid for the flood\?",
        r"   The mayor paid for the flood\. \(revealed in \"Names in Wet Ink\"\)",
    ):
        assert re.search(rf"^{line}$", said.out, re.MULTILINE), line
    document = qf("inspect", "--json", "-p", str(project)).document
    assert (document["arcs"], document["words"]) == (4, {"least": 1250, "most": 2000})
    assert [each["arcs"] for each in document["endings"]] == [2, 1, 1]
    assert [len(each["forks"]) for each in document["dilemmas"]] == [1, 1]


def test_the_agency_of_players(project: Path) -> None:
    """The author sees which choice matters, and which only colours the text. (SEE-8.1)"""
    said = qf("inspect", "--agency", "-p", str(project), code=0)
    for line in (
        r"Decisions +2\.0 per playthrough",
        r"Influence +100% of them shift the chances of the endings by 15 points",
        r"Opens +0% of the choice flags open an option elsewhere",
        r"The Tide Bell +1\.00 +50 +2 passages +4 passages, 4 options",
        r"  Hold out the mouthpiece: Read Aloud \+25, Names Without Echo -25",
    ):
        assert re.search(rf"^{line}$", said.out, re.MULTILINE), line
    document = qf("inspect", "--agency", "--json", "-p", str(project)).document
    assert document["influence"] == {"value": 1.0, "exact": True}
    refused = qf("inspect", "--agency", "The Tide Bell", "-p", str(project), code=3)
    assert "--agency measures the story of the project." in refused.err


def test_a_passage_of_a_project(project: Path) -> None:
    """The author sees what a player knows in a passage, by title or id. (CLU-5.2)"""
    said = qf("inspect", "the first page", "-p", str(project), code=0)
    for heading, text in (
        ("Clues that every player has", "The mayor paid for the flood."),
        ("Clues that this passage relies on", "The mayor paid for the flood."),
        ("What happens", "She reads the first page to the families."),
    ):
        assert f"{heading}:\n- {text}\n" in said.out
    fork = qf("inspect", "--json", "the-drowned-ledger-shared-1", "-p", str(project)).document
    assert fork["learnt"] == ["The mayor paid for the flood."]
    assert [each["answer"] for each in fork["choices"]] == [
        "She hands it over.",
        "She gives it away.",
    ]
    assert fork["unknown"] == fork["known"] == fork["choices"][0]["leaves"] == []
    bell = qf("inspect", "--json", "The Tide Bell", "-p", str(project)).document
    assert bell["unknown"] == ["The mayor paid for the flood."]
    unknown = qf("inspect", "The Tide Ball", "-p", str(project))
    assert unknown.code != 0
    assert "The Tide Bell" in unknown.err


def test_an_edit_is_taken_in_and_an_unsound_one_refused(project: Path, tmp_path: Path) -> None:
    """Numbers of an unsound structure would be wrong, so ``qf inspect`` shows none. (SEE-4.1)"""
    copy = Path(shutil.copytree(project, tmp_path / "story"))
    edit(copy, "title: Names in Wet Ink", "title: Names in Ink")
    assert "Names in Ink" in qf("inspect", "-p", str(copy)).out
    edit(copy, "to: passage::the-last-air-default-tail-1", "to: passage::setup-1")
    said = qf("inspect", "-p", str(copy))
    assert (said.code, said.out) == (3, "")


def test_a_story_of_others_with_a_loop(tmp_path: Path) -> None:
    """A loop makes playthroughs endless, so counting them would never finish or mislead."""
    path = tmp_path / "story.twee"
    path.write_text(
        ":: Start\nOne two three.\n[[On->Hall]]\n\n:: Hall\nFour.\n[[Back->Start]]\n[[Out->Exit]]\n"
        "\n:: Exit\nFive six.\n",
        encoding="utf-8",
    )
    said = qf("inspect", str(path), code=0)
    assert re.search(
        r"^Playthroughs +not counted: a player can loop forever, .*$", said.out, re.MULTILINE
    )
    assert re.search(r"^Shortest +3 passages, .+: Start > Hall > Exit$", said.out, re.MULTILINE)
    assert not re.search(r"^Longest|planned", said.out, re.MULTILINE)

    path.write_text(":: Start\n[[On->Gone]]\n", encoding="utf-8")
    broken = qf("inspect", str(path))
    assert (broken.code, "qf check" in broken.err) == (3, True)
