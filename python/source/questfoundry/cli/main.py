"""Start ``qf``: print the help or version at once, and load Typer for all other commands.

Loading Typer takes ten times as long as starting Python, so the help is read from ``help.txt``.
This file does not list stages that other packages add; if there are such stages, Typer builds the
help.
"""

import os
import sys


def main() -> None:
    """Run ``qf`` with the arguments of the process."""
    arguments = sys.argv[1:]
    if "_QF_COMPLETE" in os.environ:
        _run()
    elif not arguments and _opens_studio():
        sys.argv[1:] = ["studio"]
        _run()
    elif arguments in ([], ["--help"], ["-h"]) and not _adds_stages():
        sys.stdout.write(_help())
    elif arguments == ["--version"]:
        from questfoundry import __version__

        sys.stdout.write(f"qf {__version__}\n")
    else:
        sys.argv[1:] = arguments or ["--help"]
        _run()


def _help() -> str:
    # Importing pathlib would double the start-up time.
    with open(f"{__file__.removesuffix('main.py')}help.txt", encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def _opens_studio() -> bool:
    """Return whether the project in the current folder is set to open the studio."""
    try:
        with open(f"{os.environ.get('QF_PROJECT') or '.'}/project.yaml", "rb") as file:  # noqa: PTH123
            if b"interactive_mode" not in file.read():
                return False
    except OSError:
        return False
    from questfoundry.composition.settings.settings import opens_studio

    return opens_studio(os.environ)


def _adds_stages() -> bool:
    """Return whether an installed package adds stages.

    Reads the files of the packages, because ``importlib.metadata`` is as slow as starting Python.
    """
    for folder in sys.path:
        try:
            packages = [name for name in os.listdir(folder) if name.endswith(".dist-info")]  # noqa: PTH208
        except OSError:
            continue
        for package in packages:
            try:
                with open(f"{folder}/{package}/entry_points.txt", "rb") as file:  # noqa: PTH123
                    if b"[questfoundry.stages]" in file.read():
                        return True
            except OSError:
                continue
    return False


def _run() -> None:
    from io import TextIOWrapper

    _spare_searches_for_unused_objects()
    from questfoundry.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Text from a model may contain characters that the terminal's encoding lacks.
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="qf")


def _spare_searches_for_unused_objects() -> None:
    """Let Python search for unused objects rarely, and not at the end of the process.

    Most objects of a short command are code and classes. With Python's threshold of 700 new
    objects, the searches took a third of the processor time of ``qf status``.
    """
    import atexit
    import gc

    gc.set_threshold(200_000)
    atexit.register(gc.freeze)
