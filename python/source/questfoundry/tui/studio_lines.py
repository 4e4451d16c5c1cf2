"""Define the slash commands of the studio."""

from attrs import field, frozen


@frozen
class StudioLine:
    """A slash command of the studio; ``is_in_plain``: it also works with ``qf studio --plain``."""

    name: str
    argument: str
    help: str
    is_in_plain: bool = field(default=True, kw_only=True)

    @property
    def usage(self) -> str:
        """The command and its argument as the author types them."""
        return f"{self.name} {self.argument}".rstrip()


LINES = (
    StudioLine("/run", "TASK", "start a run of all agents directly"),
    StudioLine("/coordinate", "TASK", "do the same as /run"),
    StudioLine("/pin", "TEXT", "keep a text in the agent's mind for the whole session"),
    StudioLine("/card", "NUMBER", "show a run with its drafts, votes and reasons"),
    StudioLine(
        "/choose",
        "NUMBER AGENT [DRAFT]",
        "make an agent's draft the answer of run NUMBER, whatever the vote chose",
    ),
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


def split_command(line: str) -> tuple[str, str]:
    """Return the command at the start of ``line`` and its argument.

    The command is empty, and the argument is ``line``, if ``line`` starts with no known command.
    """
    name, _, rest = line.strip().partition(" ")
    return (name, rest.strip()) if any(each.name == name for each in LINES) else ("", line)


def find_commands(typed: str) -> list[StudioLine]:
    """Return the commands that start with ``typed``, for completion while the author types."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return []
    return [each for each in LINES if each.name.startswith(typed)]


def help_text(*, plain_only: bool) -> str:
    """Return one line for each command; ``plain_only`` omits commands of the full-screen app."""
    shown = [each for each in LINES if each.is_in_plain or not plain_only]
    widest = max(len(each.usage) for each in shown) + 1
    return "\n".join(f"  {each.usage:<{widest}} {each.help}" for each in shown)
