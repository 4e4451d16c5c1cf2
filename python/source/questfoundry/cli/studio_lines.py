"""The lines that the studio itself knows, at a terminal and without one."""

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
        help="launch a run of all agents, without asking the studio's",
    ),
    StudioLine(name="/coordinate", takes="TASK", help="the same"),
    StudioLine(name="/pin", takes="TEXT", help="have it kept in mind, however long the talk"),
    StudioLine(name="/card", takes="NUMBER", help="a run with its drafts, votes and reasons"),
    StudioLine(name="/status", takes="", help="where the session stands, and what it cost"),
    StudioLine(
        name="/cancel", takes="", help="stop what works; what was answered counts", everywhere=False
    ),
    StudioLine(
        name="/pause", takes="", help="leave what works as it is, to go on later", everywhere=False
    ),
    StudioLine(name="/continue", takes="", help="go on with what was left", everywhere=False),
    StudioLine(
        name="/session",
        takes="NUMBER",
        help="go on with another session; without a number, list them",
        everywhere=False,
    ),
    StudioLine(
        name="/copy", takes="", help="put the last answer into the clipboard", everywhere=False
    ),
    StudioLine(name="/quit", takes="", help="stop here (Ctrl-D does the same); everything is kept"),
    StudioLine(name="/help", takes="", help="show this"),
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
