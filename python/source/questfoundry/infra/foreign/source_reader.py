"""Define the base class of readers that can also replace a passage's text in its file."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.infra.foreign.twee_passages import TweePassage

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
        """Return ``content``, a whole file with any line ends, with a new text of ``passage``."""


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
    """Return the offsets of lines that CR, LF or CRLF end, then the length of ``content``."""
    return [0, *(each.end() for each in _LINE_END.finditer(content)), len(content)]
