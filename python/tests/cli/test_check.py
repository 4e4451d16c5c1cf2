"""Tests of ``qf check`` on projects edited by hand and on stories from other tools."""

import re
import shutil
from pathlib import Path

import pytest

from questfoundry.app.structure.check import CheckResult
from questfoundry.cli.check_view import write_report
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.source_text import Located
from tests.support.checkout import BAKER
from tests.support.qf import qf
from tests.support.woven_project import GROW_FILE, edit, woven_project

COMMIT = "passage::the-last-air-default-commit-1"
TAIL = "passage::the-last-air-default-tail-1"


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    return woven_project(tmp_path_factory.mktemp("woven") / "story")


@pytest.fixture
def project(kept: Path, tmp_path: Path) -> Path:
    """Return a copy of the project for one test to edit."""
    return Path(shutil.copytree(kept, tmp_path / "story"))


def check(project: Path, *options: str, **given):
    return qf("check", "-p", str(project), *options, **given)


def test_what_grow_has_woven_is_sound(project: Path) -> None:
    """The last line gives the verdict; ``--most`` bounds a search that could take long."""
    said = check(project, code=0)
    *_, verdict = said.out.strip().splitlines()
    assert verdict.startswith("Sound: 13 passages, 13 choices, 4 playthroughs, 3 endings;")
    assert "loops-run-out" not in said.out

    verbose = check(project, "-v").out
    assert re.search(r"loops-run-out +No player can stay in a loop forever\.", verbose)
    document = check(project, "--json").document
    assert document["sound"]
    assert {"loops-run-out", "lengths-alike", "dilemmas-commit-once"} <= set(document["laws"])

    document = check(project, "--most", "3", "--json").document
    unproven = [each for each in document["findings"] if not each["proven"]]
    assert unproven
    assert all("the search gave up" in each["problem"] for each in unproven)
    assert document["arcs"] is None
    assert not [each for each in unproven if each["counterexample"]]


ON = "- id: choice::the-drowned-ledger-default-commit-1--on"
CLOSED = "        requires: [flag::never]"


@pytest.mark.parametrize(
    ("old", "new", "law", "mark"),
    [
        (
            f"to: {TAIL}",
            "to: passage::setup-1",
            "loops-run-out",
            "id: choice::the-last-air-default-com",
        ),
        (f"to: {TAIL}", "to: passage::gone", "choices-join-passages", "id: choice::the-last-air-d"),
        (f"- id: {TAIL}", f"- id: {COMMIT}", "unique-ids", f"- id: {COMMIT}"),
        (ON, f"{ON}\n{CLOSED}", "choices-open-somewhere", ON),
        ("start: passage::setup-1", "start: passage::x", "one-start", "start: passage::x"),
    ],
    ids=["cycle", "missing-target", "doubled-id", "ungrantable-flag", "no-start"],
)
def test_a_broken_file_gives_findings_with_lines(project, old, new, law, mark) -> None:
    """An error has the line of its passage or choice, or of the doubled id. (SEE-1.2)"""
    edit(project, old, new)
    lines = (project / GROW_FILE).read_text("utf-8").splitlines()
    wanted = [number for number, line in enumerate(lines, start=1) if mark in line]
    line = wanted[-1] if law == "unique-ids" else _nearest(wanted, lines, new)

    document = check(project, "--json").document
    found = [each for each in document["findings"] if each["law"] == law]
    assert [(each["file"], each["line"]) for each in found] == [(GROW_FILE, line)]
    said = check(project)
    assert (said.code, document["sound"]) == (1, False)
    assert re.search(rf"{GROW_FILE}:{line} .*\n +Law +{law}\n", said.out)
    assert said.out.strip().splitlines()[-1].startswith("Not sound:")


def _nearest(wanted: list[int], lines: list[str], new: str) -> int:
    """Return the last line of ``wanted`` that is not behind the edit."""
    last = new.splitlines()[-1]
    edited = next(number for number, line in enumerate(lines, start=1) if last in line)
    return max(line for line in wanted if line <= edited)


