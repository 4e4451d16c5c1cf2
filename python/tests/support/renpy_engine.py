"""Ren'Py itself, as Debian packages it: its lint, and its player without a window."""

import json
import os
import subprocess
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.renpy import RenPyExporter
from questfoundry.infra.export.words import list_opening_texts
from tests.support.ecosystem import ECOSYSTEM
from tests.support.seen import Seen, SeenPlaythrough, seen

_RENPY, _PYTHON = "/usr/games/renpy", "/usr/bin/python3"
_NO_WINDOW = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "RENPY_RENDERER": "sw"}


def lint(edition: Edition, folder: Path) -> str:
    """Return what Ren'Py's lint complains of in the exported game."""
    complaints, statistics, _ = _run(_unpack(edition, folder), "lint").partition("Statistics:")
    assert statistics, complaints
    return complaints.partition("\n")[2].strip()


def play_in_renpy(
    edition: Edition, routes: Sequence[Sequence[int]], folder: Path
) -> list[SeenPlaythrough]:
    """Return what Ren'Py shows to a player who takes the items at the places in each route.

    The texts of closed choices are lines like others there.
    """
    game = _unpack(edition, folder)
    (game / "game/play.rpy").write_bytes((ECOSYSTEM / "play_renpy.rpy").read_bytes())
    asked, played = folder / "routes.json", folder / "played.json"
    asked.write_text(json.dumps(routes))
    report = _run(game, QF_ROUTES=str(asked), QF_PLAYED=str(played))
    assert played.exists(), report
    opening = len(list_opening_texts(edition))
    return [
        tuple(
            _show(lines[0 if number else opening :], offered, taken)
            for number, (lines, offered, taken) in enumerate(steps)
        )
        for steps in json.loads(played.read_text())
    ]


def as_in_renpy(playthrough: SeenPlaythrough) -> SeenPlaythrough:
    """Return the playthrough with the texts of closed choices among the lines."""
    return tuple(Seen((*e.lines, *e.closed), e.offered, e.taken) for e in playthrough)


def _show(lines: Sequence[str], offered: Sequence[str], taken: int | None) -> Seen:
    return seen((part for e in lines if e != "* * *" for part in e.split("\n")), offered, taken)


def _unpack(edition: Edition, folder: Path) -> Path:
    [file] = RenPyExporter().export(edition)
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        archive.extractall(folder / "game")
    return folder / "game"


def _run(game: Path, *command: str, **environment: str) -> str:
    if not Path(_RENPY).exists():
        pytest.skip("Ren'Py is not installed: `apt-get install renpy` on Debian 12.")
    done = subprocess.run(
        [_PYTHON, str(ECOSYSTEM / "run_renpy.py"), str(game), *command],
        env={**os.environ, **_NO_WINDOW, "HOME": str(game.parent), **environment},
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr
