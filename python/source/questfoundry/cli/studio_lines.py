"""The slash commands of the studio."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class StudioLine:
    """A command with what follows it; ``everywhere`` says that the plain studio has it, too."""

    name: str
    takes: str
    help: str
    everywhere: bool = True

    @property
    def usage(self) -> str:
        """As it is typed."""
        return f"{self.name} {self.takes}".rstrip()


LINES = (
    StudioLine(
        name="/run",
        takes="TASK",
        help="start a run of all agents directly",
    ),
    StudioLine(name="/coordinate", takes="TASK", help="same as /run"),
    StudioLine(name="/pin", takes="TEXT", help="keep a text in mind for the whole session"),
    StudioLine(name="/card", takes="NUMBER", help="show a run with its drafts, votes and reasons"),
    StudioLine(name="/status", takes="", help="show the state and the cost of the session"),
    StudioLine(
        name="/cancel",
        takes="",
        help="stop the current work; finished answers are used",
        everywhere=False,
    ),
    StudioLine(
        name="/pause",
        takes="",
        help="interrupt the current work, to continue later",
        everywhere=False,
    ),
    StudioLine(name="/continue", takes="", help="continue interrupted work", everywhere=False),
    StudioLine(
        name="/session",
        takes="NUMBER",
        help="continue another session; without a number, list them",
        everywhere=False,
    ),
    StudioLine(
        name="/copy", takes="", help="copy the last answer to the clipboard", everywhere=False
    ),
    StudioLine(
        name="/quit", takes="", help="stop here (Ctrl-D does the same); everything is saved"
    ),
    StudioLine(name="/help", takes="", help="show this help"),
)


def split(line: str) -> tuple[str, str]:
    """The command of a line and what follows it; no command where the studio knows none such.

    A path, say, is something that the author says.
    """
    name, _, rest = line.strip().partition(" ")
    return (name, rest.strip()) if any(each.name == name for each in LINES) else ("", line)


def beginning_with(typed: str) -> list[StudioLine]:
    """The commands that may be meant while their names are typed."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return []
    return [each for each in LINES if each.name.startswith(typed)]


def help_text(*, everywhere: bool) -> str:
    """The commands in lines: those of every studio, or all."""
    shown = [each for each in LINES if each.everywhere or not everywhere]
    widest = max(len(each.usage) for each in shown) + 1
    return "\n".join(f"  {each.usage:<{widest}} {each.help}" for each in shown)
