"""Parse Twee text into passages with their headers (Twee 3.0.2 and older notations).

A passage header is one line: ``:: name [tags] {metadata}``. Tools and formats use some passages for
settings, scripts, styles or text around every passage; the format decides which.
"""

import json
import re
import zipfile
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path, PurePath
from typing import Any, Protocol

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.packed_files import is_archive, list_packed_files

MAX_BYTES = 32 * 1024 * 1024
"""The size limit of a file; the largest published stories are less than half as large."""

StoryPath = Path | zipfile.Path
"""A file on the disk or in a ZIP archive."""


def read_story(paths: Sequence[Path], readers: Sequence[StoryReader]) -> ForeignStory:
    """Read one story from ``paths``, with the first reader that accepts the suffixes of the files.

    From a folder or a ZIP archive, all files with an accepted suffix are read, and the reader's
    companion files, but no hidden folders. Raise ``InputError`` if a path holds no story or the
    files need different readers.
    """
    chosen: dict[StoryPath, StoryReader] = {}
    for path in paths:
        first = next(iter(chosen.values()), None)
        is_companion = first is not None and path.suffix.lower() in first.companion_suffixes
        chosen |= {path: first} if first and is_companion else _assign_reader(path, readers)
    reader = next(iter(chosen.values()))
    if other := next((path for path, each in chosen.items() if each is not reader), None):
        raise InputError(
            f"{str(other)!r} has a different format from the files before it. "
            "Name the files of one story only."
        )
    return reader.read([_read_source_file(path) for path in chosen])


def decode_text(file: SourceFile) -> str:
    """Return the text of ``file`` with line feeds as line ends.

    Raise ``InputError`` if the file is too large or not UTF-8.
    """
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
    """Return the data in the JSON ``text``; raise ``InputError`` with ``advice`` if it is invalid.

    ``build_object`` makes the dictionary of an object from its keys and values.
    """
    try:
        return json.loads(text, object_pairs_hook=build_object)
    except json.JSONDecodeError as problem:
        where = f"{name!r}, line {problem.lineno}, column {problem.colno}"
        raise InputError(f"{where}: {problem.msg}, so this is not JSON. {advice}") from None
    except (ValueError, RecursionError) as problem:
        raise InputError(f"{name!r} cannot be read as JSON: {problem}. {advice}") from None


def _assign_reader(path: Path, readers: Sequence[StoryReader]) -> dict[StoryPath, StoryReader]:
    if not path.exists():
        raise InputError(f"There is no file {str(path)!r}. Check its name.")
    is_container = path.is_dir() or is_archive(path)
    files = _list_files(path) if is_container else [path]
    for reader in readers:
        if any(begins_story(reader, file.name) for file in files):
            return {file: reader for file in files if is_read_by(reader, file.name)}
    suffixes = _join_suffixes(dict.fromkeys(suffix for each in readers for suffix in each.suffixes))
    raise InputError(
        f"{str(path)!r} {'contains no' if is_container else 'is not a'} story that can be read. "
        f"Give files that end in {suffixes}."
    )


def _list_files(folder: Path) -> Sequence[StoryPath]:
    """Return the files in a folder or archive, without hidden folders and installed packages."""
    if is_archive(folder):
        packed = list_packed_files(folder).items()
        return [each for name, each in packed if not _is_tool_file(PurePath(name))]
    return sorted(
        each
        for each in folder.rglob("*")
        if each.is_file() and not _is_tool_file(each.relative_to(folder))
    )


def _is_tool_file(path: PurePath) -> bool:
    return any(part == "node_modules" or part.startswith(".") for part in path.parts[:-1])


def is_read_by(reader: StoryReader, name: str) -> bool:
    """Return whether ``reader`` reads the file ``name``, as a story or as a companion file."""
    return name.lower().endswith((*reader.suffixes, *reader.companion_suffixes))


def begins_story(reader: StoryReader, name: str) -> bool:
    """Return whether the file ``name`` holds a story or a part of one that ``reader`` reads."""
    return name.lower().endswith(reader.suffixes)


