"""Read and change the files of an imported story in a folder of its project."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StorySource
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import SourceText
from questfoundry.infra.foreign.choicescript.reader import ChoiceScriptReader
from questfoundry.infra.foreign.ink.reader import InkReader
from questfoundry.infra.foreign.twee import TweeReader
from questfoundry.infra.foreign.twee_body import split_source_text
from questfoundry.infra.foreign.twee_passages import (
    MAX_BYTES,
    SourceReader,
    TweePassage,
    begins_story,
    is_read_by,
    replace_passage_text,
)
from questfoundry.infra.foreign.twine_html import TwineHtmlReader

SOURCE = "source"
"""The folder of the imported story in its project."""

TEXT_READERS: tuple[SourceReader, ...] = (ChoiceScriptReader(), TweeReader(), TwineHtmlReader())
INK_READER = InkReader()

SOURCE_READERS: tuple[SourceReader, ...] = (*TEXT_READERS, INK_READER)
"""The readers of all formats that can be imported, in order of preference."""


class SourceFolder(StorySource):
    """The files of an imported story in the folder ``source`` among the files of a project."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

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
        changed = replace_passage_text(reader, file, found, text)
        self._files.replace(self._names()[file.name], changed)
        return file.name

    def files(self) -> Sequence[SourceFile]:
        """Return all files of the folder; their names are paths relative to the folder."""
        return [
            SourceFile(name.removeprefix(f"{SOURCE}/"), self._content(name))
            for name in self._names().values()
        ]

    def _read(self) -> tuple[SourceReader, Sequence[SourceFile]]:
        names = self._names()
        for reader in SOURCE_READERS:
            if any(begins_story(reader, name) for name in names.values()):
                return reader, [
                    SourceFile(place, self._content(name))
                    for place, name in names.items()
                    if is_read_by(reader, name)
                ]
        raise InputError(
            f"{self._files.place(SOURCE)!r} no longer holds a story in Twee, Twine's HTML, "
            "ChoiceScript or compiled ink. Put the files of the story back there."
        )

    def _names(self) -> Mapping[str, str]:
        """Return the names of all files by their places; messages show places.

        A link is among the names, so that reading the link raises an error with its place.
        """
        found = sorted(
            [*self._files.names(SOURCE), *self._files.links(SOURCE)],
            key=lambda name: name.split("/"),
        )
        return {self._files.place(name): name for name in found}

    def _content(self, name: str) -> bytes:
        content = self._files.read(name, max_bytes=MAX_BYTES)
        if content is None:
            place = self._files.place(name)
            raise InputError(f"{place!r} was removed while the story was read. Try again.")
        return content


def _find_passage(reader: SourceReader, files: Sequence[SourceFile], name: str) -> TweePassage:
    found = [each for each in reader.read_passages(files) if each.name == name]
    if not found:
        raise InputError(f"There is no passage {name!r} in the story. Check its name.")
    if len(found) > 1:
        raise InputError(
            f"{len(found)} passages are called {name!r}, so no single passage can be "
            "chosen. Give each passage a different name."
        )
    return found[0]
