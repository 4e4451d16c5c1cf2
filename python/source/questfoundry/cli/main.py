"""The entry of ``qf``: help and version at once, everything else through the commands.

Loading Typer takes ten times as long as starting Python, so what needs no command does
without it.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``qf`` with the arguments of the process."""
    arguments = sys.argv[1:]
    if arguments in ([], ["--help"], ["-h"]):
        sys.stdout.write(_help())
    elif arguments == ["--version"]:
        from questfoundry import __version__

        sys.stdout.write(f"qf {__version__}\n")
    else:
        _run()


def _help() -> str:
    # pathlib would double the time that this takes.
    with open(f"{__file__.removesuffix('main.py')}help.txt", encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def _run() -> None:
    from io import TextIOWrapper

    from questfoundry.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A model may say what the terminal's encoding has not.
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="qf")
