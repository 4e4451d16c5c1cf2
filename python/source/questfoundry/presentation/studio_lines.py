"""Define the slash commands of the studio, and read them from the author's lines."""

from collections.abc import Sequence

from attrs import field, frozen

from questfoundry.app.phases.discuss_tools import is_command
from questfoundry.domain.errors import InputError


@frozen
class StudioLine:
    """A slash command of the studio.

    ``is_in_plain``: it also works with ``qf studio --plain``. ``is_at_desk``: it also works in a
    chat of ``qf desk``, which has buttons in place of most commands.
    """

    name: str
    argument: str
    help: str
    is_in_plain: bool = field(default=True, kw_only=True)
    is_at_desk: bool = field(default=False, kw_only=True)

    @property
    def usage(self) -> str:
        """The command and its argument as the author types them."""
        return f"{self.name} {self.argument}".rstrip()


LINES = (
    StudioLine("/run", "TASK", "start a run of all agents directly", is_at_desk=True),
    StudioLine("/coordinate", "TASK", "do the same as /run", is_at_desk=True),
    StudioLine(
        "/pin", "TEXT", "keep a text in the agent's mind for the whole session", is_at_desk=True
    ),
    StudioLine("/card", "NUMBER", "show a run with its drafts, votes and reasons"),
    StudioLine(
        "/choose",
        "NUMBER AGENT [DRAFT]",
        "make an agent's draft the answer of run NUMBER, whatever the vote chose",
    ),
    StudioLine("/edit", "[FIELD VALUE]", "change the run that waits for your approval"),
    StudioLine("/status", "", "show the state and the cost of the session"),
    StudioLine("/cancel", "", "stop the current work, and use the finished answers"),
    StudioLine("/pause", "", "pause the current work, to continue it later"),
    StudioLine("/continue", "", "continue the paused work"),
    StudioLine(
        "/session", "NUMBER", "continue the session NUMBER; without NUMBER, list all sessions"
    ),
    StudioLine("/copy", "", "copy the last answer to the clipboard", is_in_plain=False),
    StudioLine("/quit", "", "stop here (Ctrl-D does the same); everything is saved"),
    StudioLine("/help", "", "show this help"),
)
PLAIN_LINES = tuple(each for each in LINES if each.is_in_plain)
DESK_LINES = tuple(each for each in LINES if each.is_at_desk)

ALIASES = {"help": "/help", "?": "/help", "exit": "/quit", "quit": "/quit"}
"""Words that new users type, mapped to the commands that they mean."""


def split_command(line: str, lines: Sequence[StudioLine] = LINES) -> tuple[str, str]:
    """Return the command of ``lines`` at the start of ``line`` and its argument.

    For a message, the command is empty, and the argument is ``line``. Raise ``InputError`` with
    the list of commands for any other slash command, so that no model is asked about a mistyped
    command.
    """
    if not is_command(line):
        return "", line
    name, *rest = line.split(maxsplit=1)
    if all(each.name != name for each in lines):
        known = ", ".join(each.usage for each in lines)
        raise InputError(
            f"There is no command {name!r} here. The commands are: {known}.\n"
            "To send a message that starts with a slash, put a word in front of the slash."
        )
    return name, "".join(rest).strip()


def find_commands(typed: str) -> list[StudioLine]:
    """Return the commands that start with ``typed``, for completion while the author types."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return []
    return [each for each in LINES if each.name.startswith(typed)]


def help_text(lines: Sequence[StudioLine] = LINES) -> str:
    """Return one line for each command of ``lines``."""
    widest = max(len(each.usage) for each in lines) + 1
    return "\n".join(f"  {each.usage:<{widest}} {each.help}" for each in lines)
