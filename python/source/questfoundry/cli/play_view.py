"""A story on the terminal: passages as text, choices by number, and commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from questfoundry.app.playing.walker import PlayCommand, PlayView, ShownPassage, TakeChoice
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

_COMMANDS = {
    "/back": PlayCommand.BACK,
    "/restart": PlayCommand.RESTART,
    "/flags": PlayCommand.FLAGS,
    "/quit": PlayCommand.QUIT,
}


_COLUMN = 76
"""Longer lines are hard to read on, however wide the terminal is."""


class TerminalPlayView(PlayView):
    """Writes to standard output and reads from standard input, line by line."""

    def __init__(self) -> None:
        self._greeted = False

    def show(self, shown: ShownPassage) -> None:
        """Title, text, and the choices with their numbers; or the ending and what was missed."""
        say("" if self._greeted else "(a number chooses; /help shows what else)\n")
        self._greeted = True
        say(f"{shown.number}. {one_line(shown.title)}\n")
        for paragraph in shown.paragraphs:
            say(f"{paragraph}\n", widest=_COLUMN)
        for number, label in enumerate(shown.labels, start=1):
            say(f"  {number}) {one_line(label)}")
        if shown.ending:
            _show_ending(shown)

    def show_flags(self, flags: Sequence[str]) -> None:
        """One a line."""
        say("\n".join(f"  - {one_line(flag)}" for flag in flags) or "  Nothing is settled yet.")

    def ask(self, shown: ShownPassage) -> TakeChoice | PlayCommand:
        """Read lines until one of them says something that can be done."""
        while True:
            line = read_line(PROMPT, _write)
            words = None if line is None else line.strip()
            if words is None:
                return PlayCommand.QUIT
            place = _place(words, len(shown.labels))
            if place is not None:
                return TakeChoice(place)
            match _COMMANDS.get(words.lower()):
                case PlayCommand.BACK if shown.number == 1:
                    say("This is the start.")
                case None:
                    say(HELP if words.lower() == "/help" else _expected(shown))
                case command:
                    return command


def _place(words: str, choices: int) -> int | None:
    number = int(words) if words.isascii() and words.isdigit() else 0
    return number - 1 if 1 <= number <= choices else None


def _expected(shown: ShownPassage) -> str:
    if not shown.labels:
        return "The story is over. Type /back, /restart or /quit."
    numbers = "1" if len(shown.labels) == 1 else f"a number from 1 to {len(shown.labels)}"
    return f"Type {numbers}, or /help."


def _show_ending(shown: ShownPassage) -> None:
    say(f"The end: {one_line(shown.ending)}. You met {counted(shown.number, 'passage')}.")
    if shown.missed:
        say("\nNot taken:")
        for missed in shown.missed:
            say(f"  {one_line(missed.title)}: {one_line(missed.label)}")
    say("\n(/back, /restart or /quit)")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
