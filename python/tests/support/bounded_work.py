"""Work for a bounded process, for tests of its bounds."""

import os
from pathlib import Path


def environment(_: bytes) -> dict[str, str]:
    return dict(os.environ)


def files(_: bytes, *, path: str) -> str:
    Path(path).write_text("x" * 10_000)
    return "written"


def endless(_: bytes) -> None:
    while True:
        pass


def talkative(_: bytes) -> str:
    return "x" * 20_000_000


def crashing(_: bytes) -> None:
    os.abort()
