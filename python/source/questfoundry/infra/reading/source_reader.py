"""Readers of formats in which one passage's text can be replaced, and nothing else changes."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.infra.reading.twee_passages import TweePassage

BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")


class SourceReader(StoryReader, Protocol):
    """Reads the passages of a story as they are written, and writes one of them anew.

    Where that cannot be done, ``fixed`` says why.
    """

    fixed: str = ""

    @abstractmethod
    def passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """All passages, the special ones too."""

    @abstractmethod
    def story_format(self, files: Sequence[SourceFile]) -> str:
        """The name of the story's format, empty where it says none."""

    @abstractmethod
    def replaced(self, content: str, passage: TweePassage, text: str) -> str:
        """The file's content with another text of the passage, which was read from it.

        ``content`` has its own ends of lines, ``text`` has line feeds.
        """


def with_text(reader: SourceReader, file: SourceFile, passage: TweePassage, text: str) -> bytes:
    """The bytes of the file with another text of the passage; all others are as they were."""
    mark = BOM if file.content.startswith(BOM) else b""
    content = file.content.removeprefix(BOM).decode()
    return mark + reader.replaced(content, passage, text).encode()


def with_ends_of(old: str, content: str, text: str) -> str:
    """The text with the ends of lines that the old one has, or else the whole file."""
    ends = _LINE_END.search(old) or _LINE_END.search(content)
    return text.replace("\n", ends[0]) if ends else text


def line_starts(content: str) -> list[int]:
    """Where each line begins, whatever ends lines, and the end of the content."""
    return [0, *(each.end() for each in _LINE_END.finditer(content)), len(content)]