def _join_suffixes(suffixes: Iterable[str]) -> str:
    *others, last = suffixes
    return f"{', '.join(others)} or {last}" if others else last


def _read_source_file(path: StoryPath) -> SourceFile:
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


MAX_PASSAGES, MAX_LINKS = 100_000, 300_000
"""Limits of one file, several times the size of the largest published stories."""

_HEADER = re.compile(r"^::(.*)$", re.MULTILINE)
_PARTS = re.compile(
    r"""
    (?P<name>(?:[^\\\[{]|\\.)*+)
    (?:\[(?P<tags>(?:[^\\\]]|\\.)*+)\])?
    \s*(?:[{<].*)?                          # metadata, whether it is JSON or not
    """,
    re.VERBOSE,
)
_TWEE2 = (".tw2", ".twee2")
_TWEE2_POSITION = re.compile(r"<\d+,\d+>$")
_ESCAPED = re.compile(r"\\(.)")
_BLANKS = re.compile(r"^\s+|(?<!\\)\s+$|(?<=\\\s)\s+$")

TITLE, DATA = "StoryTitle", "StoryData"
_INCLUDES, _INCLUDE = "StoryIncludes", "@include "  # a passage and a header that name other files
_SILENT = {
    TITLE,
    DATA,
    _INCLUDES,
    "StoryAuthor",
    "StorySubtitle",
    "StorySettings",
    "StoryDisplayTitle",
}
_SHARED_NAMES = {
    *("StoryAuthor", "StorySubtitle", "StorySettings", "StoryDisplayTitle", "StoryInit"),
    *(
        "StoryBanner",
        "StoryCaption",
        "StoryMenu",
        "StoryShare",
        "StoryInterface",
        "StoryLoadingScreen",
    ),
    *("PassageHeader", "PassageFooter", "PassageReady", "PassageDone"),
}
"""Passages that SugarCube shows or runs by itself; other formats treat them like any other."""

_MEDIA = {f"Twine.{kind}" for kind in ("audio", "font", "image", "private", "video", "vtt")}
_SILENT_TAGS = {"stylesheet", "annotation", "twee2", *_MEDIA}
_SHARED_TAGS = {"startup", "header", "footer", "debug-startup", "debug-header", "debug-footer"}
"""Tags of passages that Harlowe shows or runs by itself; other formats ignore them."""

_CODE_TAGS = {"script", "stylesheet", "twee2"}
_CODE_TAGS_OF_SUGARCUBE = {"init", "widget", "annotation", *_MEDIA}


class PassageRole(Enum):
    """The role of a passage: visited, shown by the format itself as well, or never visited."""

    PLACE = "place"
    SHARED = "shared"
    CODE = "code"


@frozen(kw_only=True)
class TweePassage:
    """A passage as its author wrote it; ``text_line`` is the line at which its text begins."""

    name: str
    tags: frozenset[str]
    text: str
    place: FilePlace
    text_line: int


def parse_passages(file: SourceFile) -> list[TweePassage]:
    """Return the passages of ``file``; raise ``InputError`` above the limits."""
    text = decode_text(file)
    headers = list(_HEADER.finditer(text))
    if len(headers) > MAX_PASSAGES or text.count("[[") > MAX_LINKS:
        raise InputError(
            f"{file.name!r} has {len(headers):,} passages and {text.count('[['):,} links; the "
            f"limits are {MAX_PASSAGES:,} and {MAX_LINKS:,}. Give a part of the story."
        )
    ends = [header.start() for header in headers[1:]] + [len(text)]
    passages, line, counted = [], 1, 0
    for header, end in zip(headers, ends, strict=False):
        line += text.count("\n", counted, header.start())
        counted = header.start()
        title = header[1].rstrip()
        if file.name.lower().endswith(_TWEE2):
            title = _TWEE2_POSITION.sub("", title)
        parts = _PARTS.fullmatch(title)
        passages.append(
            TweePassage(
                name=_unescape(parts["name"] if parts else title),
                tags=frozenset(map(_unescape, (parts["tags"] or "").split() if parts else ())),
                text=text[header.end() + 1 : end].rstrip(),
                place=FilePlace(file.name, line),
                text_line=line + 1,
            )
        )
    return passages


