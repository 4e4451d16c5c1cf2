"""Read the author's messages, commands and reviews of stages from the terminal."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from questfoundry.app.phases.discuss_tools import DONE, is_command
from questfoundry.app.pipeline.run_pipeline import Decision, Rerun, Reviewer
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.composition.wiring.inputs import RunOptions
from questfoundry.domain.artifacts.version import fields_of
from questfoundry.domain.errors import AuthorLeft, InputError
from questfoundry.presentation.console import PROMPT, Screen, note, read_line, say, write_fields
from questfoundry.presentation.interrupts import Interrupts
from questfoundry.presentation.text import format_path

HELP = """\
Type a message, then press Enter.
  /done  finish the discussion (an empty line or Ctrl-D does the same)
  /undo  remove your last message and its answer
  /quit  stop here; everything is saved, and you can resume the run
  /help  show this help"""

_CHOICES = """\
Press Enter to accept. Or type what should change, and the stage is regenerated.
  /edit  edit the file in your editor
  /quit  stop here; everything is saved"""


class Dialogue:
    """A conversation with the author at the terminal, through standard input and the screen."""

    def __init__(self, screen: Screen, interrupts: Interrupts) -> None:
        self._screen = screen
        self._interrupts = interrupts
        self._greeted = False
        self._options_shown = False

    async def next_line(self) -> str | None:
        """Return the author's next line, ``None`` at the end; ``/quit`` raises ``AuthorLeft``."""
        if not self._greeted:
            self._greeted = True
            self._screen.note("(/done finishes the discussion, /help lists all commands)")
        while True:
            line = self._read(PROMPT)
            match (line or "").strip():
                case "/quit":
                    raise AuthorLeft("The author quit.")
                case "/help":
                    self._screen.note(HELP)
                case "/undo" if self._options_shown:
                    self._screen.note("There is no message to remove. Type an answer, or /done.")
                case "/undo":
                    self._screen.note("Removing your last message.")
                    return line
                case text if is_command(text) and text != DONE:
                    self._screen.note(f"There is no command {text!r} here.\n{HELP}")
                case _:
                    self._options_shown = False
                    return line

    def show_options(self, question: str, options: Sequence[str]) -> None:
        """Show the model's question and options; the author's next line answers them."""
        self._screen.finish_line()
        self._options_shown = True
        numbered = (f"  {number}. {option}" for number, option in enumerate(options, start=1))
        lines = "\n".join((question, *numbered, "(type a number, or your own words)"))
        self._screen.stream(f"{lines}\n")

    def ask(self, question: str, *commands: str) -> str:
        """Return the answer to ``question``, possibly empty; ``/quit`` raises ``AuthorLeft``.

        Besides ``/quit``, only the slash commands in ``commands`` are answers.
        """
        while True:
            self._screen.stream(f"{question}\n")
            answer = (self._read(PROMPT) or "").strip()
            if answer == "/quit":
                raise AuthorLeft
            if answer in commands or not is_command(answer):
                return answer
            known = ", ".join((*commands, "/quit"))
            self._screen.note(f"There is no command {answer!r} here. The commands are: {known}")

    def confirm(self, question: str) -> bool:
        """Ask ``question`` and return whether the answer is yes; Enter alone means yes."""
        return (self._read(f"{question} [Y/n] ") or "").strip().lower() in {"", "y", "yes"}

    def build_run_options(self, *, is_interactive: bool, streams: bool) -> RunOptions:
        """Return the options that connect a run with this terminal.

        ``is_interactive``: The author's lines are read. ``streams``: The model's text is shown as
        it arrives.
        """
        return RunOptions(
            interactive=is_interactive,
            on_assistant_message=lambda _: self._screen.finish_line(),
            author=self.next_line if is_interactive else _read_no_line,
            on_text=self._screen.stream if streams else None,
            on_options=self.show_options if is_interactive else None,
        )

    def _read(self, prompt: str) -> str | None:
        self._screen.finish_line()
        with self._interrupts.prompting():
            return read_line(prompt, self._screen.stream)


class AuthorReview(Reviewer):
    """A reviewer that shows the whole artifact at the terminal and reads the author's decision."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    async def decide(self, result: StageResult) -> Decision | Rerun:
        """Show the artifact; return accept, edited, or a rerun with the author's text as a note."""
        version = result.version
        say(f"\n{version.stage.upper()} is finished (version {version.version}):\n")
        write_fields(fields_of(version.data))
        say(f"\nSaved in {format_path(result.path)}")
        match self._dialogue.ask(_CHOICES, "/edit"):
            case "":
                return Decision.ACCEPT
            case "/edit":
                _edit(result.path)
                return Decision.EDITED
            case remark:
                return Rerun(remark)

    def report_refused_edit(self, problem: InputError) -> None:
        """Show why the author's edit is not valid."""
        note(f"Your edit is not valid yet:\n{problem}")


def _edit(path: Path) -> None:
    default = "notepad" if sys.platform == "win32" else "vi"
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or default
    try:
        # Like git, run whatever command the author has set in VISUAL or EDITOR.
        subprocess.run([*shlex.split(editor), str(path)], check=False)  # noqa: S603
    except (OSError, ValueError):
        note(
            f"Cannot start the editor {editor!r}. Set EDITOR, or edit {path} in another program "
            "and press Enter here."
        )


async def _read_no_line() -> None:
    """Return ``None``, the end of the author's input, for a run that is not interactive."""