def test_a_counterexample_is_told_in_titles_and_labels(project: Path) -> None:
    """The author replays a broken path by titles, programs by ids of choices. (SEE-1.4)"""
    edit(project, f"to: {TAIL}", "to: passage::setup-1")
    steps = (
        r"1\. The Tide Bell, choose: Hold out the mouthpiece\n"
        r" +2\. One Mouthpiece, choose: .+\n +3\. The Tide Bell\n"
    )
    assert re.search(steps, check(project).out)
    found = check(project, "--json").document["findings"]
    (loop,) = [each for each in found if each["law"] == "loops-run-out"]
    assert (
        loop["counterexample"]
        == ["choice::setup-1--the-last-air-default", "choice::the-last-air-default-commit-1--on"]
        * 2
    )
    assert loop["place"] == loop["counterexample"][-1]


def test_causes_come_before_consequences(project: Path) -> None:
    """One closed door hides many passages, so the cause comes first. (SEE-1.4)"""
    for way in ("default", "alternative"):
        fork = f"- id: choice::setup-1--the-last-air-{way}"
        edit(project, fork, f"{fork}\n{CLOSED}")
    said = check(project).out
    assert said.index("choices-open-somewhere") < said.index("passages-reached")
    assert "more of passages-reached; --json lists all" in said
    found = check(project, "--json").document["findings"]
    assert sum(each["law"] == "passages-reached" for each in found) == 12


def test_many_warnings_of_a_law_are_told_as_one(project: Path) -> None:
    """Nine copies of one warning would hide the other warnings."""
    marks = [f"mark::extra-{number}" for number in range(9)]
    texts = [f"{each}: {{text: It is so.}}" for each in marks]
    edit(project, "marks: {}", "\n  ".join(["marks:", *texts]))
    granted = "\n          ".join(f"- {each}" for each in marks)
    edit(project, "- flag::the-last-air-default-1", granted)
    said = check(project).out
    assert said.count("flags-read: ") == 1
    assert re.search(r"and \d+ more; --json lists all\.", said)


def test_a_law_can_be_made_strict(project: Path) -> None:
    """A team may decide that a warning must fail the check."""
    edit(project, "marks: {}", "marks:\n  mark::extra: {text: It is so.}")
    granted = "- flag::the-last-air-default-1"
    edit(project, granted, f"{granted}\n          - mark::extra")
    assert check(project).code == 0
    settings = project / "project.yaml"
    before = settings.read_text("utf-8")
    settings.write_text(f"{before}\ncheck:\n  errors: [flags-read]\n", "utf-8")
    said = check(project)
    assert said.code == 1
    assert re.search(r"Law +flags-read", said.out)
    settings.write_text(f"{before}\ncheck:\n  errors: [flag-read]\n", "utf-8")
    assert "'flag-read', which is not a law. Did you mean 'flags-read'" in check(project).err


def test_what_is_no_structure_is_an_error_with_lines(project: Path) -> None:
    """Without a readable structure no law can be checked, so the error names the lines."""
    line = edit(project, "title: Names in Wet Ink", "tilte: Names")
    said = check(project)
    assert (said.code, said.out) == (3, "")
    assert f"line {line}: passages" in said.err
    edit(project, "tilte: Names", "title: Names")
    line = edit(project, "- beat::setup-1", "- beat::setup-9")
    said = check(project, code=3)
    assert f"line {line}: passages.0.beats.0: there is no beat beat::setup-9" in said.err


def test_words_that_the_stage_refuses_are_told_once_the_structure_is_sound(project: Path) -> None:
    """Wording errors matter only in a sound structure, and they still fail the check."""
    line = edit(project, "title: Names in Wet Ink", "title: The Tide Bell")
    said = check(project, code=1)
    assert f"{GROW_FILE}:{line}" in said.out
    assert said.out.strip().endswith("correct the texts listed above.")
    (fault,) = check(project, "--json").document["wording"]
    assert (fault["file"], fault["line"]) == (GROW_FILE, line)


