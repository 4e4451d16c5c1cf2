"""Stories of others on disk: which files are one, who reads them, and the text that they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.foreign.story import ForeignStory

MOST_BYTES = 32 * 1024 * 1024
"""The largest file that is read; the largest published stories have less than half of it."""


def read_story(paths: Sequence[Path], readers: Sequence[StoryReader]) -> ForeignStory:
    """The story that files and folders hold together, read by the reader of their suffix.

    Of a folder all files of one format count, in the order of their paths; a reader that
    stands earlier goes first. ``InputError`` where a path holds no story.
    """
    chosen: dict[Path, StoryReader] = {}
    for path in paths:
        chosen |= _within(path, readers)
    reader = next(iter(chosen.values()))
    if other := next((path for path, each in chosen.items() if each is not reader), None):
        raise InputError(
            f"{str(other)!r} is of another format than the files before it. "
            "Name the files of one story."
        )
    return reader.read([_source(path) for path in chosen])


def text_of(file: SourceFile) -> str:
    """The text, with line feeds for all ends of lines; ``InputError`` where it is none."""
    if len(file.content) > MOST_BYTES:
        raise InputError(
            f"{file.name!r} has more than {MOST_BYTES:,} bytes; no more are read of a story. "
            " Give the story in several files."
        )
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = file.content.count(b"\n", 0, problem.start) + 1
        raise _no_text(file, line, f"byte {file.content[problem.start]:#04x} is no UTF-8") from None
    if "\x00" in text:
        raise _no_text(file, text.count("\n", 0, text.index("\x00")) + 1, "there is a NUL")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _within(path: Path, readers: Sequence[StoryReader]) -> dict[Path, StoryReader]:
    if not path.exists():
        raise InputError(f"There is no file {str(path)!r}. Check its name.")
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    for reader in readers:
        if own := {file: reader for file in files if file.suffix.lower() in reader.suffixes}:
            return own
    raise InputError(
        f"{str(path)!r} {'holds no' if path.is_dir() else 'is no'} story that can be read. "
        f"Give files that end in {_listed(suffix for each in readers for suffix in each.suffixes)}."
    )


def _listed(suffixes: Iterable[str]) -> str:
    *others, last = suffixes
    return f"{', '.join(others)} or {last}" if others else last


def _source(path: Path) -> SourceFile:
    try:
        with path.open("rb") as file:
            return SourceFile(str(path), file.read(MOST_BYTES + 1))
    except OSError as problem:
        raise InputError(
            f"{str(path)!r} cannot be read: {problem.strerror}. Check the rights to it."
        ) from problem


def _no_text(file: SourceFile, line: int, problem: str) -> InputError:
    return InputError(
        f"{file.name!r}, line {line}: {problem}, so this is no text that can be read. "
        "Save the story as UTF-8 text."
    )
