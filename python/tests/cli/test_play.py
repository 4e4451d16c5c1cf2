"""Tests of ``qf play``: typed choices with outline and prose, and random plays."""

import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from questfoundry.app.playing.routes import play_at_random
from questfoundry.app.playing.walk import ShownPassage, WalkStoryUseCase
from questfoundry.cli.play_command import TerminalPlayView, write_random
from tests.support.qf import qf
from tests.support.small_story import made_until, story_of
from tests.support.woven_project import copied
from tests.support.written_story import prose_for, stages_of, write, written


def play(project: Path, *lines: str):
    return qf("play", "--outline", "-p", str(project), typed="".join(f"{line}\n" for line in lines))


def test_a_walk_to_an_ending(project: Path) -> None:
    """The author plays a path to its ending and sees what the path left out. (SEE-5.1)"""
    said = play(project, "2", "1", "1", "1", "1", "1")
    assert said.code == 0
    for words in (
        "1. The Tide Bell\n\nThe tide bell wakes Mara.\n\nThe vault door falls shut",
        "  1) Hold out the mouthpiece\n  2) Take the last bottle\n",
        "[Read only after: She surfaces alone. Ilk will not stand with his back to",
        "The end: The Harbour Closes. You visited 7 passages.",
        "Choices not taken:\n  The Tide Bell: Hold out the mouthpiece\n",
    ):
        assert words in said.out, words


@pytest.mark.parametrize("has_database", [False, True])
def test_a_project_from_somewhere_else_is_played_without_writing_into_it(
    project: Path, tmp_path: Path, has_database: bool
) -> None:
    """A downloaded story must stay as it is, down to its files."""
    story = tmp_path / "found"
    shutil.copytree(project / "artifacts", story / "artifacts")
    shutil.copy(project / "project.yaml", story)
    if has_database:
        shutil.copy(project / "story.db", story)
        (story / "story.db.id").write_text("of another computer\n")
    before = {each: each.read_bytes() for each in story.rglob("*") if each.is_file()}
    said = play(story, "2", "1", "1", "1", "1", "1")
    assert (said.code, said.err) == (0, "")
    assert "The end: The Harbour Closes." in said.out
    assert before == {each: each.read_bytes() for each in story.rglob("*") if each.is_file()}


def test_what_is_true_and_the_way_back_are_told(project: Path) -> None:
    """The author checks the state in words, and can go back from an ending."""
    said = play(project, "/flags", "2", "/flags")
    assert "> \n  No flags are set yet.\n" in said.out
    assert "\n  - Ilk remembers the dark.\n" in said.out

    said = play(project, *"211111", "1", "/help", "/back")
    assert "The story is over. Type /back, /restart or /quit." in said.out
    assert "/flags    show the choice flags that are set" in said.out
    assert said.out.rstrip(" >\n").endswith("1) Go on")


def test_back_restart_and_quit(project: Path) -> None:
    """Trying another choice must not require a new start."""
    said = play(project, "/back", "1", "/back", "1", "1", "/restart", "/quit", "1")
    assert said.code == 0
    titles = [line for line in said.out.splitlines() if line[:3] in {"1. ", "2. ", "3. "}]
    assert [title[0] for title in titles] == ["1", "2", "1", "2", "3", "1"]
    assert said.out.count("You are at the start.") == 1


@pytest.mark.parametrize("typed", ["0", "3", "²", "-1", "1 2", "", "/fly", "99999999999999999999"])
def test_what_is_no_choice_is_answered_with_what_is(project: Path, typed: str) -> None:
    """A wrong input must not count as a choice, and the player learns what to type."""
    said = play(project, typed)
    assert said.code == 0
    assert "Type a number from 1 to 2, or /help." in said.out
    assert "2. " not in said.out


