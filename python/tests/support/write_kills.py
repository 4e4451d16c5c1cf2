"""Kill a process at a numbered write of a file, in the middle of what it does."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

_WRITES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate"}


def arm(folder: Path) -> None:
    """Let writes in ``folder`` count from now on."""
    _mark(folder).touch()


def disarm(folder: Path) -> None:
    """Let writes in ``folder`` count no longer."""
    _mark(folder).unlink()


def _mark(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.armed")


def kill_at_write(folder: str, last: int) -> None:
    """Kill this process before write number ``last`` in the armed ``folder``.

    A write is a call that opens a file to write, or that renames, adds or removes a file.
    """
    found, mark = 0, _mark(Path(folder))

    def watch(event: str, arguments: Sequence[object]) -> None:
        nonlocal found
        flags = arguments[2] if event == "open" else 0
        is_write = event in _WRITES or (isinstance(flags, int) and bool(flags & os.O_CREAT))
        # The path is relative if the call has the descriptor of a folder.
        path = str(arguments[0]) if is_write else ""
        if path and (path.startswith(folder) or path[0] != "/") and mark.exists():
            found += 1
            if found == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