def parse_story_data(text: str) -> dict[str, object] | None:
    """Return the data in ``text``, the text of StoryData; ``None`` if it is not a JSON object."""
    try:
        data = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def find_role(passage: TweePassage, story_format: str) -> PassageRole:
    """Return the role of ``passage`` in a story of ``story_format``.

    In an unknown format, a name or tag counts as reserved if any format reserves it.
    """
    known = story_format.casefold()
    is_sugarcube, is_harlowe = known in ("", "sugarcube"), known in ("", "harlowe")
    tags = passage.tags
    if passage.name in (TITLE, DATA) or list_included_files(passage) or tags & _CODE_TAGS:
        return PassageRole.CODE
    if is_sugarcube and tags & _CODE_TAGS_OF_SUGARCUBE:
        return PassageRole.CODE
    is_shared = (is_sugarcube and passage.name in _SHARED_NAMES) or (
        is_harlowe and tags & _SHARED_TAGS
    )
    # Twine's programs write it for all formats, and no link needs to lead to it.
    is_shared = is_shared or passage.name == "StoryAuthor"
    return PassageRole.SHARED if is_shared else PassageRole.PLACE


def list_included_files(passage: TweePassage) -> Sequence[str]:
    """Return the files that ``passage`` adds to the story, as Twine 1 and Twee 2 read it."""
    if passage.name.startswith(_INCLUDE):
        return [passage.name.removeprefix(_INCLUDE).strip()]
    return passage.text.split("\n") if passage.name == _INCLUDES else []


def is_initial(passage: TweePassage) -> bool:
    """Return whether the special passage ``passage`` sets variables before the story starts."""
    return passage.name == "StoryInit" or not passage.tags.isdisjoint({"init", "startup"})


def can_affect_play(passage: TweePassage) -> bool:
    """Return whether a special passage may change what players can do, unlike a style sheet."""
    return passage.name not in _SILENT and _SILENT_TAGS.isdisjoint(passage.tags)


def _unescape(escaped: str) -> str:
    # Links drop an escaped blank at the end of a name, so the name drops it too.
    return _ESCAPED.sub(r"\1", _BLANKS.sub("", escaped)).strip()


BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")


class SourceReader(StoryReader, Protocol):
    """A reader that can also replace the text of one passage, unless ``fixed`` states why not."""

    fixed: str = ""

    @abstractmethod
    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return all passages in ``files``, including special passages such as StoryData."""

    @abstractmethod
    def detect_story_format(self, files: Sequence[SourceFile]) -> str:
        """Return the name of the story format, or an empty string if it is unknown."""

    @abstractmethod
    def replace_text(self, content: str, passage: TweePassage, text: str) -> str:
        """Return ``content``, a whole file, in which ``text`` replaces the text of ``passage``.

        ``content`` may have line ends of any kind.
        """


def replace_passage_text(
    reader: SourceReader, file: SourceFile, passage: TweePassage, text: str
) -> bytes:
    """Return the content of ``file`` with only the text of ``passage`` replaced by ``text``."""
    bom = BOM if file.content.startswith(BOM) else b""
    content = file.content.removeprefix(BOM).decode()
    return bom + reader.replace_text(content, passage, text).encode()


def match_line_endings(old: str, content: str, text: str) -> str:
    """Return ``text`` with the line endings of ``old`` or, if it has none, of ``content``."""
    ends = _LINE_END.search(old) or _LINE_END.search(content)
    return text.replace("\n", ends[0]) if ends else text


def find_line_starts(content: str) -> list[int]:
    """Return the offset of each line, then the length of ``content``; CR, LF and CRLF end lines."""
    return [0, *(each.end() for each in _LINE_END.finditer(content)), len(content)]
