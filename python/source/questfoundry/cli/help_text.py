"""Makes ``help.txt``, the text that ``qf --help`` shows without loading Typer.

After a change of commands: ``python -m questfoundry.cli.help_text``. A test compares.
"""

from __future__ import annotations

from pathlib import Path

from questfoundry.cli.app import app

HELP_FILE = Path(__file__).with_name("help.txt")
_COLUMNS = 80


def help_text() -> str:
    """What Typer would show for ``qf --help``, at 80 columns."""
    from typer.main import get_command

    group = get_command(app)
    with group.make_context("qf", [], resilient_parsing=True, terminal_width=_COLUMNS) as context:
        return group.get_help(context) + "\n"


if __name__ == "__main__":
    HELP_FILE.write_text(help_text(), encoding="utf-8")
