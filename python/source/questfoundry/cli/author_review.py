"""The author between the stages of the pipeline, asked at the terminal."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from questfoundry.app.pipeline.run_pipeline import Decision, Redo, Reviewer
from questfoundry.app.pipeline.run_stage import StageResult
from questfoundry.cli.artifact_view import fields_of
from questfoundry.cli.console import note, say, write_fields
from questfoundry.cli.dialogue import Dialogue
from questfoundry.domain.errors import InputError

_LONGEST = 160
_CHOICES = """\
Enter accepts it. Or type what should be different, and it is made anew.
  /edit  change the file in your editor
  /quit  stop here; everything is kept"""


class AuthorReview(Reviewer):
    """Shows what a stage decided, and takes one line about it."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    async def decide(self, result: StageResult) -> Decision | Redo:
        """What the author makes of it; ``AuthorLeft`` where they stop."""
        version = result.version
        say(f"\n{version.stage.upper()} is settled (version {version.version}):\n")
        write_fields(fields_of(version.data, longest=_LONGEST))
        say(f"\nSaved in {result.path}")
        match self._dialogue.ask(_CHOICES):
            case "":
                return Decision.ACCEPT
            case "/edit":
                _edit(result.path)
                return Decision.EDITED
            case remark:
                return Redo(remark)

    def refused(self, problem: InputError) -> None:
        """Say what is wrong with the edit."""
        note(f"Your edit is not valid yet:\n{problem}")


def _edit(path: Path) -> None:
    """Open the author's editor and wait until it is closed."""
    usual = "notepad" if sys.platform == "win32" else "vi"
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or usual
    try:
        # The author's own command, as git and others take it from there.
        subprocess.run([*shlex.split(editor), str(path)], check=False)  # noqa: S603
    except (OSError, ValueError):
        note(
            f"The editor {editor!r} cannot be started. Set EDITOR, or change {path} in another "
            "way and press Enter here."
        )
