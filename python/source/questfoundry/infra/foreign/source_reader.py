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
    """A reader of an imported story that can also replace the text of one passage in its file.

    ``fixed`` is the reason why stories of this format cannot be rewritten. If they can be
    rewritten, ``fixed`` is empty.
    """

    fixed: str = ""

    @abstractmethod
    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return all passages in ``files``, including special passages such as StoryData."""

    @abstractmethod
    def detect_story_format(self, files: Sequence[SourceFile]) -> str:
        """Return the name of the story format, or an empty string if it is unknown."""

    @abstractmethod
    def replace_text(self, content: str, passage: TweePassage, text: str) -> str:
        """Return ``content``, a whole file, with ``text`` in place of the text of ``passage``.

        ``content`` may use any line endings, while ``text`` uses line feeds.
        """


def replace_passage_text(
    reader: SourceReader, file: SourceFile, passage: TweePassage, text: str
) -> bytes:
    """Return the content of ``file`` with only the text of ``passage`` replaced by ``text``."""
    bom = BOM if file.content.startswith(BOM) else b""
    content = file.content.removeprefix(BOM).decode()
    return bom + reader.replace_text(content, passage, text).encode()


def match_line_endings(old: str, content: str, text: str) -> str:
    """Return ``text`` with the line endings of ``old``, the text that it replaces.

    If ``old`` has no line ending, use the line endings of ``content``, the whole file.
    """
    ends = _LINE_END.search(old) or _LINE_END.search(content)
    return text.replace("\n", ends[0]) if ends else text


def find_line_starts(content: str) -> list[int]:
    """Return the offsets at which the lines of ``content`` begin, then the length of ``content``.

    CR, LF and CRLF each end a line.
    """
    return [0, *(each.end() for each in _LINE_END.finditer(content)), len(content)]