def test_what_cannot_be_played_is_refused_with_advice(project: Path) -> None:
    """Errors name the option that works instead, and binary input is no traceback."""
    said = qf("play", "-p", str(project))
    assert (said.code, said.out) == (3, "")
    assert said.err.rstrip().endswith(f"qf play --outline --project {project}")
    assert f"qf fill --project {project}" in said.err

    said = qf("play", "--json", "-p", str(project))
    assert (said.code, "--random N" in said.out) == (3, True)

    said = qf("play", "--outline", "-p", str(project), typed=b"\xff\n")
    assert (said.code, "UTF-8" in said.err) == (3, True)


@pytest.fixture
async def told(tmp_path: Path) -> AsyncIterator[Path]:
    """Return a project whose prose lacks one passage."""
    workshop = await written()
    prose = prose_for(story_of(workshop))
    start, second, *_ = prose
    prose[start] = "It rings twice.\n\nAnd\nagain.\x1b[2J"
    prose[second] = " "
    write(workshop.store, prose)
    await copied(workshop, tmp_path / "story")
    with stages_of(workshop):
        yield tmp_path / "story"


def test_prose_is_played_where_there_is_any(told: Path) -> None:
    """Prose must not control the terminal, and a gap shows the outline. (SEE-6.1)"""
    said = qf("play", "-p", str(told), typed="1\n/back\n", code=0)
    assert "1. The Tide Bell\n\nIt rings twice.\n\nAnd\nagain.[2J\n\n  1) " in said.out
    assert "She holds the mouthpiece out to him." in said.out
    outline = qf("play", "--outline", "-p", str(told))
    assert "The tide bell wakes Mara." in outline.out


def test_a_terminal_gets_short_lines(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    """Lines across a wide terminal are hard to read. (SEE-6.1)"""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    scene = ShownPassage(number=1, title="T", paragraphs=("word " * 100,), labels=(), ending="")
    TerminalPlayView().show(scene)
    lines = capsys.readouterr().out.splitlines()
    assert 70 < max(map(len, lines)) <= 76


def test_chance_plays_many_times(project: Path) -> None:
    """Repeatable random plays let the author compare two versions of a story. (SEE-6.2)"""
    said = qf("play", "--random", "1000", "--seed", "1", "-p", str(project), code=0)
    assert said.out.startswith("1,000 random playthroughs, with seed 1\n")
    for words in (r"Passages +13 of 13 visited", r"Choices +13 of 13 taken", r"Stuck +none"):
        assert re.search(words, said.out)
    shares = re.findall(
        r"^(?:The Harbour Closes|Read Aloud|Names Without Echo) +\d+ +([\d.]+)%$",
        said.out,
        re.MULTILINE,
    )
    assert round(sum(map(float, shares))) == 100
    document = qf("play", "--random", "1000", "--json", "-p", str(project)).document
    assert (document["seed"], document["plays"], document["stuck"]) == (1, 1000, {})
    assert document == qf("play", "--random", "1000", "--json", "-p", str(project)).document


async def test_what_chance_never_met_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Passages that no random play reaches are candidates for cutting, so they are named."""
    story = story_of(await made_until("grow"))
    structure = story.existing_structure
    choices = [
        evolve(each, requires=["flag::never"]) if each.source == structure.start else each
        for each in structure.choices
    ]
    closed = evolve(structure, choices=tuple(choices))
    found = play_at_random(closed, plays=10, rng=Random(1))
    write_random(found, evolve(story, structure=closed), seed=1)
    told = capsys.readouterr().out
    assert "Stuck     The Tide Bell\n" in told
    assert "1 of 13 visited; not visited: " in told
    assert "; and 7 more" in told
    assert "Length" not in told
    assert re.search(r"Read Aloud +0 +0%", told)


def test_ctrl_c_ends_the_walk(project: Path, monkeypatch) -> None:
    """Ctrl-C must end a play without a traceback."""

    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(WalkStoryUseCase, "execute", pressed)
    assert play(project).code == 130
