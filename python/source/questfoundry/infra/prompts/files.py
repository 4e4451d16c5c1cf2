"""Finds and reads the files in which prompts are written; the first folder that has one wins."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from questfoundry.domain.errors import PromptError

Parsed = TypeVar("Parsed")

_NAME = re.compile(r"[\w-]+(?:/[\w-]+)*")


class PromptFiles:
    """The prompt files below some folders.

    A file is parsed again only when it has changed, so that an edit shows in the next
    request.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._parsed: dict[Path, tuple[tuple[int, int], Any]] = {}

    def locate(self, name: str, *endings: str) -> Path:
        """The file of a prompt; an earlier ending is looked for in every folder first."""
        if not _NAME.fullmatch(name):
            raise PromptError(
                f"{name!r} does not name a prompt. Write a path below prompts/ without its "
                "ending, for example templates/dream/discuss."
            )
        places = [folder / f"{name}{ending}" for ending in endings for folder in self._folders]
        for place in places:
            if place.is_file():
                return place
        looked = "".join(f"\n  {place}" for place in places)
        raise PromptError(
            f"The prompt {name!r} is missing. These places were looked at:{looked}\n"
            "Put the file into one of them, or set QF_PROMPTS_DIR to the folder that has it."
        )

    def parsed(self, path: Path, parse: Callable[[Path, str], Parsed]) -> Parsed:
        """What ``parse`` makes of the file's text."""
        stamp = _stamp(path)
        known = self._parsed.get(path)
        if known is None or known[0] != stamp:
            known = self._parsed[path] = (stamp, parse(path, _text(path)))
        value: Parsed = known[1]
        return value


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(
            f"The prompt file {str(path)!r} cannot be read: {error}. "
            "Make it a readable UTF-8 text file."
        ) from error
