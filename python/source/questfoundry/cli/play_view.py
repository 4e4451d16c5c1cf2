"""A story on the terminal: passages as text, choices by number, wishes as commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from questfoundry.app.playing.walker import PlayView, Scene, Take, Wish
from questfoundry.cli.console import say
from questfoundry.cli.lines import PROMPT, read_line
from questfoundry.cli.text import counted, one_line

HELP = """\
Type the number of a choice, and Enter.
  /back     take back the last choice
  /restart  begin anew
  /flags    show what is true so far
  /quit     stop (Ctrl-D does the same)
  /help     show this"""

_WISHES = {
    "/back": Wish.BACK,
    "/restart": Wish.RESTART,
    "/flags": Wish.FLAGS,
    "/quit": Wish.QUIT,
}


_COLUMN = 76
"""Longer lines are hard to read on, however wide the terminal is."""


class TerminalPlayView(PlayView):
    """Writes to standard output and reads from standard input, line by line."""

    def __init__(self) -> None:
        self._greeted = False

    def show(self, scene: Scene) -> None:
        """Title, text, and the choices with their numbers; or the ending and what was missed."""
        say("" if self._greeted else "(a number chooses; /help shows what else)\n")
        self._greeted = True
        say(f"{scene.number}. {one_line(scene.title)}\n")
        for paragraph in scene.told:
            say(f"{paragraph}\n", widest=_COLUMN)
        for number, label in enumerate(scene.labels, start=1):
            say(f"  {number}) {one_line(label)}")
        if scene.ending:
            _show_ending(scene)

    def show_flags(self, flags: Sequence[str]) -> None:
        """One a line."""
        say("\n".join(f"  - {one_line(flag)}" for flag in flags) or "  Nothing is settled yet.")

    def ask(self, scene: Scene) -> Take | Wish:
        """Read lines until one of them says something that can be done."""
        while True:
            line = read_line(PROMPT, _write)
            words = None if line is None else line.strip()
            if words is None:
                return Wish.QUIT
            place = _place(words, len(scene.labels))
            if place is not None:
                return Take(place)
            match _WISHES.get(words.lower()):
                case Wish.BACK if scene.number == 1:
                    say("This is the start.")
                case None:
                    say(HELP if words.lower() == "/help" else _expected(scene))
                case wish:
                    return wish


def _place(words: str, choices: int) -> int | None:
    number = int(words) if words.isascii() and words.isdigit() else 0
    return number - 1 if 1 <= number <= choices else None


def _expected(scene: Scene) -> str:
    if not scene.labels:
        return "The story is over. Type /back, /restart or /quit."
    numbers = "1" if len(scene.labels) == 1 else f"a number from 1 to {len(scene.labels)}"
    return f"Type {numbers}, or /help."


def _show_ending(scene: Scene) -> None:
    say(f"The end: {one_line(scene.ending)}. You met {counted(scene.number, 'passage')}.")
    if scene.missed:
        say("\nNot taken:")
        for missed in scene.missed:
            say(f"  {one_line(missed.title)}: {one_line(missed.label)}")
    say("\n(/back, /restart or /quit)")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