def test_checking_stores_nothing(project: Path) -> None:
    """Looking at a story must not create versions. The next command that uses the edit does."""
    edit(project, "title: Names in Wet Ink", "title: Names in Ink")
    said = check(project)
    assert (said.code, said.err) == (0, "")
    assert "Stored your edit" in qf("status", "-p", str(project)).err


def report_of(law: Law, *, proven: bool) -> CheckResult:
    cellar = Passage(id="passage::cellar")
    finding = Finding(
        rule=law,
        severity=law.severity,
        place=cellar.id,
        problem="Not proven: the search gave up after 9 states.",
        fix="Allow the search more states.",
        proven=proven,
    )
    return CheckResult(
        title="The Cellar",
        structure=Structure(start=cellar.id, passages=(cellar,), choices=()),
        laws=tuple(Law),
        findings=(Located(finding, None),),
        arcs=None,
    )


@pytest.mark.parametrize(
    ("law", "proven", "conclusion", "in_order"),
    [
        (Law.STUCK, True, "Not sound: ", False),
        (Law.STUCK, False, "Not proven sound: ", False),
        (Law.SHARES, False, "Sound: 1 passage, 0 choices, 0 endings; the findings above", True),
    ],
)
def test_what_is_not_proven_is_neither_sound_nor_an_error(
    law: Law, proven: bool, conclusion: str, in_order: bool, capsys
) -> None:
    """An open question is no success, except where the law is advice. (SEE-2.1)"""
    report = report_of(law, proven=proven)
    write_report(report, verbose=False)
    said = capsys.readouterr().out
    assert ("1 error:" in said) == proven
    assert ("Neither proven nor disproven:\n" in said) != proven
    assert said.splitlines()[-1].startswith(conclusion)
    assert report.is_clean == in_order


def test_without_a_structure_there_is_nothing_to_check(tmp_path: Path) -> None:
    """Before GROW, the commands must name the stage to run first."""
    qf("init", "A story", "-p", str(tmp_path / "story"))
    for command in (["check"], ["inspect"], ["play", "--outline"]):
        said = qf(*command, "-p", str(tmp_path / "story"), code=3)
        assert "qf grow" in said.err
        assert qf(*command, "-p", str(tmp_path / "nowhere")).code == 3


STORY = """:: StoryTitle
The Cellar

:: Start
[[Go down->Cellar]]
[[Walk away->Street]]

:: Cellar
{}
[[Up->Start]]

:: Street
It is over.
"""


def twee(folder: Path, extra: str = "It is dark.") -> Path:
    path = folder / "cellar.twee"
    path.write_text(STORY.format(extra), encoding="utf-8")
    return path


def test_a_story_of_others_may_go_round_and_its_text_is_only_text(tmp_path: Path) -> None:
    """Loops are normal elsewhere, and a title must not control the terminal. (CLI-12.1)"""
    said = qf("check", "-v", str(twee(tmp_path)), code=0)
    assert said.out.strip().splitlines()[-1].startswith("Sound: 3 passages, 3 choices, 1 ending;")
    for law in ("loops-run-out", "dilemmas-commit-once", "entities-used"):
        assert law not in said.out

    story = twee(tmp_path, "[[\x1b[2J[bold]x[/bold]->\x1b[31mWell]]")
    said = qf("check", str(story))
    assert "\x1b" not in said.out
    assert said.code == 1


def test_what_is_not_modelled_is_listed_and_nothing_called_sound(tmp_path: Path) -> None:
    """A verdict of sound would be false if parts of the story were not read. (SEE-3.2)"""
    story = twee(tmp_path, "{embed Flickr photo: 'cat'}")
    said = qf("check", str(story), code=0)
    assert said.out.startswith("Not analysed, so not checked:\n  1 x  ")
    assert "cellar.twee:9" in said.out
    assert "Sound" not in said.out
    document = qf("check", "--json", str(story)).document
    assert not document["sound"]
    (one,) = document["not_modelled"]
    assert (one["file"], one["line"], one["place"]) == (str(story), 9, "Cellar")
    broken = qf("check", str(twee(tmp_path, "{embed Flickr photo: 'cat'} [[Well]]")), code=1)
    assert "\nNot sound (in the analysed part): " in broken.out


