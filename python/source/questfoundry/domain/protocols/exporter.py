"""The ports to the formats that stories are shipped in and read from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from attrs import Attribute, field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.report import StoryReport
from questfoundry.domain.story.source_text import SourceText


def is_plain_name(name: str) -> bool:
    """Whether it names a file in any folder, and leads out of none."""
    return name.isprintable() and name[:1] not in {"", "."} and not {"/", "\\", ":"} & set(name)


def _plain(_: object, __: Attribute[str], name: str) -> None:
    if not is_plain_name(name):
        raise UsageError(
            f"{name!r} cannot name an exported file. Give a visible name without a folder."
        )


@frozen
class ExportedFile:
    """A file by its name, without a folder, and its bytes."""

    name: str = field(validator=_plain)
    content: bytes


class StoryExporter(Protocol):
    """Writes an edition in one format: the same edition gives the same bytes.

    An exporter is a class with a ``format`` and ``export``, and is made without arguments; what
    it must hold is in the contract of exporters. The names of its files end as no other's do.
    """

    format: str
    """The format's name, by which an author asks for it: ``html``."""

    @abstractmethod
    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """The files of the format; text of the edition is data in them, never markup.

        ``FormatError`` where the format cannot hold what is in the story.
        """


@frozen
class SourceFile:
    """A file to read a story from: what messages call it, and its bytes."""

    name: str
    content: bytes


class ReportWriter(Protocol):
    """Writes the report of a story: the same report gives the same bytes."""

    @abstractmethod
    def write(self, report: StoryReport) -> Sequence[ExportedFile]:
        """The files of the report."""


class StoryReader(Protocol):
    """Reads the structure of a story in one format."""

    suffixes: tuple[str, ...]
    """The endings of the names of its files, in lower case, with their dot."""

    @abstractmethod
    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """The story that the files hold together, in their order.

        ``InputError`` names file and line of what cannot be read.
        """


class StorySource(Protocol):
    """An imported story, whose files are kept as their author wrote them."""

    @abstractmethod
    def story(self) -> ForeignStory:
        """What is known of it, as its files stand; ``InputError`` where there is none."""

    @abstractmethod
    def text(self, passage: str) -> SourceText:
        """The text of the passage of that name."""

    @abstractmethod
    def parted(self, text: str) -> SourceText:
        """Any text, parted as the story's format reads it."""

    @abstractmethod
    def write(self, passage: str, text: str) -> str:
        """Replace the text of one passage, and no other byte; the path of its file."""

    @abstractmethod
    def files(self) -> Sequence[SourceFile]:
        """All its files, by their names below its folder."""
