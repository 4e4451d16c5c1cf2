"""The author at the terminal: lines for the discussion, and the commands among them."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.cli.console import PROMPT, read_line
from questfoundry.cli.interrupts import Interrupts
from questfoundry.cli.screen import Screen
from questfoundry.domain.errors import AuthorLeft

HELP = """\
Type what you think, and Enter.
  /done  settle what was said (an empty line or Ctrl-D does the same)
  /undo  take back your last line and the answer to it
  /quit  stop here; everything is kept, and the run can be resumed
  /help  show this"""


class Dialogue:
    """Asks the author through standard input and the screen."""

    def __init__(self, screen: Screen, interrupts: Interrupts) -> None:
        self._screen = screen
        self._interrupts = interrupts
        self._greeted = False

    async def next_line(self) -> str | None:
        """The author's next line for the model; ``None`` at the end of input."""
        if not self._greeted:
            self._greeted = True
            self._screen.note("(/done settles it, /help shows what else)")
        while True:
            line = self._read(PROMPT)
            match (line or "").strip():
                case "/quit":
                    raise AuthorLeft("The author left it.")
                case "/help":
                    self._screen.note(HELP)
                case "/undo":
                    self._screen.note("Back to before your last line.")
                    return line
                case _:
                    return line

    def show_options(self, question: str, options: Sequence[str]) -> None:
        """Show what the model offers; the author's next line is the choice."""
        self._screen.settle()
        numbered = (f"  {number}. {option}" for number, option in enumerate(options, start=1))
        lines = "\n".join((question, *numbered, "(a number, or your own words)"))
        self._screen.stream(f"{lines}\n")

    def ask(self, question: str) -> str:
        """The answer to a question, empty where there is none."""
        self._screen.stream(f"{question}\n")
        answer = (self._read(PROMPT) or "").strip()
        if answer == "/quit":
            raise AuthorLeft
        return answer

    def agrees(self, question: str) -> bool:
        """Whether the answer to a yes-or-no question is yes, as Enter alone is."""
        return (self._read(f"{question} [Y/n] ") or "").strip().lower() in {"", "y", "yes"}

    def _read(self, prompt: str) -> str | None:
        """A line without its end, asked for below what was said."""
        self._screen.settle()
        with self._interrupts.prompting():
            return read_line(prompt, self._screen.stream)
