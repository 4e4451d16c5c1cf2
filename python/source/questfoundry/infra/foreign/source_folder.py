"""Read and change the files of an imported story in a folder of its project."""

import os
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StorySource
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import SourceText
from questfoundry.infra.foreign.ink.reader import InkReader
from questfoundry.infra.foreign.twee import TweeReader, TwineHtmlReader
from questfoundry.infra.foreign.twee_body import split_source_text
from questfoundry.infra.foreign.twee_passages import (
    MAX_BYTES,
    SourceReader,
    TweePassage,
    replace_passage_text,
)
from questfoundry.infra.own_files import read_file, replace_file

TWINE_READERS: tuple[SourceReader, ...] = (TweeReader(), TwineHtmlReader())
INK_READER = InkReader()

SOURCE_READERS: tuple[SourceReader, ...] = (*TWINE_READERS, INK_READER)
"""The readers of all formats that can be imported, in order of preference."""


class SourceFolder(StorySource):
    """The files of an imported story; symbolic links out of ``within`` are not followed."""

    def __init__(self, folder: Path, *, within: Path) -> None:
        self._folder = folder
        self._within = within

    def story(self) -> ForeignStory:
        """Read the story from its files; raise ``InputError`` if the folder contains no story."""
        reader, files = self._read()
        return reader.read(files)

    def text(self, passage: str) -> SourceText:
        """Return the text of ``passage``; raise ``InputError`` unless exactly one has this name."""
        reader, files = self._read()
        text = split_source_text(
            _find_passage(reader, files, passage).text, reader.detect_story_format(files)
        )
        return evolve(text, fixed_reason=reader.fixed)

    def split_text(self, text: str) -> SourceText:
        """Return ``text`` split into prose and code, as the folder's story format defines code."""
        reader, files = self._read()
        return split_source_text(text, reader.detect_story_format(files))

    def write(self, passage: str, text: str) -> str:
        """Replace the text of ``passage`` by ``text``; return the path of the changed file.

        Raise ``InputError`` unless exactly one passage has this name and the format can be
        rewritten.
        """
        reader, files = self._read()
        if reader.fixed:
            raise InputError(reader.fixed)
        found = _find_passage(reader, files, passage)
        (file,) = (each for each in files if each.name == found.place.file)
        path = Path(file.name)
        replace_file(path, replace_passage_text(reader, file, found, text), within=self._within)
        return str(path)

    def files(self) -> Sequence[SourceFile]:
        """Return all files of the folder; their names are paths relative to the folder."""
        return [
            SourceFile(path.relative_to(self._folder).as_posix(), self._content(path))
            for path in self._paths()
        ]

    def _read(self) -> tuple[SourceReader, Sequence[SourceFile]]:
        paths = self._paths()
        for reader in SOURCE_READERS:
            if own := [each for each in paths if each.suffix.lower() in reader.suffixes]:
                return reader, [SourceFile(str(each), self._content(each)) for each in own]
        raise InputError(
            f"{str(self._folder)!r} no longer holds a story in Twee, Twine's HTML or compiled ink. "
            "Put the files of the story back there."
        )

    def _paths(self) -> Sequence[Path]:
        return sorted(
            Path(folder, name)
            for folder, _, names in os.walk(self._folder)
            for name in names
            if not name.startswith(".")
        )

    def _content(self, path: Path) -> bytes:
        content = read_file(path, within=self._within, max_bytes=MAX_BYTES)
        if content is None:
            raise InputError(f"{str(path)!r} was removed while the story was read. Try again.")
        return content


def _find_passage(reader: SourceReader, files: Sequence[SourceFile], name: str) -> TweePassage:
    found = [each for each in reader.read_passages(files) if each.name == name]
    if len(found) != 1:
        raise InputError(
            f"{len(found) or 'No'} passages are called {name!r}, so no single passage can be "
            "chosen. Give each passage a different name."
        )
    return found[0]