def test_faults_of_others_are_told_with_file_and_line(tmp_path: Path) -> None:
    """An author of a Twine story finds each error by file and line, in a folder as in one file."""
    twee(tmp_path, "[[Deeper->Well]]")
    (tmp_path / "more.twee").write_text(":: Attic\nDust.\n", encoding="utf-8")
    said = qf("check", str(tmp_path), code=1)
    assert re.search(rf"{tmp_path / 'cellar.twee'}:9 .*\n +Law +choices-join-passages", said.out)
    fixed = twee(tmp_path, "[[Deeper->Attic]]")
    assert qf("check", str(fixed), str(tmp_path / "more.twee")).code == 0


def test_what_is_no_story_is_refused(tmp_path: Path) -> None:
    """The error names the formats that the command can read."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "story.docx").write_text("x")
    (tmp_path / "noise.twee").write_bytes(b"\x00\xff\xfe")
    for name, words in {
        "gone.twee": "There is no file",
        "empty": "contains no story",
        "story.docx": "Give files that end in startup.txt, .twee, .tw",
        "noise.twee": "UTF-8",
    }.items():
        for command in ("check", "inspect"):
            said = qf(command, str(tmp_path / name))
            assert (said.code, words in said.err) == (3, True), said
            assert said.err.count(".json") <= 1
    said = qf("check", str(twee(tmp_path)), str(_json(tmp_path)))
    assert (said.code, "different format" in said.err) == (3, True)
    assert qf("check", "--most", "0").code == 2


def _json(folder: Path) -> Path:
    path = folder / "story.json"
    path.write_text("{}")
    return path


def test_a_slip_in_edited_prose_has_its_line_and_is_no_error(tmp_path: Path) -> None:
    """The author sees a slip at once, before the edit is accepted. (PRS-9.1)"""
    project = Path(shutil.copytree(BAKER, tmp_path / "story"))
    file = project / "artifacts" / "fill.yaml"
    lines = file.read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines) if text.strip() == "prose: |-")
    lines[line + 1] += " <|im_end|>"
    file.write_text("\n".join(lines), "utf-8")

    result = check(project, "--json")
    (finding,) = result.document["doubts"]
    assert result.code == 0
    assert (finding["rule"], finding["line"]) == ("prose.markup", line + 1)
    assert "<|im_end|>" in finding["problem"]
    assert finding["fix"] in check(project).out.replace("\n", " ")

    file.write_text("prose: [", "utf-8")
    assert check(project).code == 0


def test_a_structure_of_an_earlier_version_is_named_as_such(project: Path) -> None:
    """An old file was called edited, and the advice to undo the edit removed the artifact."""
    text = (project / GROW_FILE).read_text("utf-8")
    (project / GROW_FILE).write_text(text.replace("\nversion: 2\n", "\nversion: 1\n"), "utf-8")
    said = check(project, code=3)
    assert "version 1, from an earlier QuestFoundry" in said.err
    assert "qf grow" in said.err
    assert "undo" not in said.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.html", '<tw-storydata name="Empty" startnode="1"></tw-storydata>'),
        ("empty.twee", ":: StoryData\n{}\n:: Code [script]\nlet x = 1\n"),
    ],
)
def test_a_story_without_passages_is_refused(tmp_path: Path, name: str, text: str) -> None:
    """A new Twine story has no passage yet, and that is no bug of the program."""
    (tmp_path / name).write_text(text)
    for command in (("check",), ("map",), ("import", "-p", str(tmp_path / "project"))):
        said = qf(command[0], str(tmp_path / name), *command[1:])
        assert (said.code, "has no passage" in said.err) == (3, True), (command, said)
