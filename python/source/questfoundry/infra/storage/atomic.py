"""Replacing a file whole, so that nobody ever finds half of it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from questfoundry.domain.errors import StoreError


def replace_file(path: Path, content: str | bytes) -> None:
    """Write beside the file and move into its place; ``StoreError`` leaves the old one there."""
    # The same name every time: what a killed process left behind is written over.
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink()
        raise StoreError(
            f"{str(path)!r} cannot be written: {problem.strerror}. What it held before is "
            "unchanged. Check the free space and the rights to its folder."
        ) from problem
