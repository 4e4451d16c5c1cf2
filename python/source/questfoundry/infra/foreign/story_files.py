"""Read a story from files: select the files and a reader for their format, and decode text."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.foreign.story import ForeignStory

MAX_BYTES = 32 * 1024 * 1024
"""The size limit of a file; the largest published stories are less than half as large."""


def read_story(paths: Sequence[Path], readers: Sequence[StoryReader]) -> ForeignStory:
    """Read one story from ``paths``, with the first reader that accepts the suffixes of the files.

    From a folder, all files with an accepted suffix are read. Raise ``InputError`` if a path holds
    no story or the files need different readers.
    """
    chosen: dict[Path, StoryReader] = {}
    for path in paths:
        chosen |= _assign_reader(path, readers)
    reader = next(iter(chosen.values()))
    if other := next((path for path, each in chosen.items() if each is not reader), None):
        raise InputError(
            f"{str(other)!r} has a different format from the files before it. "
            "Name the files of one story only."
        )
    return reader.read([_read_source_file(path) for path in chosen])


def decode_text(file: SourceFile) -> str:
    """Return the UTF-8 text with line feeds; raise ``InputError`` for large or other files."""
    if len(file.content) > MAX_BYTES:
        raise InputError(
            f"{file.name!r} has more than {MAX_BYTES:,} bytes, the limit for one file. "
            "Split the story into several files."
        )
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = file.content.count(b"\n", 0, problem.start) + 1
        raise _undecodable_error(
            file, line, f"byte {file.content[problem.start]:#04x} is not UTF-8"
        ) from None
    if "\x00" in text:
        raise _undecodable_error(
            file, text.count("\n", 0, text.index("\x00")) + 1, "the file contains a NUL"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(
    text: str,
    name: str,
    advice: str,
    build_object: Callable[[list[tuple[str, Any]]], dict[str, Any]] = dict,
) -> Any:
    """Return the data in the JSON ``text``; raise ``InputError``, which ends with ``advice``.

    ``build_object`` makes the dictionary of an object from its keys and values.
    """
    try:
        return json.loads(text, object_pairs_hook=build_object)
    except json.JSONDecodeError as problem:
        where = f"{name!r}, line {problem.lineno}, column {problem.colno}"
        raise InputError(f"{where}: {problem.msg}, so this is not JSON. {advice}") from None
    except (ValueError, RecursionError) as problem:
        raise InputError(f"{name!r} cannot be read as JSON: {problem}. {advice}") from None


def _assign_reader(path: Path, readers: Sequence[StoryReader]) -> dict[Path, StoryReader]:
    if not path.exists():
        raise InputError(f"There is no file {str(path)!r}. Check its name.")
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    for reader in readers:
        if own := {file: reader for file in files if file.suffix.lower() in reader.suffixes}:
            return own
    suffixes = _join_suffixes(suffix for each in readers for suffix in each.suffixes)
    raise InputError(
        f"{str(path)!r} {'contains no' if path.is_dir() else 'is not a'} story that can be read. "
        f"Give files that end in {suffixes}."
    )


def _join_suffixes(suffixes: Iterable[str]) -> str:
    *others, last = suffixes
    return f"{', '.join(others)} or {last}" if others else last


def _read_source_file(path: Path) -> SourceFile:
    try:
        with path.open("rb") as file:
            return SourceFile(str(path), file.read(MAX_BYTES + 1))
    except OSError as problem:
        raise InputError(
            f"{str(path)!r} cannot be read: {problem.strerror}. Check its permissions."
        ) from problem


def _undecodable_error(file: SourceFile, line: int, problem: str) -> InputError:
    return InputError(
        f"{file.name!r}, line {line}: {problem}, so it cannot be read as text. "
        "Save the story as UTF-8 text."
    )
