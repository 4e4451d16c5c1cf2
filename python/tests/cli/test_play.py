"""``qf play --outline``, typed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from questfoundry.app.playing.walker import WalkStoryUseCase
from tests.support.qf import qf
from tests.support.woven_project import woven_project


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    return woven_project(tmp_path_factory.mktemp("woven") / "story")


def play(project: Path, *lines: str):
    return qf("play", "--outline", "-p", str(project), typed="".join(f"{line}\n" for line in lines))


def test_a_walk_to_an_ending(project: Path) -> None:
    """SEE-5.1."""
    said = play(project, "1", "2", "1", "1", "1", "1", "1")
    assert said.code == 0
    for words in (
        "1. The Tide Bell\n\nThe tide bell wakes Mara.\n\n  1) ",
        "  1) Hold out the mouthpiece\n  2) Take the last bottle\n",
        "[What is left behind: Ilk remembers the dark.]",
        "The end: The Harbour Closes. You met 8 passages.",
        "Not taken:\n  Names in Wet Ink: Hold out the mouthpiece\n",
    ):
        assert words in said.out, words


def test_what_is_true_is_told_in_words(project: Path) -> None:
    """SEE-5.2."""
    said = play(project, "/flags", "1", "2", "/flags")
    assert "> \n  Nothing is settled yet.\n" in said.out
    assert "\n  - Ilk remembers the dark.\n" in said.out


def test_back_restart_and_quit(project: Path) -> None:
    """SEE-5.3."""
    said = play(project, "/back", "1", "/back", "1", "2", "/restart", "/quit", "1")
    assert said.code == 0
    titles = [line for line in said.out.splitlines() if line[:3] in {"1. ", "2. ", "3. "}]
    assert [title[0] for title in titles] == ["1", "2", "1", "2", "3", "1"]
    assert said.out.count("This is the start.") == 1


@pytest.mark.parametrize("typed", ["0", "3", "²", "-1", "1 2", "", "/fly", "99999999999999999999"])
def test_what_is_no_choice_is_answered_with_what_is(project: Path, typed: str) -> None:
    """SEE-5.4."""
    said = play(project, "1", typed)
    assert said.code == 0
    assert "Type a number from 1 to 2, or /help." in said.out
    assert "3. " not in said.out


def test_after_the_end_there_is_only_the_way_back(project: Path) -> None:
    """SEE-5.4."""
    said = play(project, *"1211111", "1", "/help", "/back")
    assert "The story is over. Type /back, /restart or /quit." in said.out
    assert "/flags    show what is true so far" in said.out
    assert said.out.rstrip(" >\n").endswith("1) Dive to the vault once more")


def test_without_prose_the_outline_is_offered(project: Path) -> None:
    """SEE-5.5."""
    said = qf("play", "-p", str(project))
    assert (said.code, said.out) == (3, "")
    assert said.err.rstrip().endswith("qf play --outline")


def test_ctrl_c_ends_the_walk(project: Path, monkeypatch) -> None:
    """SEE-5.5."""

    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(WalkStoryUseCase, "execute", pressed)
    assert play(project).code == 130


def test_input_that_is_no_text_is_refused(project: Path) -> None:
    """SEE-5.5."""
    said = qf("play", "--outline", "-p", str(project), typed=b"\xff\n")
    assert (said.code, "UTF-8" in said.err) == (3, True)
